internal import SwiftletFormat

/// `swiftlet inspect`: what a model file holds.
struct Inspect: Command {
  static let syntax = CommandSyntax(
    name: "inspect", summary: "Shows what a model file holds.",
    operands: "MODEL", operandCount: 1...1, operandHelp: "the path of a .tflite file",
    flags: CommonFlags.all)

  private let model: String
  private let engine: EngineChoices

  init(_ arguments: ParsedArguments) throws(CommandError) {
    model = arguments.operands[0]
    engine = try EngineChoices(arguments)
  }

  func run() throws(CommandError) -> Bool {
    try engine.check()
    let inspection = Inspection(
      path: model, model: try ModelFile.open(model), options: engine.planOptions)
    try Console.print(engine.json ? inspection.json.description : inspection.text)
    return true
  }
}
