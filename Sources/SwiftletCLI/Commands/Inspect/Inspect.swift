internal import SwiftletFormat

/// `swiftlet inspect`: what a model file holds.
struct Inspect: Command {
  private static let html = Flag<String>(
    text: "--html", "OUT.html", help: "write a page with graph, memory and file to look at")
  private static let extract = Flag<String>(
    text: "--extract", "NAME",
    help: "write an associated file, or a constant by tensor name or index as .npy")
  private static let output = Flag<String>(
    text: "--output", "FILE", help: "where --extract writes (default the name, in this folder)")
  private static let full = Switch(
    "--full", help: "list all scales, constants, placements and regions of the file")
  private static let strict = Switch(
    "--strict", help: "fail if anything is found that is worse than a note")

  static let syntax = CommandSyntax(
    name: "inspect", summary: "Shows what a model file holds, and what is wrong with it.",
    operands: "MODEL", operandCount: 1...1, operandHelp: "the path of a .tflite file",
    flags: [html.syntax, extract.syntax, output.syntax, full.syntax, strict.syntax]
      + CommonFlags.all)

  private let model: String
  private let page: String?
  private let name: String?
  private let target: String?
  private let isFull: Bool
  private let isStrict: Bool
  private let engine: EngineChoices

  init(_ arguments: ParsedArguments) throws(CommandError) {
    model = arguments.operands[0]
    page = try arguments.value(of: Self.html)
    name = try arguments.value(of: Self.extract)
    target = try arguments.value(of: Self.output)
    isFull = arguments.isSet(Self.full)
    isStrict = arguments.isSet(Self.strict)
    engine = try EngineChoices(arguments)
    if target != nil, name == nil {
      throw arguments.wrong("The flag --output needs --extract")
    }
  }

  func run() throws(CommandError) -> Bool {
    try engine.check()
    let file = try ModelFile.read(model)
    for output in [page, target].compactMap(\.self) where OutputFile.areSame(output, model) {
      throw .failure(
        .invalidArgument, "\(output) is the model itself; give another file to write.")
    }
    if let name {
      try extract(name, from: file.model)
      guard page != nil || isStrict else { return true }
    }
    let inspection = Inspection(path: model, file, options: engine.planOptions)
    if let page {
      try OutputFile.write(Array(InspectionPage(inspection).html.utf8), to: page)
    }
    if page == nil, name == nil {
      try Console.print(engine.json ? inspection.json.description : inspection.text(isFull: isFull))
    } else if let page {
      if engine.json {
        try Console.print(inspection.json)
      } else if !OutputFile.isStream(page) {
        try Console.print("\(printable(page)) is written.")
      }
    }
    if isStrict, !engine.json, page != nil || name != nil {
      for finding in inspection.findings where finding.severity != .note {
        Console.report("\(model): \(finding.text)")
      }
    }
    return !isStrict || inspection.isSound
  }

  private func extract(_ name: String, from file: Model) throws(CommandError) {
    let extraction = try Extraction(name, from: file, at: model)
    let path = try extraction.write(to: target)
    if engine.json {
      try Console.print(
        [
          "model": .string(model), "extracted": .string(name), "file": .string(path),
          "bytes": .integer(extraction.bytes.count),
        ] as JSON)
    } else if !OutputFile.isStream(path) {
      try Console.print("\(printable(path)) is written, \(extraction.bytes.count) bytes.")
    }
  }
}
