internal import SwiftletTensor

/// `swiftlet run`: tensors in, tensors out.
struct Run: Command {
  static let input = Flag<RunCase.Assignment<String>>(
    "--input", "NAME_OR_INDEX=FILE", repeatable: true, is: "of the form NAME_OR_INDEX=FILE",
    help: "an input from a .npy file, or strings from a .json list"
  ) { RunCase.Assignment<String>($0) }
  static let resize = Flag<RunCase.Assignment<[Int]>>(
    "--resize", "NAME_OR_INDEX=1,320,320,3", repeatable: true,
    is: "of the form NAME_OR_INDEX=1,320,320,3",
    help: "another shape for an input"
  ) { RunCase.Assignment<[Int]>($0) }
  static let seed = Flag<UInt64>(
    "--seed", "N", is: "a whole number from 0 to 2^64 − 1",
    help: "fills inputs without file, number k from seed N + k (default 0)"
  ) { UInt64($0) }
  static let signature = Flag<String>(
    text: "--signature", "KEY", help: "the signature to run, whose names are used")
  private static let outputFolder = Flag<String>(
    text: "--output-dir", "DIR", help: "writes outputs there as 0.npy, 1.npy, …")
  private static let dump = Flag<String>(
    text: "--dump", "DIR", help: "writes every tensor of the run there, and manifest.json")
  private static let dumpConstants = Switch(
    "--dump-constants", help: "with --dump: constants, too")
  private static let dumpCalls = Flag<Int>(
    integer: "--dump-calls", "N", help: "with --dump: calls of each subgraph (default 4)")
  private static let cases = Flag<String>(
    text: "--cases", "FILE.json", help: "several runs in a row, variables kept in between")

  static let syntax = CommandSyntax(
    name: "run", summary: "Runs a model on tensors from files or on seeded values.",
    operands: "MODEL", operandCount: 1...1, operandHelp: "the path of a .tflite file",
    flags: [
      input.syntax, resize.syntax, seed.syntax, signature.syntax, outputFolder.syntax, dump.syntax,
      dumpConstants.syntax, dumpCalls.syntax, cases.syntax,
    ] + CommonFlags.all)

  private let model: String
  private let single: RunCase
  private let casesFile: String?
  private let seed: UInt64
  private let engine: EngineChoices
  private var dump = TensorDump.Options()

  init(_ arguments: ParsedArguments) throws(CommandError) {
    model = arguments.operands[0]
    single = RunCase(
      inputs: try arguments.values(of: Self.input),
      resizes: try arguments.values(of: Self.resize),
      signature: try arguments.value(of: Self.signature),
      outputFolder: try arguments.value(of: Self.outputFolder),
      dumpFolder: try arguments.value(of: Self.dump))
    dump.hasConstants = arguments.isSet(Self.dumpConstants)
    if let limit = try arguments.value(of: Self.dumpCalls) { dump.callLimit = limit }
    casesFile = try arguments.value(of: Self.cases)
    seed = try arguments.value(of: Self.seed) ?? 0
    engine = try EngineChoices(arguments)
  }

  func run() throws(CommandError) -> Bool {
    try engine.check()
    guard dump.callLimit >= 0 else {
      throw .failure(
        .invalidArgument, "The number of calls is \(dump.callLimit); give at least 0.")
    }
    guard let casesFile else {
      let session = try RunSession(
        path: model, engine: engine, seed: seed, dump: dump,
        keepsTensors: single.dumpFolder != nil)
      try report(try perform(single, on: session))
      return true
    }
    guard single == RunCase() else {
      throw .failure(
        .invalidArgument,
        "The flag --cases already says what --input, --resize, --signature, --output-dir and "
          + "--dump say; leave those out.")
    }
    let cases = try RunCase.list(in: casesFile)
    return try run(
      cases,
      on: RunSession(
        path: model, engine: engine, seed: seed, dump: dump,
        keepsTensors: cases.contains { $0.dumpFolder != nil }))
  }

  /// Runs cases; those that fail are reported and do not keep the others from running.
  private func run(_ cases: [RunCase], on session: RunSession) throws(CommandError) -> Bool {
    var allSucceeded = true
    var progress = ProgressLine()
    for (index, item) in cases.enumerated() {
      progress.update("case \(index + 1) of \(cases.count)")
      do throws(CommandError) {
        let results = try perform(item, on: session)
        progress.clear()
        try report(results)
      } catch {
        guard case .failure(let failure) = error else { throw error }
        progress.clear()
        allSucceeded = false
        Console.report("Case \(index): \(failure.message)")
        if engine.json { try Console.print(["case": .integer(index), "error": failure.json]) }
      }
    }
    return allSucceeded
  }

  private struct Result {
    let output: RunGraph.Output
    let file: String?
  }

  private func perform(
    _ case: RunCase, on session: RunSession
  ) throws(CommandError) -> [Result] {
    if let dump = `case`.dumpFolder, let path = `case`.outputFolder,
      OutputFolder.areSame(dump, path)
    {
      throw .failure(
        .invalidArgument,
        "The outputs and the dump would both be written to \(dump); give two folders.")
    }
    let outputs = try session.run(`case`)
    guard let path = `case`.outputFolder else {
      return outputs.map { Result(output: $0, file: nil) }
    }
    let folder = try OutputFolder(path)
    var results: [Result] = []
    for output in outputs {
      let file =
        switch output.content {
        case .array(let array):
          try folder.write(array.file, to: "\(output.position).npy")
        case .texts(let texts):
          try folder.write(
            Array(JSON.strings(texts).description.utf8), to: "\(output.position).json")
        }
      results.append(Result(output: output, file: file))
    }
    return results
  }

  private func report(_ results: [Result]) throws(CommandError) {
    guard engine.json else { return try reportText(results) }
    let outputs = results.map { result -> JSON in
      let output = result.output
      return [
        "index": .integer(output.position), "name": .string(output.name),
        "type": .string(output.type.name), "shape": .integers(output.shape.dimensions),
        "file": .optional(result.file),
      ]
    }
    try Console.print(["model": .string(model), "outputs": .array(outputs)])
  }

  private func reportText(_ results: [Result]) throws(CommandError) {
    var table = TextTable(.right)
    for result in results {
      let output = result.output
      let values =
        switch output.content {
        case .array(let array): array.preview(6)
        case .texts(let texts): JSON.strings(texts).description
        }
      table.append(
        "\(output.position)", output.name, output.type.name, "\(output.shape)",
        result.file ?? values)
    }
    try Console.print(([model] + table.lines()).joined(separator: "\n"))
  }
}
