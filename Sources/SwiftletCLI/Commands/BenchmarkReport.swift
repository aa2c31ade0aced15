internal import Foundation
internal import SwiftletOperators
internal import SwiftletRuntime
internal import SwiftletSIMD

/// The results of a benchmark, to be printed.
struct BenchmarkReport {
  let model: String
  let engine: EngineChoices
  let plan: Plan
  /// All times in nanoseconds.
  let load: Int
  let planning: Int
  let first: Int
  /// The timed runs, fastest first.
  let times: [Int]
  let warmup: Int
  /// The time of each of the plan's steps, if asked for.
  let steps: [Int]?

  private let peakBytes = ProcessMemory.peakResidentBytes

  init(
    model: String, engine: EngineChoices, plan: Plan, load: Int, planning: Int, first: Int,
    times: [Int], warmup: Int, steps: [Int]?
  ) {
    self.model = model
    self.engine = engine
    self.plan = plan
    self.load = load
    self.planning = planning
    self.first = first
    self.times = times
    self.warmup = warmup
    self.steps = steps
  }

  /// The time that a share of the runs does not exceed.
  private func quantile(_ share: Double) -> Int {
    let rank = Int((share * Double(times.count)).rounded(.up))
    return times[min(max(rank, 1), times.count) - 1]
  }

  private var median: Int {
    let middle = times.count / 2
    return times.count % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2
  }

  private static func json(_ nanoseconds: Int) -> JSON { .double(Double(nanoseconds) / 1e6) }

  /// The line for `--json`.
  var json: JSON {
    var members: [JSON.Member] = [
      .init(key: "model", value: .string(model)),
      .init(key: "isa", value: .string(plan.isa.rawValue)),
      .init(key: "threads", value: .integer(engine.threads)),
      .init(key: "arithmetic", value: .string(engine.arithmetic.rawValue)),
      .init(key: "load_ms", value: Self.json(load)),
      .init(key: "plan_ms", value: Self.json(planning)),
      .init(key: "first_ms", value: Self.json(first)),
      .init(key: "min_ms", value: Self.json(times[0])),
      .init(key: "median_ms", value: Self.json(median)),
      .init(key: "p95_ms", value: Self.json(quantile(0.95))),
      .init(key: "arena_bytes", value: .integer(plan.memory.plannedBytes)),
      .init(key: "naive_bytes", value: .integer(plan.memory.naiveBytes)),
      .init(key: "lower_bound_bytes", value: .integer(plan.memory.lowerBoundBytes)),
      .init(key: "packed_weight_bytes", value: .integer(plan.packedWeightBytes)),
      .init(key: "peak_rss_bytes", value: peakBytes.map(JSON.integer) ?? .null),
    ]
    if let steps {
      members.append(
        .init(
          key: "steps",
          value: .array(
            zip(plan.steps, steps).map { step, time in
              [
                "index": .integer(step.place.index), "op": .string(step.place.operatorName),
                "kernel": .string(step.kernel), "macs": .integer(step.multiplyAccumulates),
                "elided": .bool(step.isElided), "median_ms": Self.json(time),
              ]
            })))
    }
    return .object(members)
  }

  /// The same for people.
  var text: String {
    #if DEBUG
    let build = ", debug build"
    #else
    let build = ""
    #endif
    let threads = engine.threads == 1 ? "1 thread" : "\(engine.threads) threads"
    var lines = [
      "\(model): \(plan.isa.rawValue), \(threads), \(engine.arithmetic.rawValue)\(build)"
    ]
    let memory = plan.memory
    var table = TextTable(.left)
    table.append("load", "\(milliseconds(load)) ms")
    table.append("plan", "\(milliseconds(planning)) ms")
    table.append("first run", "\(milliseconds(first)) ms")
    table.append(
      "run",
      "min \(milliseconds(times[0])) ms, median \(milliseconds(median)) ms, "
        + "95 % within \(milliseconds(quantile(0.95))) ms "
        + "(\(times.count) runs after \(warmup) to warm up)")
    table.append(
      "arena",
      "\(size(memory.plannedBytes)) (\(size(memory.naiveBytes)) unshared, "
        + "at least \(size(memory.lowerBoundBytes)))")
    table.append("packed weights", size(plan.packedWeightBytes))
    if let peakBytes { table.append("peak memory", size(peakBytes)) }
    lines += table.lines()
    if let steps { lines += profileLines(steps) }
    return lines.joined(separator: "\n")
  }

  private func profileLines(_ times: [Int]) -> [String] {
    let total = Double(times.reduce(0, +))
    var table = TextTable(.right, .right, .right, .right, .left, .left)
    table.append("ms", "share", "MMAC", "GMAC/s", "operator", "kernel")
    for (step, time) in zip(plan.steps, times) {
      let macs = Double(step.multiplyAccumulates)
      table.append(
        milliseconds(time), String(format: "%.1f %%", total > 0 ? 100 * Double(time) / total : 0),
        macs > 0 ? String(format: "%.2f", macs / 1e6) : "",
        macs > 0 && time > 0 ? String(format: "%.1f", macs / Double(time)) : "",
        "\(step.place.index) \(step.place.operatorName)",
        step.isElided ? "shares memory" : step.kernel)
    }
    return ["steps (median of \(self.times.count) runs of their own)"] + table.lines()
  }

  private func milliseconds(_ nanoseconds: Int) -> String {
    String(format: "%.3f", Double(nanoseconds) / 1e6)
  }

  private func size(_ bytes: Int) -> String {
    bytes < 1 << 20
      ? String(format: "%.1f KiB", Double(bytes) / 1024)
      : String(format: "%.2f MiB", Double(bytes) / 1_048_576)
  }
}

/// What the system says about this process.
enum ProcessMemory {
  /// The most memory that was resident at one time, or nil where the system does not tell.
  ///
  /// `getrusage` would count the parent's peak before it started this program.
  static var peakResidentBytes: Int? {
    guard let bytes = try? InputFile.bytes(of: "/proc/self/status", for: "The process") else {
      return nil
    }
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("VmHWM:") }
    guard let digits = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
    else { return nil }
    return Int(digits).map { $0 * 1024 }
  }
}
