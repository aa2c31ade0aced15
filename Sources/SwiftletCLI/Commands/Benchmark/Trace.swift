internal import SwiftletRuntime

/// One run as a trace in the JSON format of Chrome's tracing, which Perfetto opens, too.
///
/// Every step is a complete event (`"ph":"X"`) inside the event of its run; copies of inputs and
/// outputs stand before and after it. Times are microseconds.
struct Trace {
  private let profile: Profile
  private let title: String
  private let metadata: [JSON.Member]

  /// Takes the run of a profile whose time is the median.
  init(_ profile: Profile, title: String, metadata: [JSON.Member]) {
    self.profile = profile
    self.title = title
    self.metadata = metadata
  }

  /// The whole file.
  var json: JSON {
    var events = [
      name("process_name", title), name("thread_name", "run"),
    ]
    let copies = profile.endToEnd
    let length = profile.typicalRun.reduce(0, +)
    events.append(event("copy inputs", "copy", start: 0, length: copies.input, [:]))
    events.append(event("run", "run", start: copies.input, length: length, [:]))
    var start = copies.input
    for (line, time) in zip(profile.lines, profile.typicalRun) {
      let (work, step) = (line.work, line.work.step)
      let arguments: JSON = [
        "kernel": .string(step.isElided ? "shares memory" : step.kernel),
        "operator": .integer(step.place.index), "subgraph": .integer(step.place.subgraph),
        "macs": .integer(work.multiplyAccumulates), "bytes": .integer(work.byteCount),
        "median_us": .double(Double(line.time) / 1_000),
        "of_roofline": line.ofRoofline.map(JSON.double) ?? .null,
      ]
      let operatorName = step.place.operatorName
      events.append(event(operatorName, "step", start: start, length: time, arguments))
      start += time
    }
    events.append(event("copy outputs", "copy", start: start, length: copies.output, [:]))
    return [
      "traceEvents": .array(events), "displayTimeUnit": "ns", "otherData": .object(metadata),
    ]
  }

  private func name(_ kind: String, _ name: String) -> JSON {
    [
      "name": .string(kind), "ph": "M", "pid": 1, "tid": 1, "ts": 0,
      "args": ["name": .string(name)],
    ]
  }

  private func event(
    _ name: String, _ category: String, start: Int, length: Int, _ arguments: JSON
  ) -> JSON {
    [
      "name": .string(name), "cat": .string(category), "ph": "X", "pid": 1, "tid": 1,
      "ts": .double(Double(start) / 1_000), "dur": .double(Double(length) / 1_000),
      "args": arguments,
    ]
  }
}
