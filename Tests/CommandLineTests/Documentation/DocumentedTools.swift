import Foundation

/// What can be said about a command of a page that builds, installs or measures without running it.
///
/// The targets, products, flags, files, packages and versions that it names exist.
struct DocumentedTools {
  private let page: String
  /// All commands of the page.
  private let text: String
  /// The folder of the page, as a path from the root.
  private let folder: String
  private let manifest: String
  private let makefile: String

  init(page: String, text: String) throws {
    self.page = page
    self.text = text
    folder = page.split(separator: "/").dropLast().joined(separator: "/")
    manifest = try DocumentedBlock.text("Package.swift")
    makefile = try DocumentedBlock.text("Makefile")
  }

  /// What is wrong with a command.
  func complaints(about command: String) throws -> [String] {
    try command.components(separatedBy: " && ").flatMap { try complaints(aboutOne: words(of: $0)) }
  }

  /// The words of a command without its comment and redirections; quotes keep words together.
  private func words(of command: String) -> [String] {
    var words: [String] = []
    var isQuoted = false
    for (index, piece) in command.components(separatedBy: "#")[0]
      .replacingOccurrences(of: "'", with: "\"").components(separatedBy: "\"").enumerated()
    {
      isQuoted = index % 2 == 1
      if isQuoted {
        let isContinued = command.contains("=\"") && words.last?.hasSuffix("=") == true
        words.append((isContinued ? words.removeLast() : "") + piece)
      } else {
        words += piece.split(separator: " ").map(String.init)
      }
    }
    if let redirection = words.firstIndex(of: ">") { words.removeSubrange(redirection...) }
    return words
  }

  private func complaints(aboutOne words: [String]) throws -> [String] {
    guard let program = words.first else { return [] }
    let rest = Array(words.dropFirst())
    switch program {
    case "make": return try complaints(aboutMake: rest)
    case "swift": return try complaints(aboutSwift: rest)
    case "python", "python3": return complaints(aboutPython: rest)
    case "pip": return complaints(aboutPip: rest)
    case "apt-get": return complaints(aboutPackages: rest)
    case ".":
      let made = rest.first?.split(separator: "/").first.map { "-m venv \($0)" }
      return made.map(text.contains) == true ? [] : ["nothing makes \(rest)"]
    case let emulator where emulator.hasPrefix("qemu-"):
      let bundle = rest.first { $0.hasSuffix(".xctest") } ?? ""
      return bundle == ".build/release/SwiftletPackageTests.xctest" ? [] : ["no bundle: \(bundle)"]
    default: return ["nothing checks \(program)"]
    }
  }

  private func exists(_ path: String) -> Bool {
    ["", "\(folder)/"].contains {
      FileManager.default.fileExists(
        atPath: DocumentedBlock.root.appendingPathComponent($0 + path).path)
    }
  }

  // MARK: make

  private func dryRun(_ arguments: [String]) throws -> Executable.Outcome {
    let words = ["-n", "-C", DocumentedBlock.root.path] + arguments
    return try Executable.run(["make"] + words, executable: "/usr/bin/env")
  }

  private func complaints(aboutMake arguments: [String]) throws -> [String] {
    let outcome = try dryRun(arguments)
    let unknown = arguments.compactMap { $0.contains("=") ? $0.prefix { $0 != "=" } : nil }
      .filter { !makefile.contains("$(\($0))") }
    return (outcome.status == 0 ? [] : [outcome.error])
      + unknown.map { "the Makefile does not use \($0)" }
  }

  /// The call of the built command that a target ends with.
  func command(ofTarget command: String) throws -> String? {
    let arguments = Array(words(of: command).dropFirst())
    let built = ".build/release/swiftlet "
    return try dryRun(arguments).lines.last { $0.hasPrefix(built) }
      .map { "swiftlet " + $0.dropFirst(built.count) }
  }

  // MARK: swift

