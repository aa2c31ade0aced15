internal import Foundation

/// A file that is written whole or not at all.
package enum OutputFile {
  /// Writes a file.
  ///
  /// The bytes go to a temporary file beside it, which then takes its name, so that nobody ever
  /// sees half a file, also not after a failure. What exists and is no file, such as a device, is left
  /// alone.
  package static func write(_ bytes: [UInt8], to file: String) throws(CommandError) {
    var status = stat()
    if unsafe stat(file, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw .failure(
        .invalidArgument,
        "\(file) cannot be written: it is there and is no file; give another name.")
    }
    let temporary = "\(file).\(getpid()).partial"
    let handle = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard handle >= 0 else { throw unwritable(file, errno) }
    var error = unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: handle) }
    if close(handle) != 0, error == nil { error = errno }
    if error == nil, unsafe rename(temporary, file) != 0 { error = errno }
    guard let error else { return }
    _ = unsafe unlink(temporary)
    throw unwritable(file, error)
  }

  private static func unwritable(_ file: String, _ number: Int32) -> CommandError {
    .failure(.dataLoss, "\(file) cannot be written: \(SystemError(number)).")
  }
}
