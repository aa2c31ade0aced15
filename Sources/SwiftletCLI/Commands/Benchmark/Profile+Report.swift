internal import Foundation
internal import SwiftletMeasurement
internal import SwiftletRuntime
internal import SwiftletSIMD

extension Profile {
  /// Members for the line of `--json`.
  var members: [JSON.Member] {
    [
      .init(key: "end_to_end_ms", value: Self.json(endToEnd.total)),
      .init(key: "copy_in_ms", value: Self.json(endToEnd.input)),
      .init(key: "copy_out_ms", value: Self.json(endToEnd.output)),
      .init(key: "profiled_run_ms", value: Self.json(self.run)),
      .init(key: "profiled_min_ms", value: Self.json(leastRun)),
      .init(key: "steps_ms", value: Self.json(time)),
      .init(key: "reading_ms", value: Self.json(readingCost)),
      .init(
        key: "peak",
        value: [
          "threads": .integer(peak.threads),
          "float_gmacs_per_s": .double(peak.products(ofIntegers: false, isa)),
          "integer_gmacs_per_s": .double(peak.products(ofIntegers: true, isa)),
          "read": .array(
            peak.bandwidths.map {
              ["bytes": .integer($0.byteCount), "gigabytes_per_s": .double($0.rate)]
            }),
        ]),
      .init(key: "kinds", value: .array(kinds.map(json))),
      .init(key: "steps", value: .array(lines.map(json))),
      .init(key: "called", value: .array(called.map(json))),
    ]
  }

  private func json(_ kind: Kind) -> JSON {
    [
      "op": .string(kind.operatorName), "count": .integer(kind.count),
      "median_ms": Self.json(kind.time), "share": .double(share(kind.time)),
      "macs": .integer(kind.multiplyAccumulates), "bytes": .integer(kind.byteCount),
      "gmacs_per_s": Self.rate(kind.multiplyAccumulates, kind.time).map(JSON.double) ?? .null,
    ]
  }

  private func json(_ line: Line) -> JSON {
    let (work, step) = (line.work, line.work.step)
    return [
      "index": .integer(step.place.index), "op": .string(step.place.operatorName),
      "kernel": .string(step.kernel), "macs": .integer(work.multiplyAccumulates),
      "elided": .bool(step.isElided), "median_ms": Self.json(line.time),
      "subgraph": .integer(step.place.subgraph), "min_ms": Self.json(line.least),
      "share": .double(share(line.time)), "bytes": .integer(work.byteCount),
      "gmacs_per_s": Self.rate(work.multiplyAccumulates, line.time).map(JSON.double) ?? .null,
      "of_roofline": line.ofRoofline.map(JSON.double) ?? .null,
    ]
  }

  private func json(_ called: Called) -> JSON {
    let (work, step) = (called.work, called.work.step)
    return [
      "subgraph": .integer(step.place.subgraph), "index": .integer(step.place.index),
      "op": .string(step.place.operatorName), "kernel": .string(step.kernel),
      "calls": .integer(called.calls), "median_ms": Self.json(called.time),
      "share": .double(share(called.time)), "macs": .integer(work.multiplyAccumulates),
      "bytes": .integer(work.byteCount),
      "gmacs_per_s": Self.rate(work.multiplyAccumulates, called.time).map(JSON.double) ?? .null,
    ]
  }

  static func json(_ nanoseconds: Int) -> JSON { .double(Double(nanoseconds) / 1e6) }

  /// Units in a nanosecond, or nil where there are none.
  static func rate(_ count: Int, _ time: Int) -> Double? {
    count > 0 && time > 0 ? Double(count) / Double(time) : nil
  }

  /// Lines for people; `run` is the median of `count` plain runs, and `least` their least.
  func text(run: Int, least: Int, count: Int) -> [String] {
    let read = peak.bandwidths.map { String(format: "%d KiB %.0f", $0.byteCount >> 10, $0.rate) }
    func share(_ time: Int, of whole: Int) -> String {
      whole > 0 ? String(format: "%.1f %%", 100 * Double(time) / Double(whole)) : "all"
    }
    var steps = TextTable(.right, .right, .right, .right, .right, .right, .left, .left)
    steps.append("ms", "share", "MMAC", "GMAC/s", "KiB", "roofline", "operator", "kernel")
    for line in lines {
      let (work, step) = (line.work, line.work.step)
      steps.append(
        columns(line.time, work.multiplyAccumulates, work.byteCount) + [
          line.ofRoofline.map { String(format: "%.0f %%", 100 * $0) } ?? "",
          "\(step.place.index) \(step.place.operatorName)",
          step.isElided ? "shares memory" : step.kernel,
        ])
    }
    var kinds = TextTable(.right, .right, .right, .right, .right, .right, .left)
    kinds.append("ms", "share", "MMAC", "GMAC/s", "KiB", "count", "operator")
    for kind in self.kinds {
      kinds.append(
        columns(kind.time, kind.multiplyAccumulates, kind.byteCount) + [
          "\(kind.count)", kind.operatorName,
        ])
    }
    return [
      "peak of \(countOfThreads(peak.threads)), \(isa.rawValue), measured now: "
        + String(format: "%.1f GMAC/s in floats, ", peak.products(ofIntegers: false, isa))
        + String(format: "%.1f of 8 bits; ", peak.products(ofIntegers: true, isa))
        + "GB/s read from \(read.joined(separator: ", "))",
      "steps (means around the median of \(count) runs, which took \(share(self.run, of: run)) of plain ones, the "
        + "fastest \(share(leastRun, of: least)) of the fastest; less \(readingCost) ns each for "
        + "reading the clock, their sum is \(share(time, of: run)))",
    ] + steps.lines() + calledText + ["kinds"] + kinds.lines()
  }

  /// The steps of called graphs.
  private var calledText: [String] {
    guard !called.isEmpty else { return [] }
    var table = TextTable(.right, .right, .right, .right, .right, .right, .left, .left)
    table.append("ms", "share", "MMAC", "GMAC/s", "KiB", "calls", "subgraph:operator", "kernel")
    for line in called {
      let step = line.work.step
      table.append(
        columns(line.time, line.work.multiplyAccumulates, line.work.byteCount) + [
          "\(line.calls)", "\(step.place.subgraph):\(step.place.index) \(step.place.operatorName)",
          step.isElided ? "shares memory" : step.kernel,
        ])
    }
    let title = "inside called graphs (all calls of a run together; part of the steps above)"
    return [title] + table.lines()
  }

  private func columns(_ time: Int, _ products: Int, _ bytes: Int) -> [String] {
    [
      String(format: "%.3f", Double(time) / 1e6), String(format: "%.1f %%", 100 * share(time)),
      products > 0 ? String(format: "%.2f", Double(products) / 1e6) : "",
      Self.rate(products, time).map { String(format: "%.1f", $0) } ?? "",
      bytes > 0 ? String(format: "%.0f", Double(bytes) / 1024) : "",
    ]
  }
}
