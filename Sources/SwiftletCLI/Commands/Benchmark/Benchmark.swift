internal import SwiftletFormat
internal import SwiftletKernels
internal import SwiftletMeasurement
internal import SwiftletRuntime
internal import SwiftletSIMD

/// `swiftlet benchmark`: how long loading, planning and running take, and how much memory.
struct Benchmark: Command {
  private static let runs = Flag<Int>(
    integer: "--runs", "N", help: "timed runs (default 50)")
  private static let warmup = Flag<Int>(
    integer: "--warmup", "N", help: "runs before the timed ones, after the first (default 5)")
  private static let profile = Switch("--profile", help: "also the time and work of each step")
  private static let trace = Flag<String>(
    text: "--trace", "FILE.json", help: "--profile, and a run as a trace for Perfetto or Chrome")

  static let syntax = CommandSyntax(
    name: "benchmark", summary: "Times a model on seeded inputs.",
    operands: "MODEL", operandCount: 1...1, operandHelp: "the path of a .tflite file",
    flags: [runs.syntax, warmup.syntax, profile.syntax, trace.syntax] + CommonFlags.all)

  private let model: String
  private let runs: Int
  private let warmup: Int
  private let isProfiled: Bool
  private let trace: String?
  private let engine: EngineChoices

  init(_ arguments: ParsedArguments) throws(CommandError) {
    model = arguments.operands[0]
    runs = try arguments.value(of: Self.runs) ?? 50
    warmup = try arguments.value(of: Self.warmup) ?? 5
    trace = try arguments.value(of: Self.trace)
    isProfiled = arguments.isSet(Self.profile) || trace != nil
    engine = try EngineChoices(arguments)
  }

  func run() throws(CommandError) -> Bool {
    try engine.check()
    guard runs >= 1, warmup >= 0 else {
      throw .failure(
        .invalidArgument,
        "The number of runs is \(runs) after \(warmup) to warm up; give at least 1 and 0.")
    }
    if let trace, OutputFile.areSame(trace, model) {
      throw .failure(
        .invalidArgument, "The trace would take the place of the model \(model); give another name."
      )
    }
    if let trace { try OutputFile.check(trace) }
    let (loadTime, loaded) = try timed { () throws(CommandError) in try ModelFile.open(model) }
    let (timer, planning) = try ModelTimer.make(loaded, path: model, engine: engine)
    let first = try timer.run()
    let checksum = try timer.checksum()
    let work = isProfiled ? try timer.work() : (steps: [], called: [])
    var progress = ProgressLine()
    for index in 0..<warmup {
      progress.update("run \(index + 1) of \(warmup) to warm up")
      _ = try timer.run()
    }
    var times: [Int] = []
    var samples: [[Int]] = []
    var calls: [[CalledStep]] = []
    var endToEnd: [ModelTimer.EndToEnd] = []
    // Each kind of run in turn, so that all see the same disturbances.
    for index in 0..<runs {
      progress.update("run \(index + 1) of \(runs)")
      times.append(try timer.run())
      guard isProfiled else { continue }
      samples.append(try timer.steps())
      if !work.called.isEmpty { calls.append(try timer.calledSteps()) }
      endToEnd.append(try timer.endToEnd())
    }
    timer.reset()
    _ = try timer.run()
    let repeats = try timer.checksum() == checksum
    progress.clear()
    let profile =
      isProfiled
      ? Profile(
        plain: times, work: work.steps, samples: samples, called: work.called, calls: calls,
        endToEnd: endToEnd,
        isa: timer.plan.isa,
        peak: MachinePeak(
          of: Kernels.available.filter { $0.isa == timer.plan.isa }, threads: engine.threads))
      : nil
    let report = BenchmarkReport(
      model: model, engine: engine, plan: timer.plan, load: loadTime, planning: planning,
      first: first, times: times.sorted(), warmup: warmup, checksum: checksum, repeats: repeats,
      profile: profile)
    if let trace, let profile {
      let events = Trace(profile, title: report.title, metadata: report.metadata)
      try OutputFile.write(Array((events.json.description + "\n").utf8), to: trace)
    }
    try Console.print(engine.json ? report.json.description : report.text)
    return true
  }
}
