internal import Foundation
internal import SwiftletMeasurement
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
  /// The checksum of the outputs of the first run.
  let checksum: CRC32
  /// Whether the last run gave the same, with variables as they were at first.
  let repeats: Bool
  /// Where the time goes, if asked for.
  let profile: Profile?

  private let peakBytes = ProcessMemory.peakResidentBytes

  init(
    model: String, engine: EngineChoices, plan: Plan, load: Int, planning: Int, first: Int,
    times: [Int], warmup: Int, checksum: CRC32, repeats: Bool, profile: Profile?
  ) {
    self.model = model
    self.engine = engine
    self.plan = plan
    self.load = load
    self.planning = planning
    self.first = first
    self.times = times
    self.warmup = warmup
    self.checksum = checksum
    self.repeats = repeats
    self.profile = profile
  }

  /// The time that a share of the runs does not exceed.
  private func quantile(_ share: Double) -> Int {
    let rank = Int((share * Double(times.count)).rounded(.up))
    return times[min(max(rank, 1), times.count) - 1]
  }

  private var median: Int { SwiftletCLI.median(times) }

  private static func json(_ nanoseconds: Int) -> JSON { Profile.json(nanoseconds) }

  /// What is measured, in a few words.
  var title: String {
    "\(model): \(plan.isa.rawValue), \(countOfThreads(engine.threads)), "
      + engine.arithmetic.rawValue
  }

  /// The machine, the build and the outputs' checksum.
  var metadata: [JSON.Member] {
    let machine = Machine.current
    return [
      .init(
        key: "machine",
        value: [
          "processor": .string(machine.processor), "count": .integer(machine.processorCount),
          "features": .strings(machine.features), "isas": .strings(machine.instructionSets),
        ]),
      .init(
        key: "build",
        value: [
          "version": .string(CommandLineTool.version),
          "configuration": .string(Build.configuration), "traits": .strings(Build.traits),
        ]),
      .init(key: "outputs_crc32", value: .string(checksum.hexadecimal)),
      .init(key: "outputs_repeat", value: .bool(repeats)),
    ]
  }

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
    members += metadata
    if let profile { members += profile.members }
    return .object(members)
  }

  /// The same for people.
  var text: String {
    let machine = Machine.current
    var lines = [
      title + (Build.configuration == "debug" ? ", debug build" : ""),
      "\(machine.processor), \(machine.processorCount) processors "
        + "(\(machine.features.joined(separator: " "))); \(Build.configuration) build, "
        + "traits \(Build.traits.isEmpty ? "none" : Build.traits.joined(separator: " "))",
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
    if let copies = profile?.endToEnd {
      table.append(
        "end to end",
        "median \(milliseconds(copies.total)) ms: inputs \(milliseconds(copies.input)), "
          + "run \(milliseconds(copies.run)), outputs \(milliseconds(copies.output))")
    }
    table.append(
      "outputs",
      "CRC-32 \(checksum.hexadecimal), "
        + (repeats ? "the same after all runs" : "another one after all runs"))
    table.append(
      "arena",
      "\(size(memory.plannedBytes)) (\(size(memory.naiveBytes)) unshared, "
        + "at least \(size(memory.lowerBoundBytes)))")
    table.append("packed weights", size(plan.packedWeightBytes))
    if let peakBytes { table.append("peak memory", size(peakBytes)) }
    lines += table.lines()
    if let profile {
      lines += profile.text(run: median, least: times.first ?? 0, count: times.count)
    }
    return lines.joined(separator: "\n")
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

/// How this command was built.
enum Build {
  /// `debug` or `release`; kernels are optimised in both.
  static let configuration: String = {
    #if DEBUG
    "debug"
    #else
    "release"
    #endif
  }()

  /// The package traits that are on.
  static let traits: [String] = {
    var traits: [String] = []
    #if OPENBLAS
    traits.append("OpenBLAS")
    #endif
    #if IMAGE_CODECS
    traits.append("ImageCodecs")
    #endif
    #if DOWNLOADS
    traits.append("Downloads")
    #endif
    return traits
  }()
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
