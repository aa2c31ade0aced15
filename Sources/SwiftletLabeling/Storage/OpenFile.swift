internal import Foundation

/// An open file, closed with its last use.
struct OpenFile: ~Copyable {
  let path: String
  private let descriptor: Int32

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - flags: What `open` takes; the file is never left to child processes.
  /// - Throws: `FileFault`.
  init(_ path: String, _ flags: Int32) throws(FileFault) {
    // A zero byte would silently cut the path short.
    guard !path.utf8.contains(0) else { throw FileFault("opened", path, ENOENT) }
    // Without O_NONBLOCK, opening a named pipe waits for whoever has the other end.
    let descriptor = unsafe open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o666)
    guard descriptor >= 0 else { throw FileFault("opened", path) }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Bytes in the file.
  func size() throws(FileFault) -> Int { Int(try status().st_size) }

  /// Whether it is neither a folder nor a device.
  func isRegular() throws(FileFault) -> Bool { try status().st_mode & S_IFMT == S_IFREG }

  private func status() throws(FileFault) -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw FileFault("examined", path) }
    return status
  }

  /// Writes all bytes where the file stands.
  func write(_ data: some ContiguousBytes) throws(FileFault) {
    let number = unsafe data.withUnsafeBytes { bytes -> Int32 in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
        let written = unsafe Foundation.write(descriptor, part.baseAddress, part.count)
        if written < 0 && errno == EINTR { continue }
        guard written >= 0 else { return errno }
        unsafe rest = rest.dropFirst(written)
      }
      return 0
    }
    guard number == 0 else { throw FileFault("written", path, number) }
  }

  /// The next bytes, none at the end.
  func read(upTo limit: Int) throws(FileFault) -> [UInt8] {
    var result = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      repeat {
        result = unsafe Foundation.read(descriptor, buffer.baseAddress, limit)
      } while result < 0 && errno == EINTR
      count = max(result, 0)
    }
    guard result >= 0 else { throw FileFault("read", path) }
    return bytes
  }

  /// Cuts the file, and goes to its new end.
  func truncate(to size: Int) throws(FileFault) {
    guard ftruncate(descriptor, off_t(size)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
      throw FileFault("cut", path)
    }
  }

  /// Waits until the file is on the disk, so that it survives a loss of power.
  func synchronize() throws(FileFault) {
    guard fsync(descriptor) == 0 else { throw FileFault("saved", path) }
  }

  /// Locks the file against other processes and other locks of this one; never waits.
  ///
  /// The lock goes with the file's closing, also where the process is killed.
  ///
  /// - Returns: False where somebody else holds it.
  func lock() throws(FileFault) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw FileFault("locked", path) }
    }
    return true
  }
}

extension OpenFile {
  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most bytes; more is an error.
  /// - Returns: All bytes, perhaps none.
  /// - Throws: `FileFault`.
  static func contents(of path: String, limit: Int) throws(FileFault) -> [UInt8] {
    let file = try OpenFile(path, O_RDONLY)
    var bytes: [UInt8] = []
    while true {
      let piece = try file.read(upTo: 1 << 16)
      if piece.isEmpty { return bytes }
      bytes += piece
      guard bytes.count <= limit else { throw FileFault("read", path, EFBIG) }
    }
  }

  /// Puts a file in place: whole or, whatever happens, not at all.
  static func replace(_ path: String, with bytes: [UInt8]) throws(FileFault) {
    let temporary = "\(path).\(UUID().uuidString)"
    do throws(FileFault) {
      let file = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL)
      try file.write(bytes)
      try file.synchronize()
      try move(temporary, to: path)
    } catch {
      remove(temporary)
      throw error
    }
  }

  /// Gives a file another name in the same folder, taking the place of what had it.
  static func move(_ path: String, to other: String) throws(FileFault) {
    guard unsafe rename(path, other) == 0 else { throw FileFault("moved to \(other)", path) }
    // The folder has to be saved too, or the old name may be back after a loss of power.
    let folder = try OpenFile(
      URL(fileURLWithPath: other).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY)
    try folder.synchronize()
  }

  /// Makes a folder, with those above it, unless it is there.
  static func makeFolder(_ path: String) throws(FileFault) {
    guard !path.utf8.contains(0) else { throw FileFault("made", path, ENOENT) }
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += made.isEmpty || made.hasSuffix("/") ? part : "/\(part)"
      if unsafe mkdir(made, 0o777) != 0, errno != EEXIST { throw FileFault("made", path) }
    }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw FileFault("made", path) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw FileFault("made", path, ENOTDIR) }
  }

  /// Removes a file, if it is there.
  static func remove(_ path: String) { _ = unsafe unlink(path) }
}
