internal import Foundation

/// A file that is written whole or not at all.
package enum OutputFile {
  /// Writes a file.
  ///
  /// The bytes go to a file without a name where the system has such, else to one beside it, which
  /// then takes the name, so that nobody ever sees half a file, also not after a failure. Through a
  /// link its target is written, and a file keeps its permissions. What exists and is no file, such
  /// as a device, is left alone.
  package static func write(_ bytes: [UInt8], to file: String) throws(CommandError) {
    guard !file.isEmpty else {
      throw .failure(.invalidArgument, "A file without a name cannot be written; give it one.")
    }
    let target = try linkTarget(of: file)
    var status = stat()
    let isThere = unsafe stat(target, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      throw .failure(
        .invalidArgument,
        "\(file) cannot be written: it is there and is no file; give another name.")
    }
    let mode = isThere ? status.st_mode & 0o7777 : nil
    do throws(NewFile.Failure) {
      try NewFile.write(bytes, to: target, mode: mode)
    } catch {
      throw unwritable(file, error.number)
    }
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
    .failure(
      .dataLoss,
      "\(file) cannot be written: \(SystemError(number)); name a file in a folder that takes it.")
  }
}
