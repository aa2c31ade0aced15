import Foundation

/// The built command, run as a process of its own.
enum Executable {
  /// What a run left behind.
  struct Outcome {
    /// The exit status; 128 + number for a signal.
    let status: Int32
    let output: String
    let error: String

    /// The lines of standard output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The lines of standard output as JSON objects.
    func objects() throws -> [[String: Any]] {
      try lines.map { line in
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
        guard let object = value as? [String: Any] else { throw Unusable("no object: \(line)") }
        return object
      }
    }
  }

  /// Why a test cannot go on.
  struct Unusable: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// Where standard output goes.
  enum Output {
    case captured
    case closed
    /// A pipe that nobody reads any more.
    case brokenPipe
    case file(String)
  }

  /// The executable, which the build puts beside the test bundle; its name is the product's, or the
  /// target's where products are left out.
  static let path: String = {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let folder = URL(fileURLWithPath: own).deletingLastPathComponent().path
    let candidates = ["swiftlet", "SwiftletCommand"].map { "\(folder)/\($0)" }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? candidates[0]
  }()

  /// Runs the command with arguments.
  ///
  /// A run that takes longer than the limit is killed, which its status shows (137).
  static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    output: Output = .captured, in folder: String? = nil, executable: String = Self.path,
    seconds: Double = 60
  ) throws -> Outcome {
    let scratch = try ScratchFolder()
    let inputFile = try scratch.write(Array(input.utf8), to: "stdin")
    let outputFile = scratch.path("stdout")
    let errorFile = scratch.path("stderr")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, inputFile, O_RDONLY, 0)
    var pipeEnd: Int32 = -1
    defer { if pipeEnd >= 0 { close(pipeEnd) } }
    switch output {
    case .captured:
      posix_spawn_file_actions_addopen(&actions, 1, outputFile, O_WRONLY | O_CREAT, 0o600)
    case .file(let file):
      posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY, 0)
    case .closed:
      posix_spawn_file_actions_addclose(&actions, 1)
    case .brokenPipe:
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw Unusable("no pipe") }
      close(ends[0])
      _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
      pipeEnd = ends[1]
      posix_spawn_file_actions_adddup2(&actions, pipeEnd, 1)
    }
    posix_spawn_file_actions_addopen(&actions, 2, errorFile, O_WRONLY | O_CREAT, 0o600)
    // Not every C library lets a spawned process begin in another folder; a shell does.
    let move = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder ?? "."]
    let words = (folder == nil ? [] : move) + [executable] + arguments
    let status = try wait(for: try spawn(words, environment, &actions), seconds: seconds)
    func text(_ file: String) -> String {
      String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
    }
    return Outcome(status: status, output: text(outputFile), error: text(errorFile))
  }

  /// Copies the executable.
  ///
  /// A process of its own does it: one that this process starts meanwhile would hold the copy open
  /// for writing, and what is open for writing cannot be executed.
  static func copy(to path: String) throws {
    let outcome = try run([Self.path, path], executable: "/bin/cp")
    guard outcome.status == 0 else { throw Unusable(outcome.error) }
  }

  private static func spawn(
    _ words: [String], _ environment: [String: String],
    _ actions: inout posix_spawn_file_actions_t
  ) throws -> pid_t {
    var variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("SWIFTLET_") }
    variables.merge(environment) { $1 }
    var arguments = words.map { strdup($0) } + [nil]
    var strings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in arguments + strings { free(string) } }
    // The threads that tests run on block signals, which their children would inherit.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process: pid_t = 0
    let error = posix_spawn(&process, words[0], &actions, &attributes, &arguments, &strings)
    guard error == 0 else { throw Unusable("\(words[0]) cannot be started: errno \(error)") }
    return process
  }

  private static func wait(for process: pid_t, seconds: Double) throws -> Int32 {
    let deadline = ContinuousClock.now + .seconds(seconds)
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      if ContinuousClock.now > deadline {
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        break
      }
      usleep(2000)
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

/// A folder that disappears with its owner.
final class ScratchFolder {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("swiftlet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its path.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// The names of all files, sorted.
  func names(in folder: String = "") -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: path(folder))
    return (names ?? []).sorted()
  }
}
