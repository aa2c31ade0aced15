import Foundation
import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// What `swiftlet inspect` computes: statistics of constants, work, kernels and the arena.
@Suite struct InspectFactsTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func report(_ builder: ModelBuilder) throws -> [String: Any] {
    let path = try scratch.write(builder.build(), to: "m.tflite")
    let run = try Executable.run(["inspect", path, "--json"])
    #expect(run.status == 0, "\(run.error)")
    return try #require(try run.objects().first)
  }

  private func graph(_ report: [String: Any]) throws -> [String: Any] {
    try #require((report["subgraphs"] as? [[String: Any]])?.first)
  }

  /// A constant's bytes and what is to be said about them.
  struct Constant: Sendable, CustomTestStringConvertible {
    let type: ElementType
    let bytes: [UInt8]
    let count: Int
    let least: Double
    let most: Double
    let mean: Double
    let zeroShare: Double
    let saturatedShare: Double?
    var notNumbers = 0
    var testDescription: String { type.name }
  }

  private static let constants: [Constant] = [
    Constant(
      type: .int4, bytes: [0x80, 0x07], count: 3, least: -8, most: 7, mean: -1.0 / 3,
      zeroShare: 1.0 / 3, saturatedShare: 2.0 / 3),
    Constant(
      type: .uint4, bytes: [0xF1], count: 2, least: 1, most: 15, mean: 8, zeroShare: 0,
      saturatedShare: 0.5),
    Constant(
      type: .int2, bytes: [0b10_01_00_11], count: 4, least: -2, most: 1, mean: -0.5,
      zeroShare: 0.25, saturatedShare: 0.5),
    Constant(
      type: .int8, bytes: [0x80, 0, 1, 0x7F], count: 4, least: -128, most: 127, mean: 0,
      zeroShare: 0.25, saturatedShare: 0.5),
    Constant(
      type: .int64, bytes: [Int64.max, Int64.max].flatMap(\.littleEndianBytes), count: 2,
      least: Double(Int64.max), most: Double(Int64.max), mean: Double(Int64.max), zeroShare: 0,
      saturatedShare: 1),
    Constant(
      type: .uint64, bytes: [UInt64.max, 0].flatMap(\.littleEndianBytes), count: 2, least: 0,
      most: Double(UInt64.max), mean: Double(UInt64.max) / 2, zeroShare: 0.5, saturatedShare: 1),
    Constant(
      type: .bool, bytes: [0, 7, 1, 0], count: 4, least: 0, most: 1, mean: 0.5, zeroShare: 0.5,
      saturatedShare: nil),
    Constant(
      type: .float16, bytes: [UInt16(0x3C00), 0xC000, 0x8000].flatMap(\.littleEndianBytes),
      count: 3, least: -2, most: 1, mean: -1.0 / 3, zeroShare: 1.0 / 3, saturatedShare: 0),
    Constant(
      type: .bfloat16, bytes: [UInt16(0x3F80), 0x4040].flatMap(\.littleEndianBytes), count: 2,
      least: 1, most: 3, mean: 2, zeroShare: 0, saturatedShare: 0),
    Constant(
      type: .float32, bytes: [Float.nan, 0, 4].flatMap(\.littleEndianBytes), count: 3, least: 0,
      most: 4, mean: 2, zeroShare: 1.0 / 3, saturatedShare: 0, notNumbers: 1),
    Constant(
      type: .float64, bytes: [0.1, 0.3].flatMap(\.littleEndianBytes), count: 2, least: 0.1,
      most: 0.3, mean: 0.2, zeroShare: 0, saturatedShare: 0),
  ]

  @Test(arguments: constants)
  func statistics(_ constant: Constant) throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1])
    // More bytes than needed are not looked at.
    b.constant("c", bytes: constant.bytes + [0x55, 0x55], constant.type, [constant.count])
    b.graph.inputs = [x]
    b.graph.outputs = [x]
    let tensors = try #require(try graph(report(b))["tensors"] as? [[String: Any]])
    #expect(tensors[0]["statistics"] == nil)
    let found = try #require(tensors[1]["statistics"] as? [String: Any])
    func near(_ key: String, _ value: Double) -> Bool {
      (found[key] as? NSNumber).map(\.doubleValue).map {
        abs($0 - value) <= 1e-12 * max(1, abs(value))
      } ?? false
    }
    #expect(found["count"] as? Int == constant.count)
    #expect(near("min", constant.least) && near("max", constant.most), "\(found)")
    #expect(near("mean", constant.mean) && near("zeroShare", constant.zeroShare), "\(found)")
    #expect(found["notNumbers"] as? Int == constant.notNumbers)
    if let share = constant.saturatedShare {
      #expect(near("saturatedShare", share), "\(found)")
    } else {
      #expect(found["saturatedShare"] is NSNull)
    }
  }

  /// A convolution, a matrix by a constant that two operators share, and an operator that is
  /// computed while planning.
  @Test(.enabled(if: !RedZones.isOn, "red zones change where tensors lie"))
  func workKernelsAndArena() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1, 4, 4, 2])
    let filter = b.constant("filter", [Float](repeating: 1, count: 54), [3, 3, 3, 2])
    let bias = b.constant("bias", [Float](repeating: 0, count: 3), [3])
    let y = b.tensor("y", .float32, [1, 4, 4, 3])
    b.operator(.conv2D, inputs: [x, filter, bias], outputs: [y], options: Conv2DOptions()) {
      $0.padding = .same
      $0.strideW = 1
      $0.strideH = 1
    }
    let half = b.constant("half", [Float](repeating: 0.5, count: 3), [3])
    let third = b.tensor("third", .float32, [3])
    b.operator(.abs, inputs: [half], outputs: [third])
    let z = b.tensor("z", .float32, [1, 4, 4, 3])
    b.operator(.mul, inputs: [y, third], outputs: [z], options: MulOptions())
    let shape = b.constant("shape", [Int32(16), 3], [2])
    let w = b.tensor("w", .float32, [16, 3])
    b.operator(.reshape, inputs: [z, shape], outputs: [w], options: ReshapeOptions())
    b.graph.inputs = [x]
    b.graph.outputs = [w]
    let report = try report(b)
    let graph = try graph(report)
    let operators = try #require(graph["operators"] as? [[String: Any]])
    #expect(operators.map { $0["macs"] as? Int } == [48 * 18, 0, 0, 0])
    #expect(operators.map { $0["parameters"] as? Int } == [57, 3, 0, 0])
    #expect(operators[1]["kernel"] as? String == "computed while planning")
    #expect(operators[3]["kernel"] as? String == "shares memory")
    #expect((operators[0]["kernel"] as? String)?.isEmpty == false)
    let totals = try #require(report["totals"] as? [String: Any])
    #expect(totals["macs"] as? Int == 864 && totals["parameters"] as? Int == 60)
    #expect(totals["parameterBytes"] as? Int == 240)
    let arena = try #require(graph["arena"] as? [String: Any])
    #expect(arena["fixed"] as? Bool == true && (arena["steps"] as? [Any])?.count == 3)
    let placements = try #require(arena["placements"] as? [[String: Any]])
    let total = try #require(arena["bytes"] as? Int)
    func placement(_ tensor: Int) -> [String: Any] {
      placements.first { $0["tensor"] as? Int == tensor } ?? [:]
    }
    #expect(placement(x)["firstStep"] as? Int == 0 && placement(x)["lastStep"] as? Int == 3)
    #expect(placement(y)["firstStep"] as? Int == 0 && placement(y)["lastStep"] as? Int == 1)
    #expect(placement(w)["firstStep"] as? Int == 2 && placement(w)["lastStep"] as? Int == 3)
    #expect(placement(z)["offset"] as? Int == placement(w)["offset"] as? Int)
    #expect(placement(filter).isEmpty && placement(third).isEmpty)
    for entry in placements {
      let offset = try #require(entry["offset"] as? Int)
      let length = try #require(entry["length"] as? Int)
      #expect(offset >= 0 && length > 0 && offset + length <= total)
    }
  }

  @Test func theFullTextListsEverything() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1, 2])
    let weights = b.constant(
      "weights", [Int8](repeating: 127, count: 6), [3, 2],
      quantization: Quantization(scales: [0.5, 0.25, 0.125], zeroPoints: [0, 0, 0], axis: 0))
    let y = b.tensor("y", .float32, [1, 3])
    b.operator(
      .fullyConnected, inputs: [x, weights], outputs: [y], options: FullyConnectedOptions())
    let path = try scratch.write(b.build(inputs: [x], outputs: [y]), to: "m.tflite")
    let short = try Executable.run(["inspect", path])
    let full = try Executable.run(["inspect", path, "--full"])
    for words in [
      "0.5 0.25 0.125", "127…127, mean 127, zero 0.0 %, saturated 100.0 %", "steps 0–1  tensor 0 x",
      "shape of Tensor 0 of SubGraph 0", "buffer 1, constant \"weights\"",
    ] {
      #expect(full.output.contains(words) && !short.output.contains(words), "\(words)")
    }
    #expect(short.output.contains("3 scales 0.125…0.5 along axis 0 zero point 0"))
    #expect(short.output.contains("6 parameters in 6 bytes, 6 multiply-accumulates a run"))
    #expect(short.output.contains("this version can run the model"))
  }
}
