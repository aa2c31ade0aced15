#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Whole files as arrays.
enum FileBytes {
  /// No image file is larger; a device that never ends must not fill the memory.
  static let limit = 512 << 20

  static func read(_ path: String) throws(ImageError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(reason: reason(errno)) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    let chunk = 1 << 20
    while true {
      let had = bytes.count
      guard had <= limit else { throw .unreadable(reason: "it is larger than \(limit) bytes") }
      var failure: Int32 = 0
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
        var got = -1
        repeat {
          got = unsafe systemRead(descriptor, buffer.baseAddress, chunk)
        } while got < 0 && errno == EINTR
        failure = got < 0 ? errno : 0
        count = max(got, 0)
      }
      guard failure == 0 else { throw .unreadable(reason: reason(failure)) }
      if piece.isEmpty { break }
      bytes.append(contentsOf: piece)
    }
    guard !bytes.isEmpty else { throw .unreadable(reason: "the file is empty") }
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

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "no such file"
    case EISDIR: "it is a directory"
    case EACCES: "permission denied"
    default: "the system reports error \(code)"
    }
  }
}
