import Foundation
import Swiftlet
import SwiftletFormat
import SwiftletRuntime
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// The numbers of `docs/memory-planning.md` are those of its code and of the engine.
@Suite struct MemoryPlanningTests {
  private static let kibibyte = 1_024
  private let buffers = [
    ArenaPlan.Buffer(name: "image", bytes: 16, steps: 0...5),
    ArenaPlan.Buffer(name: "wide", bytes: 64, steps: 0...1),
    ArenaPlan.Buffer(name: "deep", bytes: 64, steps: 1...2),
    ArenaPlan.Buffer(name: "narrow, sum, flat", bytes: 16, steps: 2...5),
  ]

  private func text() throws -> String {
    let docs = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/memory-planning.md")
    return try String(contentsOf: docs, encoding: .utf8)
  }

  @Test func theTableIsThePlan() throws {
    let text = try text()
    let plan = ArenaPlan(buffers)
    for (buffer, offset) in zip(buffers, plan.offsets) {
      let steps = "\(buffer.steps.lowerBound) … \(buffer.steps.upperBound)"
      #expect(text.contains("| \(buffer.name) | \(buffer.bytes) | \(steps) | \(offset) |"))
    }
    #expect(plan.size == 144 && ArenaPlan.lowerBound(buffers) == 144)
    #expect(text.contains("That is \(plan.size) KiB, the least possible."))
    #expect(text.contains("16 + 64 + 64 + 16 + 16 + 16 = 192 KiB"))
  }

  /// The network of the page.
  private func network() throws -> Model {
    var b = ModelBuilder()
    func tensor(_ name: String, _ channels: Int) -> Int {
      b.tensor(name, .float32, [1, 16, 16, channels])
    }
    func constant(_ shape: [Int]) -> Int {
      b.constant("", [Float](repeating: 0.125, count: shape.reduce(1, *)), shape)
    }
    let (image, wide) = (tensor("image", 16), tensor("wide", 64))
    let (deep, narrow, sum) = (tensor("deep", 64), tensor("narrow", 16), tensor("sum", 16))
    let flat = b.tensor("flat", .float32, [1, 4_096])
    func convolution(_ input: Int, _ output: Int, from depth: Int, to channels: Int) {
      b.operator(
        .conv2D, inputs: [input, constant([channels, 1, 1, depth]), constant([channels])],
        outputs: [output], options: Conv2DOptions()
      ) {
        $0.strideW = 1
        $0.strideH = 1
      }
    }
    convolution(image, wide, from: 16, to: 64)
    b.operator(
      .depthwiseConv2D, inputs: [wide, constant([1, 3, 3, 64]), constant([64])], outputs: [deep],
      options: DepthwiseConv2DOptions()
    ) {
      $0.strideW = 1
      $0.strideH = 1
      $0.depthMultiplier = 1
    }
    convolution(deep, narrow, from: 64, to: 16)
    b.operator(.add, inputs: [narrow, image], outputs: [sum], options: AddOptions())
    let shape = b.constant("shape", [Int32(1), 4_096], [2])
    b.operator(.reshape, inputs: [sum, shape], outputs: [flat], options: ReshapeOptions())
    return try b.model(inputs: [image], outputs: [flat])
  }

  @Test func theEnginePlansAsThePageSays() throws {
    let plan = try Plan(for: network())
    #expect(plan.memory.naiveBytes >= 192 * Self.kibibyte)
    #expect(plan.memory.plannedBytes == plan.memory.lowerBoundBytes)
    // Kernels may ask for scratch besides.
    #expect((144 * Self.kibibyte..<160 * Self.kibibyte).contains(plan.memory.plannedBytes))
    #expect(plan.steps.map(\.isElided) == [false, false, false, false, true])
    var session = Session(plan)
    var shared: [Int: Int] = [:]
    try session.run { step in
      for tensor in step.tensors { shared[tensor.index] = tensor.sharedWith }
    }
    let names = plan.tensors(of: 0).map(\.name)
    let pairs = shared.map { "\(names[$0]) in \(names[$1])" }.sorted()
    #expect(pairs == ["flat in sum", "sum in narrow"])
  }

  /// The engine's planner does as well as the page's, or better.
  @Test func thePlannerIsNotWorseThanThePage() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<200 {
      let count = random.integer(2, 32)
      let numbers: [Int32] = random.integers(3 * count, 0, 20)
      let buffers = (0..<count).map { index in
        let (size, start, length) = (
          Int(numbers[3 * index]), Int(numbers[3 * index + 1]), Int(numbers[3 * index + 2])
        )
        return ArenaPlan.Buffer(
          name: "\(index)", bytes: 64 * (size + 1), steps: start...(start + length / 4))
      }
      let page = ArenaPlan(buffers)
      let requests = buffers.map {
        MemoryPlanner.Request(byteCount: $0.bytes, lifetime: $0.steps)
      }
      let engine = MemoryPlanner.place(requests)
      #expect(engine.byteCount <= page.size)
      #expect(MemoryPlanner.lowerBound(of: requests) == ArenaPlan.lowerBound(buffers))
      for (first, buffer) in buffers.enumerated() {
        for second in buffers.indices.dropFirst(first + 1)
        where buffers[second].steps.overlaps(buffer.steps) {
          let (a, b) = (page.offsets[first], page.offsets[second])
          #expect(a + buffer.bytes <= b || b + buffers[second].bytes <= a)
        }
      }
    }
  }
}
