internal import Foundation
internal import SwiftletKernels
internal import SwiftletOperators
internal import SwiftletRuntime
internal import SwiftletSIMD

/// `swiftlet compare`: where two runs part, tensor by tensor.
struct Compare: Command {
  private static let tolerance = Flag<Float>(
    number: "--tolerance", "D", help: "differences up to D are none (default 0)")
  private static let relative = Flag<Float>(
    number: "--relative-tolerance", "R", help: "and besides R times the larger value (default 0)")
  private static let all = Switch("--all", help: "shows equal tensors, too")
  private static let calls = Flag<Int>(
    integer: "--calls", "N", help: "calls of each subgraph that are compared (default 4)")

  static let syntax = CommandSyntax(
    name: "compare", summary: "Finds where two runs of models part, tensor by tensor.",
    operands: "A [B]", operandCount: 1...2,
    operandHelp: "models, or folders of .npy files; without B, A on other settings",
    flags: [
      Run.input.syntax, Run.resize.syntax, Run.seed.syntax, Run.signature.syntax,
      tolerance.syntax, relative.syntax, all.syntax, calls.syntax,
    ] + SideFlags.a.all + SideFlags.b.all + CommonFlags.all)

  private let paths: (a: String, b: String)
  private let engines: (a: EngineChoices, b: EngineChoices)
  private let inputs: RunCase
  private let seed: UInt64
  private let tolerance: TensorDifference.Tolerance
  private let showsAll: Bool
  private let callLimit: Int

  init(_ arguments: ParsedArguments) throws(CommandError) {
    let operands = arguments.operands
    paths = (operands[0], operands.count > 1 ? operands[1] : operands[0])
    let common = try EngineChoices(arguments)
    engines = (
      try SideFlags.a.choices(arguments, over: common),
      try SideFlags.b.choices(arguments, over: common)
    )
    inputs = RunCase(
      inputs: try arguments.values(of: Run.input), resizes: try arguments.values(of: Run.resize),
      signature: try arguments.value(of: Run.signature))
    seed = try arguments.value(of: Run.seed) ?? 0
    // The shortest digits of a number as written, not those of its nearest 32-bit number.
    func number(_ flag: Flag<Float>) throws(CommandError) -> Double {
      try arguments.value(of: flag).flatMap { Double("\($0)") } ?? 0
    }
    tolerance = TensorDifference.Tolerance(
      absolute: try number(Self.tolerance), relative: try number(Self.relative))
    showsAll = arguments.isSet(Self.all)
    callLimit = try arguments.value(of: Self.calls) ?? 4
  }

  func run() throws(CommandError) -> Bool {
    try engines.a.check()
    try engines.b.check()
    guard tolerance.absolute >= 0, tolerance.relative >= 0, callLimit >= 1 else {
      throw .failure(
        .invalidArgument, "Tolerances have to be at least 0, and the calls to compare at least 1.")
    }
    let folders = (a: try folder(paths.a), b: try folder(paths.b))
    var a = try side(paths.a, folders.a, engines.a, beside: folders.b)
    var b = try side(paths.b, folders.b, engines.b, beside: folders.a)
    // A float model beside its quantised twin sees what the twin sees.
    if inputs.inputs.isEmpty, folders.a == nil, folders.b == nil {
      if let reals = try a.realInputs(for: b) {
        b = try run(paths.b, engines.b, reals)
      } else if let reals = try b.realInputs(for: a) {
        a = try run(paths.a, engines.a, reals)
      }
    }
    var progress = ProgressLine()
    let comparison = try Comparison(a, b, tolerance) { done, count in
      progress.update("tensor \(done) of \(count)")
    }
    progress.clear()
    let report = ComparisonReport(comparison: comparison, showsAll: showsAll)
    try Console.print(engines.a.json ? report.json.description : report.text)
    return comparison.areEqual
  }

  private func folder(_ path: String) throws(CommandError) -> DumpFolder? {
    let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    return names == nil ? nil : try DumpFolder(path)
  }

  /// One side; a model beside a folder takes that folder's inputs where no other are given.
  private func side(
    _ path: String, _ folder: DumpFolder?, _ engine: EngineChoices, beside other: DumpFolder?
  ) throws(CommandError) -> ComparedSide {
    if let folder { return ComparedSide(folder) }
    var inputs = inputs
    if inputs.inputs.isEmpty, let other {
      inputs.inputs = try other.inputs(for: ModelFile.open(path), signature: inputs.signature)
    }
    return try run(path, engine, inputs)
  }

  private func run(
    _ path: String, _ engine: EngineChoices, _ inputs: RunCase
  ) throws(CommandError) -> ComparedSide {
    try ComparedSide(model: path, engine: engine, seed: seed, case: inputs, callLimit: callLimit)
  }

  private func run(
    _ path: String, _ engine: EngineChoices, _ arrays: [Int: NPYArray]
  ) throws(CommandError) -> ComparedSide {
    var inputs = inputs
    inputs.arrays = arrays
    return try run(path, engine, inputs)
  }
}
