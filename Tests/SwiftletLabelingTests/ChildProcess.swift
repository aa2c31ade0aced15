import Foundation

/// A process that a test starts and talks to.
final class ChildProcess: @unchecked Sendable {
  // Sendable: the lock guards what changes.
  private let lock = NSLock()
  let identifier: pid_t
  /// The other end of its standard input and output; closed with this process, whatever ends it.
  private let socket: Int32
  private var status: Int32?

  /// Why a process cannot be used.
  struct Unusable: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// An executable that the build puts beside the test bundle.
  static func built(_ names: String...) -> String {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let folder = URL(fileURLWithPath: own).deletingLastPathComponent().path
    let paths = names.map { "\(folder)/\($0)" }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? paths[0]
  }

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - words: Its path and arguments.
  ///   - environment: Variables beside those of this process whose names do not begin with SWIFTLET_.
  ///   - errorFile: Where its standard error goes.
  /// - Throws: `Unusable`.
  init(_ words: [String], environment: [String: String] = [:], errorFile: String) throws {
    // Unlike a pipe, it is never inherited by what other threads start meanwhile.
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Unusable("no socket") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, errorFile, O_WRONLY | O_CREAT, 0o600)
    var variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("SWIFTLET_") }
    variables.merge(environment) { $1 }
    var arguments = words.map { strdup($0) } + [nil]
    var strings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in arguments + strings { free(string) } }
    var identifier: pid_t = 0
    let error = posix_spawn(&identifier, words[0], &actions, nil, &arguments, &strings)
    close(ends[1])
    socket = ends[0]
    self.identifier = identifier
    guard error == 0 else {
      // Nothing is left to kill; the number 0 would stand for this process and its group.
      status = -1
      throw Unusable("\(words[0]) cannot be started: errno \(error)")
    }
  }

  deinit {
    kill()
    _ = wait(seconds: 5)
    close(socket)
  }

  /// Its next line of output, waited for at most ten seconds; nil at the end.
  func line() -> String? {
    var bytes: [UInt8] = []
    var state = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    while poll(&state, 1, 10_000) > 0 {
      var byte: UInt8 = 0
      guard read(socket, &byte, 1) == 1 else { break }
      if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// All further output.
  func rest() -> String {
    var text = ""
    while let line = line() { text += line + "\n" }
    return text
  }

  /// Ends it without a chance to clean up.
  func kill() {
    lock.lock()
    defer { lock.unlock() }
    if status == nil { _ = Foundation.kill(identifier, SIGKILL) }
  }

  /// Lets it see the end of its input, as if this process had gone.
  func end() { shutdown(socket, Int32(SHUT_WR)) }

  /// Waits for its end.
  ///
  /// - Returns: The exit status, 128 + number for a signal; nil if it still runs.
  func wait(seconds: Double) -> Int32? {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
      lock.lock()
      var raw: Int32 = 0
      if status == nil, waitpid(identifier, &raw, WNOHANG) == identifier {
        status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + raw & 0x7F
      }
      let found = status
      lock.unlock()
      if let found { return found }
      guard ContinuousClock.now < deadline else { return nil }
      usleep(2000)
    }
  }
}
