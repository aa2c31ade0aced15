/// One of the words after `swiftlet`.
protocol Command: Sendable {
  /// What it accepts.
  static var syntax: CommandSyntax { get }

  /// Reads its arguments; all values have to parse.
  init(_ arguments: ParsedArguments) throws(CommandError)

  /// Does its work and prints.
  ///
  /// - Returns: Whether all of it succeeded; failures of parts are reported already.
  func run() throws(CommandError) -> Bool
}

/// The whole command line.
package enum CommandLineTool {
  static let version = "0.1.0"

  static let commands: [any Command.Type] = [
    Classify.self, Embed.self, Detect.self, Label.self, Models.self, Run.self, Inspect.self,
    Benchmark.self, Compare.self, Operators.self,
  ]

  /// Does what the arguments ask for.
  ///
  /// - Parameter arguments: All but the name of the executable.
  /// - Returns: The exit status.
  package static func run(_ arguments: [String]) -> Int32 {
    Console.occupyClosedStreams()
    Console.ignoreFailedWrites()
    Console.explainShortenedFiles()
    do throws(CommandError) {
      return try perform(arguments) ? 0 : 1
    } catch {
      switch error {
      case .usage(let sentence):
        Console.report(sentence)
        return 2
      case .failure(let failure):
        Console.report(failure)
        return 1
      case .outputClosed:
        return 1
      }
    }
  }

  private static func perform(_ arguments: [String]) throws(CommandError) -> Bool {
    let names = commands.map { $0.syntax.name }.joined(separator: ", ")
    guard let word = arguments.first else {
      throw .usage("The command is missing (\(names)); see \"swiftlet --help\".")
    }
    switch word {
    case "--help", "-h":
      try Console.print(help)
      return true
    case "--version":
      try Console.print("swiftlet \(version)")
      return true
    default: break
    }
    guard let command = commands.first(where: { $0.syntax.name == word }) else {
      let kind = word.hasPrefix("-") ? "flag" : "command"
      throw .usage("There is no \(kind) \(word) (\(names)); see \"swiftlet --help\".")
    }
    switch try ParsedArguments.request(arguments.dropFirst(), for: command.syntax) {
    case .help: try Console.print(command.syntax.help)
    case .version: try Console.print("swiftlet \(version)")
    case .run(let parsed): return try command.init(parsed).run()
    }
    return true
  }

  private static var help: String {
    var table = TextTable(.left)
    for command in commands {
      table.append("\(command.syntax.name) \(command.syntax.operands)", command.syntax.summary)
    }
    return """
      usage: swiftlet COMMAND … [flags]

      Runs TensorFlow Lite models.

      \(table.lines().joined(separator: "\n"))

      "swiftlet COMMAND --help" lists the flags of a command.
      Exit status: 0 done; 1 something failed; 2 the command line is wrong.
      """
  }
}
