internal import Foundation
internal import SwiftletFormat
internal import SwiftletRuntime
internal import SwiftletTensor

/// `swiftlet benchmark`: how long loading, planning and running take, and how much memory.
struct Benchmark: Command {
  private static let runs = Flag<Int>(
    integer: "--runs", "N", help: "timed runs (default 50)")
  private static let warmup = Flag<Int>(
    integer: "--warmup", "N", help: "runs before the timed ones, after the first (default 5)")
  private static let profile = Switch("--profile", help: "also the time of each step")

  static let syntax = CommandSyntax(
    name: "benchmark", summary: "Times a model on seeded inputs.",
    operands: "MODEL", operandCount: 1...1, operandHelp: "the path of a .tflite file",
    flags: [runs.syntax, warmup.syntax, profile.syntax] + CommonFlags.all)

  private let model: String
  private let runs: Int
  private let warmup: Int
  private let isProfiled: Bool
  private let engine: EngineChoices

  init(_ arguments: ParsedArguments) throws(CommandError) {
    model = arguments.operands[0]
    runs = try arguments.value(of: Self.runs) ?? 50
    warmup = try arguments.value(of: Self.warmup) ?? 5
    isProfiled = arguments.isSet(Self.profile)
    engine = try EngineChoices(arguments)
  }

  func run() throws(CommandError) -> Bool {
    try engine.check()
    guard runs >= 1, warmup >= 0 else {
      throw .failure(
        .invalidArgument,
        "The number of runs is \(runs) after \(warmup) to warm up; give at least 1 and 0.")
    }
    let (loadTime, loaded) = try timed { () throws(CommandError) in try ModelFile.open(model) }
    let interpreter = Interpreter(model: loaded, options: engine.planOptions)
    let (planTime, plan) = try timed { () throws(CommandError) in
      do throws(PlanError) { return try interpreter.plan() } catch {
        throw CommandError(error, model: model)
      }
    }
    try fillInputs(of: interpreter, plan)
    let first = try timedRun(interpreter)
    var progress = ProgressLine()
    for index in 0..<warmup {
      progress.update("run \(index + 1) of \(warmup) to warm up")
      _ = try timedRun(interpreter)
    }
    var times: [Int] = []
    for index in 0..<runs {
      progress.update("run \(index + 1) of \(runs)")
      times.append(try timedRun(interpreter))
    }
    let steps = isProfiled ? try profile(interpreter, plan, &progress) : nil
    progress.clear()
    let report = BenchmarkReport(
      model: model, engine: engine, plan: plan, load: loadTime, planning: planTime, first: first,
      times: times.sorted(), warmup: warmup, steps: steps)
    try Console.print(engine.json ? report.json.description : report.text)
    return true
  }

  /// The result of some work, and the nanoseconds that it took.
  private func timed<Result>(
    _ work: () throws(CommandError) -> Result
  ) throws(CommandError) -> (Int, Result) {
    let start = ContinuousClock.now
    let result = try work()
    return ((ContinuousClock.now - start).nanoseconds, result)
  }

  private func timedRun(_ interpreter: Interpreter) throws(CommandError) -> Int {
    try timed { () throws(CommandError) in
      do throws(RunError) { try interpreter.run() } catch {
        throw CommandError(error, model: model)
      }
    }.0
  }

  private func fillInputs(of interpreter: Interpreter, _ plan: Plan) throws(CommandError) {
    for (index, input) in plan.inputs.enumerated() {
      let values = SeededValues.bytes(
        type: input.type, count: input.shape.elementCount, seed: UInt64(index))
      guard let values else {
        throw .failure(
          .unimplemented,
          ModelFile.located(
            "Input \(index) has the type \(input.type.name), for which there are no values.",
            at: model))
      }
      do throws(RunError) { try interpreter.writeInput(index, values) } catch {
        throw CommandError(error, model: model)
      }
    }
  }

  /// The median nanoseconds of each step, from as many runs as are timed as a whole.
  private func profile(
    _ interpreter: Interpreter, _ plan: Plan, _ progress: inout ProgressLine
  ) throws(CommandError) -> [Int] {
    var samples = [[Int]](repeating: [], count: plan.steps.count)
    for index in 0..<runs {
      progress.update("profiled run \(index + 1) of \(runs)")
      var nanoseconds = [Int](repeating: 0, count: samples.count)
      do throws(RunError) { try interpreter.run(timing: &nanoseconds) } catch {
        throw CommandError(error, model: model)
      }
      for step in samples.indices { samples[step].append(nanoseconds[step]) }
    }
    return samples.map { $0.sorted()[$0.count / 2] }
  }
}

extension Duration {
  fileprivate var nanoseconds: Int {
    Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
  }
}
