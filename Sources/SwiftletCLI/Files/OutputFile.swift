internal import Foundation

/// A file that is written whole or not at all, or a stream that takes bytes as they come.
package enum OutputFile {
  /// Writes a file.
  ///
  /// The bytes go to a file without a name where the system has such, else to one beside it, which
  /// then takes the name, so that nobody ever sees half a file, also not after a failure. Through a
  /// link its target is written, and a file keeps its permissions. A pipe or a device that takes
  /// characters, such as `/dev/stdout`, gets the bytes as they are; a folder or a disk is left alone.
  package static func write(_ bytes: [UInt8], to file: String) throws(CommandError) {
    guard !file.isEmpty else {
      throw .failure(.invalidArgument, "A file without a name cannot be written; give it one.")
    }
    if isStream(file) { return try stream(bytes, to: file) }
    let (target, mode) = try target(of: file)
    do throws(NewFile.Failure) {
      try NewFile.write(bytes, to: target, mode: mode)
    } catch {
      throw unwritable(file, error.number)
    }
  }

  /// Finds out before long work whether a file can be written after it.
  static func check(_ file: String) throws(CommandError) {
    guard !file.isEmpty, !isStream(file) else { return }
    let (target, _) = try target(of: file)
    do throws(NewFile.Failure) { try NewFile.check(target) } catch {
      throw unwritable(file, error.number)
    }
  }

  /// Whether a path leads to a pipe, or to a device that takes characters.
  static func isStream(_ file: String) -> Bool {
    var status = stat()
    guard unsafe stat(file, &status) == 0 else { return false }
    return [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT)
  }

  private static func stream(_ bytes: [UInt8], to file: String) throws(CommandError) {
    // A pipe that nobody reads is refused here instead of waited for.
    let descriptor = unsafe open(file, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw unwritable(file, errno) }
    defer { close(descriptor) }
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) >= 0 else {
      throw unwritable(file, errno)
    }
    let error = unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: descriptor) }
    if error == EPIPE { throw .outputClosed }
    if let error { throw unwritable(file, error) }
  }

  /// The file that a path leads to, with its permissions if it is there.
  private static func target(
    of file: String
  ) throws(CommandError) -> (path: String, mode: mode_t?) {
    let target = try linkTarget(of: file)
    var status = stat()
    guard unsafe stat(target, &status) == 0 else { return (target, nil) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .failure(
        .invalidArgument,
        "\(file) cannot be written: it is there and is no file; give another name.")
    }
    return (target, status.st_mode & 0o7777)
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
