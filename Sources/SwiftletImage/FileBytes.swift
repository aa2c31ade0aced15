#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Whole files as arrays.
package enum FileBytes {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file, which may be a pipe.
  ///   - limit: The most bytes; a device that never ends must not fill the memory.
  /// - Returns: All bytes, at least one.
  /// - Throws: `ImageError.unreadable`.
  package static func read(_ path: String, limit: Int = 512 << 20) throws(ImageError) -> [UInt8] {
    let descriptor = FileOpening.forReading(path)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    let chunk = 1 << 20
    while true {
      let had = bytes.count
      guard had <= limit else {
        throw .unreadable(errno: EFBIG, reason: "it is larger than \(limit) bytes")
      }
      var code: Int32 = 0
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
        var got = -1
        repeat {
          got = unsafe systemRead(descriptor, buffer.baseAddress, chunk)
        } while got < 0 && errno == EINTR
        code = got < 0 ? errno : 0
        count = max(got, 0)
      }
      guard code == 0 else { throw failure(code) }
      if piece.isEmpty { break }
      bytes.append(contentsOf: piece)
    }
    guard !bytes.isEmpty else { throw .unreadable(errno: 0, reason: "the file is empty") }
    return bytes
  }

  /// The member `read` hides the function of the same name.
  private static func systemRead(
    _ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
    unsafe Glibc.read(descriptor, buffer, count)
    #elseif canImport(Musl)
    unsafe Musl.read(descriptor, buffer, count)
    #else
    unsafe Darwin.read(descriptor, buffer, count)
    #endif
  }

  private static func failure(_ code: Int32) -> ImageError {
    let reason =
      switch code {
      case ENOENT: "no such file"
      case EISDIR: "it is a directory"
      case EACCES: "permission denied"
      default: "the system reports error \(code)"
      }
    return .unreadable(errno: code, reason: reason)
  }
}
