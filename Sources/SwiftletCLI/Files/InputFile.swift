internal import Foundation
internal import SwiftletImage

/// Reading whole files that a caller names.
package enum InputFile {
  /// The most bytes of a file that is read at once: more than any tensor that can be planned.
  package static let limit = 2 << 30
  /// The most bytes of a pipe, whose length is not known beforehand.
  package static let pipeLimit = 256 << 20

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - purpose: What the file is for, to begin the sentence of an error: `Input 0`.
  /// - Returns: All bytes.
  /// - Throws: `CommandError.failure`.
  package static func bytes(of path: String, for purpose: String) throws(CommandError) -> [UInt8] {
    let handle = FileOpening.forReading(path)
    guard handle >= 0 else { throw unreadable(path, errno, purpose) }
    defer { close(handle) }
    var status = stat()
    guard unsafe fstat(handle, &status) == 0 else { throw unreadable(path, errno, purpose) }
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    let limit = isRegular ? limit : pipeLimit
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw .failure(
        .invalidArgument, "\(purpose): \(path) is a folder; give the path of a file in it.")
    }
    let expected = isRegular ? Int(status.st_size) : 0
    guard expected <= limit else { throw tooLarge(path, limit, purpose) }
    var bytes: [UInt8] = []
    // One byte more than expected, so that the end is met without growing.
    var count = expected + 1
    while true {
      guard let chunk = chunk(of: handle, upTo: count) else {
        throw unreadable(path, errno, purpose)
      }
      if chunk.isEmpty { return bytes }
      guard bytes.count + chunk.count <= limit else { throw tooLarge(path, limit, purpose) }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      count = max(expected + 1 - bytes.count, 1 << 16)
    }
  }

  /// The next bytes, none at the end; nil if the system refuses.
  private static func chunk(of handle: Int32, upTo count: Int) -> [UInt8]? {
    var result = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      repeat {
        result = unsafe read(handle, buffer.baseAddress, count)
      } while result < 0 && errno == EINTR
      initialized = max(0, result)
    }
    return result < 0 ? nil : bytes
  }

  private static func unreadable(
    _ path: String, _ number: Int32, _ purpose: String
  ) -> CommandError {
    let code: Failure.Code =
      switch number {
      case ENOENT, ENOTDIR: .notFound
      case EACCES, EPERM: .permissionDenied
      default: .unknown
      }
    let reason = SystemError(number).description
    return .failure(code, "\(purpose): \(path) cannot be read: \(reason).")
  }

  private static func tooLarge(_ path: String, _ limit: Int, _ purpose: String) -> CommandError {
    .failure(.invalidArgument, "\(purpose): \(path) has more than \(limit) bytes.")
  }
}
