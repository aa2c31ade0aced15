/// What a command accepts: the source of both parsing and help.
package struct CommandSyntax: Sendable {
  /// The word after `swiftlet`.
  package let name: String
  /// One line on what the command does.
  package let summary: String
  /// What the help calls the operands.
  package let operands: String
  /// How many operands there have to be, and may be.
  package let operandCount: ClosedRange<Int>
  /// What the operands are, for the sentence that misses one.
  package let operandHelp: String
  /// All flags but `--help` and `--version`.
  package let flags: [FlagSyntax]

  /// Describes a command.
  package init(
    name: String, summary: String, operands: String, operandCount: ClosedRange<Int>,
    operandHelp: String, flags: [FlagSyntax]
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.operandCount = operandCount
    self.operandHelp = operandHelp
    self.flags = flags
  }

  /// The command as errors name it.
  var fullName: String { "swiftlet \(name)" }

  /// What `--help` prints.
  package var help: String {
    var table = TextTable(.left)
    for flag in flags {
      let value = flag.value.map { " \($0)" } ?? ""
      table.append("\(flag.name)\(value)\(flag.isRepeatable ? " …" : "")", flag.help)
    }
    table.append("--help, -h", "print this and stop")
    table.append("--version", "print the version and stop")
    let usage = operands.isEmpty ? fullName : "\(fullName) \(operands)"
    return """
      usage: \(usage) [flags]

      \(summary)\(operands.isEmpty ? "" : "\n\(operands): \(operandHelp)")

      \(table.lines().joined(separator: "\n"))
      """
  }
}

/// The arguments of one call, sorted into operands and flags but not yet given types.
package struct ParsedArguments: Sendable {
  /// What is no flag and no flag's value, in order.
  package private(set) var operands: [String] = []
  private let syntax: CommandSyntax
  private var values: [String: [String]] = [:]

  /// What a call asks for.
  package enum Request: Sendable {
    case run(ParsedArguments)
    case help
    case version
  }

  /// Sorts the arguments that follow the command's name.
  package static func request(
    _ arguments: some Sequence<String>, for syntax: CommandSyntax
  ) throws(CommandError) -> Request {
    var parsed = ParsedArguments(syntax: syntax)
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        parsed.operands += rest
        rest = []
      } else if argument == "--help" || argument == "-h" {
        return .help
      } else if argument == "--version" {
        return .version
      } else if argument.hasPrefix("-"), argument != "-" {
        try parsed.take(flag: argument, rest: &rest)
      } else {
        parsed.operands.append(argument)
      }
    }
    try parsed.checkOperandCount()
    return .run(parsed)
  }

  private init(syntax: CommandSyntax) { self.syntax = syntax }

  /// Takes one flag; its value is the next argument, whatever that begins with, or what follows `=`.
  private mutating func take(
    flag argument: String, rest: inout ArraySlice<String>
  ) throws(CommandError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let flag = syntax.flags.first(where: { $0.name == name }) else {
      throw wrong("There is no flag \(name)")
    }
    guard flag.value != nil else {
      guard parts.count == 1 else { throw wrong("The flag \(name) takes no value") }
      values[name, default: []].append("")
      return
    }
    if parts.count == 2 {
      values[name, default: []].append(String(parts[1]))
    } else {
      guard let value = rest.popFirst() else { throw wrong("The flag \(name) needs a value") }
      values[name, default: []].append(value)
    }
  }

  private func checkOperandCount() throws(CommandError) {
    guard operands.count >= syntax.operandCount.lowerBound else {
      throw wrong("The operand \(syntax.operands) is missing (\(syntax.operandHelp))")
    }
    guard operands.count <= syntax.operandCount.upperBound else {
      let extra = operands[syntax.operandCount.upperBound]
      throw wrong("The operand \"\(extra)\" is one too many")
    }
  }

  /// Whether a switch is given.
  package func isSet(_ flag: Switch) -> Bool { values[flag.syntax.name] != nil }

  /// The value of a flag, or nil where it is not given; of several the last.
  package func value<Value>(of flag: Flag<Value>) throws(CommandError) -> Value? {
    try values(of: flag).last
  }

  /// The values of a flag in order.
  package func values<Value>(of flag: Flag<Value>) throws(CommandError) -> [Value] {
    var result: [Value] = []
    for text in values[flag.syntax.name] ?? [] {
      guard let value = flag.parse(text) else {
        throw wrong("The value \"\(text)\" of \(flag.syntax.name) is not \(flag.expectation)")
      }
      result.append(value)
    }
    return result
  }

  /// An error in the command line, with the way to the help.
  package func wrong(_ sentence: String) -> CommandError {
    .usage("\(sentence); see \"\(syntax.fullName) --help\".")
  }
}
