import Foundation
import SwiftletCLI
import SwiftletFormat
import SwiftletMeasurement
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// `swiftlet benchmark --profile` and `--trace`.
@Suite struct ProfileTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func network() throws -> String {
    try scratch.write(SmallNetwork().file(), to: "network.tflite")
  }

  private func profile(_ model: String, _ arguments: String...) throws -> [String: Any] {
    let run = try Executable.run(
      ["benchmark", model, "--json", "--profile", "--runs", "5"] + arguments)
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    return try #require(try run.objects().first)
  }

  @Test func stepsHaveTheirWork() throws {
    let report = try profile(try network())
    let steps = try #require(report["steps"] as? [[String: Any]])
    #expect(
      steps.map { $0["op"] as? String } == ["CONV_2D", "ADD", "CONV_2D", "RESHAPE", "SOFTMAX"])
    // Pixels × filters × window × depth.
    #expect(steps[0]["macs"] as? Int == 16 * 8 * 9 * 3)
    #expect(steps[2]["macs"] as? Int == 16 * 8 * 9 * 8)
    // An operand and a result of 128 floats, and one constant.
    #expect(steps[1]["bytes"] as? Int == 4 * (128 + 128 + 1))
    #expect(steps[2]["bytes"] as? Int == 4 * (128 + 128 + 8 * 9 * 8 + 8))
    #expect(steps[3]["elided"] as? Bool == true && steps[3]["bytes"] as? Int == 0)
    #expect(steps[3]["of_roofline"] is NSNull && steps[3]["gmacs_per_s"] is NSNull)
    for step in steps where step["elided"] as? Bool == false {
      let times = (step["min_ms"] as? Double ?? 0, step["median_ms"] as? Double ?? 0)
      #expect(times.0 > 0 && times.0 <= times.1)
      #expect((step["of_roofline"] as? Double ?? 0) > 0)
    }
    let shares = steps.reduce(0) { $0 + ($1["share"] as? Double ?? 0) }
    #expect(abs(shares - 1) < 1e-9)
  }

  @Test func kindsSumUpSteps() throws {
    let report = try profile(try network())
    let steps = try #require(report["steps"] as? [[String: Any]])
    let kinds = try #require(report["kinds"] as? [[String: Any]])
    #expect(kinds.count == 4 && kinds.reduce(0) { $0 + ($1["count"] as? Int ?? 0) } == 5)
    for key in ["macs", "bytes"] {
      func sum(_ rows: [[String: Any]]) -> Int { rows.reduce(0) { $0 + ($1[key] as? Int ?? 0) } }
      #expect(sum(kinds) == sum(steps))
    }
    func time(_ rows: [[String: Any]]) -> Double {
      rows.reduce(0) { $0 + ($1["median_ms"] as? Double ?? 0) }
    }
    let sum = try #require(report["steps_ms"] as? Double)
    #expect(abs(time(kinds) - sum) < 1e-9 && abs(time(steps) - sum) < 1e-9)
    let order = kinds.map { $0["median_ms"] as? Double ?? 0 }
    #expect(order == order.sorted(by: >))
  }

  @Test("What readings of the clock make longer is taken off, but nothing else")
  func readingCost() {
    #expect(ClockReading.cost(plain: 3_000, watched: 3_330, readings: 11) == 30)
    #expect(ClockReading.cost(plain: 3_000, watched: 2_900, readings: 11) == 0)
    #expect(ClockReading.cost(plain: 1_000_000, watched: 1_200_000, readings: 50) == 100)
    #expect(ClockReading.cost(plain: 10, watched: 20, readings: 0) == 0)
  }

  @Test func theHeadNamesMachineAndBuild() throws {
    let report = try profile(try network(), "--threads", "2")
    let machine = try #require(report["machine"] as? [String: Any])
    #expect((machine["processor"] as? String)?.isEmpty == false)
    #expect((machine["isas"] as? [String])?.first == "portable")
    let build = try #require(report["build"] as? [String: Any])
    #expect(["debug", "release"].contains(build["configuration"] as? String))
    let peak = try #require(report["peak"] as? [String: Any])
    #expect(peak["threads"] as? Int == 2)
    for key in ["float_gmacs_per_s", "integer_gmacs_per_s"] {
      #expect((peak[key] as? Double ?? 0) > 0)
    }
    for key in ["end_to_end_ms", "copy_in_ms", "copy_out_ms", "profiled_run_ms", "profiled_min_ms"]
    {
      #expect((report[key] as? Double ?? 0) > 0, "\(key)")
    }
    let text = try Executable.run(["benchmark", try network(), "--profile", "--runs", "2"])
    for words in ["end to end", "CRC-32", "measured now", "roofline", "kinds", "build"] {
      #expect(text.output.contains(words), "\(words)")
    }
  }

  @Test func theChecksumIsThatOfTheOutputs() throws {
    let model = try network()
    let report = try profile(model)
    _ = try Executable.run(["run", model, "--output-dir", scratch.path("out")])
    let bytes = try NPY(contentsOf: scratch.path("out/0.npy")).bytes
    // Bit by bit, as the polynomial says.
    var remainder = UInt32.max
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    let digits = String(~remainder, radix: 16)
    let expected = String(repeating: "0", count: 8 - digits.count) + digits
    #expect(report["outputs_crc32"] as? String == expected)
    #expect(report["outputs_repeat"] as? Bool == true)
    var checksum = CRC32()
    checksum.update(Array("12345".utf8))
    checksum.update(Array("6789".utf8))
    #expect(checksum.hexadecimal == "cbf43926" && CRC32().value == 0)
  }

  /// Quantised models give the same outputs everywhere.
  @Test(
    .enabled(if: Corpus.isPresent, "\(Corpus.advice)"),
    arguments: ["kws_ref_model_int8", "mobilenet_v1_0.25_128_quant"])
  func checksumsAgreeEverywhere(_ name: String) throws {
    let model = try Corpus.model("\(name).tflite")
    let plain = try profile(model)["outputs_crc32"] as? String
    #expect(plain?.count == 8)
    #expect(try profile(model, "--isa", "portable")["outputs_crc32"] as? String == plain)
    #expect(try profile(model, "--threads", "2")["outputs_crc32"] as? String == plain)
  }

  @Test func tracesHoldOneEventForEachStep() throws {
    let file = scratch.path("trace.json")
    let report = try profile(try network(), "--trace", file)
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    let trace = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let other = try #require(trace["otherData"] as? [String: Any])
    #expect(other["outputs_crc32"] as? String == report["outputs_crc32"] as? String)
    let events = try #require(trace["traceEvents"] as? [[String: Any]])
    let names = events.filter { $0["ph"] as? String == "M" }.map { $0["name"] as? String }
    #expect(names == ["process_name", "thread_name"])
    let complete = events.filter { $0["ph"] as? String == "X" }
    #expect(complete.count == events.count - 2)
    struct Span: Equatable {
      let name: String
      let category: String
      let start: Double
      let length: Double
      var end: Double { start + length }
    }
    let spans = try complete.map { event in
      #expect(
        event["pid"] as? Int == 1 && event["tid"] as? Int == 1 && event["args"] is [String: Any])
      return Span(
        name: try #require(event["name"] as? String), category: event["cat"] as? String ?? "",
        start: try #require(event["ts"] as? Double), length: try #require(event["dur"] as? Double))
    }
    let steps = spans.filter { $0.category == "step" }
    #expect(steps.map(\.name) == ["CONV_2D", "ADD", "CONV_2D", "RESHAPE", "SOFTMAX"])
    let run = try #require(spans.first { $0.name == "run" })
    // Steps follow one another without gaps, from the run's beginning to its end.
    var position = run.start
    for step in steps {
      #expect(abs(step.start - position) < 1e-6 && step.length >= 0)
      position = step.end
    }
    #expect(abs(position - run.end) < 1e-6)
    #expect(spans.first?.name == "copy inputs" && abs((spans.first?.end ?? 0) - run.start) < 1e-6)
    #expect(spans.last?.name == "copy outputs" && (spans.last?.start ?? 0) >= run.end - 1e-6)
  }

  @Test func tracesNeverReplaceTheModel() throws {
    let model = try network()
    let run = try Executable.run(["benchmark", model, "--trace", model, "--runs", "1"])
    #expect(run.status == 1 && run.output.isEmpty && run.error.contains("take the place"))
    let nowhere = try Executable.run(
      ["benchmark", model, "--trace", scratch.path("none/t.json"), "--runs", "1000000000"])
    #expect(nowhere.status == 1 && nowhere.output.isEmpty)
    #expect(FileManager.default.contents(atPath: model) == Data(SmallNetwork().file()))
  }

  /// The work inside a loop counts for the step that runs it.
  @Test func calledGraphsCountForTheirCaller() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1, 64])
    let y = b.tensor("y", .float32, [1, 64])
    let condition = b.constant("condition", [true], [1])
    b.operator(.if, inputs: [condition, x], outputs: [y], options: IfOptions()) {
      $0.thenSubgraphIndex = 1
      $0.elseSubgraphIndex = 2
    }
    for name in ["then", "else"] {
      b.subgraph(name) { b in
        let value = b.tensor("value", .float32, [1, 64])
        let product = b.tensor("product", .float32, [1, 64])
        let weights = b.constant("weights", [Float](repeating: 0.5, count: 64 * 64), [64, 64])
        b.operator(
          .fullyConnected, inputs: [value, weights, -1], outputs: [product],
          options: FullyConnectedOptions())
        return ([value], [product])
      }
    }
    let model = try scratch.write(b.build(inputs: [x], outputs: [y]), to: "if.tflite")
    let report = try profile(model)
    let steps = try #require(report["steps"] as? [[String: Any]])
    let branch = try #require(steps.first { $0["op"] as? String == "IF" })
    #expect(branch["macs"] as? Int == 64 * 64 && branch["kernel"] as? String == "interpreted")
    let called = try #require(report["called"] as? [[String: Any]])
    #expect(called.count == 1 && called[0]["op"] as? String == "FULLY_CONNECTED")
    #expect(called[0]["subgraph"] as? Int == 1 && called[0]["index"] as? Int == 0)
    #expect(called[0]["calls"] as? Int == 1 && called[0]["macs"] as? Int == 64 * 64)
    let (inner, whole) = (called[0]["median_ms"] as? Double, branch["median_ms"] as? Double)
    #expect(inner ?? 0 > 0 && inner ?? 1 < whole ?? 0)
    let text = try Executable.run(["benchmark", model, "--profile", "--runs", "2"])
    #expect(text.output.contains("inside called graphs") && text.output.contains("1:0 FULLY"))
    #expect(try profile(try network())["called"] as? [String] == [])
  }

  /// A condition is asked once more often than the body of its loop runs.
  @Test func callsOfLoopsAreCounted() throws {
    let names = RecordedCase.names(of: "WHILE").filter { $0.hasSuffix("/int64_iterations") }
    let model = "\(RecordedCase.folder)/\(try #require(names.first)).tflite"
    let called = try #require(try profile(model)["called"] as? [[String: Any]])
    var calls: [Int: Set<Int>] = [:]
    for step in called {
      calls[step["subgraph"] as? Int ?? 0, default: []].insert(step["calls"] as? Int ?? 0)
    }
    #expect(calls.count == 2 && calls.values.allSatisfy { $0.count == 1 })
    let counts = calls.values.compactMap(\.first).sorted()
    #expect(counts[0] > 0 && counts[1] == counts[0] + 1)
  }

  @Test func aPeakIsAboveZero() throws {
    let peak = MachinePeak(threads: 2)
    #expect(peak.threads == 2 && peak.bandwidths.count == 4)
    #expect(peak.bandwidths.allSatisfy { $0.rate > 0 })
    let small = peak.bound(products: 1_000, ofIntegers: false, byteCount: 16, .portable)
    let large = peak.bound(products: 1_000_000, ofIntegers: false, byteCount: 16, .portable)
    #expect(small > 0 && large > 100 * small)
  }
}