  private func complaints(aboutSwift arguments: [String]) throws -> [String] {
    guard let verb = arguments.first else { return ["swift what?"] }
    let help = try Executable.run(["swift", verb, "--help"], executable: "/usr/bin/env")
    guard help.status == 0 else { return ["swift \(verb): \(help.error)"] }
    var complaints: [String] = []
    var index = 1
    while index < arguments.count {
      let word = arguments[index]
      guard word.hasPrefix("-") else { break }
      let flag = word.prefix { $0 != "=" }
      let line = help.lines.first {
        $0.range(of: "^ .*(?<![-\\w])\(flag)(?![-\\w])", options: .regularExpression) != nil
      }
      if line == nil { complaints.append("swift \(verb) does not know \(flag)") }
      let takesValue = line?.contains("<") == true && !word.contains("=")
      if ["--filter", "--product"].contains(flag), index + 1 < arguments.count {
        complaints += try self.complaints(about: String(flag), arguments[index + 1])
      }
      index += takesValue ? 2 : 1
    }
    guard index < arguments.count else { return complaints }
    guard verb == "run", let sources = sources(of: arguments[index]) else {
      return complaints + ["there is no product \(arguments[index])"]
    }
    let code = try DocumentedBlock.files(in: sources, ending: ".swift").map(DocumentedBlock.text)
      .joined()
    for word in arguments[(index + 1)...] {
      if word.hasPrefix("--"), !code.contains("\"\(word)\"") {
        complaints.append("\(arguments[index]) does not know \(word)")
      } else if word.contains("/"), !exists(word) {
        complaints.append("there is no \(word)")
      }
    }
    return complaints
  }

  /// A flag whose value names something of this package.
  private func complaints(about flag: String, _ value: String) throws -> [String] {
    if flag == "--product" {
      return manifest.contains("name: \"\(value)\"") ? [] : ["there is no product \(value)"]
    }
    let suites = DocumentedBlock.files(in: "Tests", ending: "Tests.swift").joined(separator: "\n")
    return value.split(separator: "|").filter { !suites.contains($0) }.map { "no suite: \($0)" }
  }

  /// The folder of an executable target.
  private func sources(of target: String) -> String? {
    guard let name = manifest.range(of: "name: \"\(target)\""),
      let path = manifest.range(of: "path: \"", range: name.upperBound..<manifest.endIndex)
    else { return nil }
    return String(manifest[path.upperBound...].prefix { $0 != "\"" })
  }

  // MARK: Python and packages

  private func complaints(aboutPython arguments: [String]) -> [String] {
    if arguments.starts(with: ["-m", "venv"]) { return [] }
    let candidates = arguments.first.map { [$0, "\(folder)/\($0)"] } ?? []
    guard let code = candidates.lazy.compactMap({ try? DocumentedBlock.text($0) }).first else {
      return ["no script: \(arguments)"]
    }
    return arguments.filter { $0.hasPrefix("--") && !code.contains("\"\($0)\"") }
      .map { "\(arguments[0]) does not know \($0)" }
  }

  /// Every file that pins versions of Python packages.
  private static let pins =
    ["Benchmarks", "Fixtures", "Tests"].flatMap { DocumentedBlock.files(in: $0, ending: ".txt") }
    .filter { $0.contains("requirements") }

  private func complaints(aboutPip arguments: [String]) -> [String] {
    guard arguments.first == "install" else { return ["pip \(arguments)"] }
    let files = zip(arguments, arguments.dropFirst()).filter { $0.0 == "-r" }.map(\.1)
    var complaints = files.filter { !exists($0) }.map { "there is no \($0)" }
    let pinned = Set(
      Self.pins.compactMap { try? DocumentedBlock.text($0) }
        .flatMap { $0.split(separator: "\n").map(String.init) })
    for package in arguments where package.contains("==") && !pinned.contains(package) {
      complaints.append("\(package) is pinned nowhere")
    }
    return complaints
  }

  private func complaints(aboutPackages arguments: [String]) -> [String] {
    let known = makefile + neighbours
    return arguments.dropFirst().filter { !$0.hasPrefix("-") && !known.contains($0) }
      .map { "\($0) is named neither in the Makefile nor in a script of \(folder)" }
  }

  /// The Python code beside the page.
  private var neighbours: String {
    DocumentedBlock.files(in: folder, ending: ".py").compactMap { try? DocumentedBlock.text($0) }
      .joined()
  }

  /// Whether an exported variable is read by the command, or by a script of the page's folder.
  func knowsVariable(of export: String) -> Bool {
    let name = String(export.dropFirst("export ".count).prefix { $0 != "=" })
    let table =
      (try? DocumentedBlock.text(
        "Sources/SwiftletLabeling/Downloads/ModelHosting+Environment.swift")) ?? ""
    return !name.isEmpty && (table + neighbours).contains(name)
  }
}
