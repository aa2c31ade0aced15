internal import Foundation

/// A file that gets its name when it is complete.
struct NewFile: ~Copyable {
  /// What the system refuses.
  struct Failure: Error {
    let number: Int32
  }

  private var descriptor: Int32
  /// The name until then; nil while the file has none, so that nothing is left of it whatever ends
  /// the process.
  private var temporary: String?

  /// Writes a whole file, in the place of what is there.
  ///
  /// - Parameters:
  ///   - bytes: The contents.
  ///   - path: The file, which is no link.
  ///   - mode: Its permissions; nil for those of new files.
  /// - Throws: `Failure`; what was there before still is.
  static func write(_ bytes: [UInt8], to path: String, mode: mode_t?) throws(Failure) {
    #if os(Linux)
    if let file = NewFile(withoutNameBeside: path) {
      try file.fill(bytes, mode: mode)
      // Without /proc or on some network folders such a file cannot get a name.
      if try file.name(path) { return }
    }
    #endif
    let file = try NewFile(beside: path)
    try file.fill(bytes, mode: mode)
    _ = try file.name(path)
  }

  /// Finds out whether a file can be made.
  static func check(_ path: String) throws(Failure) {
    #if os(Linux)
    if NewFile(withoutNameBeside: path) != nil { return }
    #endif
    _ = try NewFile(beside: path)
  }

  /// A file with a temporary name in the folder of another.
  private init(beside path: String) throws(Failure) {
    let temporary = Self.temporaryName(for: path)
    descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure(number: errno) }
    self.temporary = temporary
  }

  #if os(Linux)
  /// A file without a name in the folder of another; nil where the system has none.
  private init?(withoutNameBeside path: String) {
    // `O_TMPFILE`, which the C library defines in a way that Swift does not import.
    let nameless = 0o20_000_000 | O_DIRECTORY
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "./"
    let descriptor = unsafe open(String(folder), O_WRONLY | O_CLOEXEC | nameless, 0o666)
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
    temporary = nil
  }
  #endif

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if let temporary { unsafe unlink(temporary) }
  }

  private static func temporaryName(for path: String) -> String {
    "\(path).\(UInt32.random(in: 0...UInt32.max)).partial"
  }

  private func fill(_ bytes: [UInt8], mode: mode_t?) throws(Failure) {
    let error = unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: descriptor) }
    if let error { throw Failure(number: error) }
    if let mode, fchmod(descriptor, mode) != 0 { throw Failure(number: errno) }
  }

  /// Gives the file its name, in the place of what has it.
  ///
  /// A name cannot be given to a nameless file if it is taken, so that there is a temporary one for a
  /// moment; no signal comes in between.
  ///
  /// - Returns: False where a nameless file cannot get any.
  private consuming func name(_ path: String) throws(Failure) -> Bool {
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    if temporary == nil {
      let name = Self.temporaryName(for: path)
      let source = "/proc/self/fd/\(descriptor)"
      guard unsafe linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
        return false
      }
      temporary = name
    }
    // Some file systems find only when a file is closed that the disk is full.
    let result = close(descriptor)
    descriptor = -1
    guard result == 0, let name = temporary, unsafe rename(name, path) == 0 else {
      throw Failure(number: errno)
    }
    temporary = nil
    return true
  }
}
