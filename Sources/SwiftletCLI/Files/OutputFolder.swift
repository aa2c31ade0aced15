internal import Foundation

/// A folder that results are written into, each file whole or not at all.
package struct OutputFolder {
  /// The path as the caller wrote it.
  package let path: String

  /// Names a folder and makes it, with those above it, unless it is there.
  package init(_ path: String) throws(CommandError) {
    self.path = path
    guard !path.isEmpty else {
      throw .failure(.invalidArgument, "The output folder has no name; give a path.")
    }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .failure(
        .permissionDenied,
        "The output folder \(path) cannot be made; choose a path where a folder may be.")
    }
  }

  /// Writes a file and returns its path.
  ///
  /// The bytes go to a temporary file beside it, which then takes its name, so that nobody ever
  /// sees half a file, also not after a failure.
  package func write(_ bytes: [UInt8], to name: String) throws(CommandError) -> String {
    let file = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
    let temporary = "\(file).\(getpid()).partial"
    let handle = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard handle >= 0 else { throw unwritable(file, errno) }
    var error = unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: handle) }
    if close(handle) != 0, error == nil { error = errno }
    if error == nil, unsafe rename(temporary, file) != 0 { error = errno }
    guard let error else { return file }
    _ = unsafe unlink(temporary)
    throw unwritable(file, error)
  }

  private func unwritable(_ file: String, _ number: Int32) -> CommandError {
    .failure(.dataLoss, "\(file) cannot be written: \(SystemError(number)).")
  }
}
