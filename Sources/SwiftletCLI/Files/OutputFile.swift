internal import Foundation

/// A file that is written whole or not at all.
package enum OutputFile {
  /// Writes a file.
  ///
  /// The bytes go to a temporary file beside it, which then takes its name, so that nobody ever
  /// sees half a file, also not after a failure. Through a link its target is written, and a file
  /// keeps its permissions. What exists and is no file, such as a device, is left alone.
  package static func write(_ bytes: [UInt8], to file: String) throws(CommandError) {
    let target = try linkTarget(of: file)
    var status = stat()
    let isThere = unsafe stat(target, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      throw .failure(
        .invalidArgument,
        "\(file) cannot be written: it is there and is no file; give another name.")
    }
    let temporary = "\(target).\(UInt32.random(in: 0...UInt32.max)).partial"
    let handle = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard handle >= 0 else { throw unwritable(file, errno) }
    var error = unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: handle) }
    if error == nil, isThere, fchmod(handle, status.st_mode & 0o7777) != 0 { error = errno }
    if close(handle) != 0, error == nil { error = errno }
    if error == nil, unsafe rename(temporary, target) != 0 { error = errno }
    guard let error else { return }
    _ = unsafe unlink(temporary)
    throw unwritable(file, error)
  }

  /// Whether two paths lead to one file that exists.
  package static func areSame(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return unsafe stat(path, &first) == 0 && stat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Where a link leads, or the path itself if it is none.
  private static func linkTarget(of file: String) throws(CommandError) -> String {
    var status = stat()
    guard unsafe lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return file }
    guard let target = unsafe realpath(file, nil) else { throw unwritable(file, errno) }
    defer { unsafe free(target) }
    return unsafe String(cString: target)
  }

  private static func unwritable(_ file: String, _ number: Int32) -> CommandError {
    .failure(.dataLoss, "\(file) cannot be written: \(SystemError(number)).")
  }
}
