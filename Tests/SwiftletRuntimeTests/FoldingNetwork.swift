import SwiftletFormat
import SwiftletOperators
import SwiftletRuntime
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// A network in which a node may be left to another.
protocol FoldingNetwork {
  func model() throws -> Model
}

extension FoldingNetwork {
  /// The outputs for seeded inputs, the indices of nodes that were folded, and the number of steps.
  func run(
    keepsTensors: Bool, arithmetic: Arithmetic = .litert, isa: ISA? = nil
  ) throws -> (outputs: [[UInt8]], folded: [Int], steps: Int) {
    let options = PlanOptions(
      arithmetic: arithmetic, isa: isa, gemm: .own, keepsTensors: keepsTensors)
    let plan = try Plan(for: try model(), options: options)
    var session = Session(plan)
    var random = SplitMix64(seed: 11)
    let input = plan.inputs[0]
    let count = input.shape.elementCount
    let bytes =
      input.type == .float32
      ? (0..<count).flatMap { _ in
        (Float(Int(random.next() % 2001) - 1000) / 256).littleEndianBytes
      } : (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    try session.writeInput(0, bytes)
    try session.run()
    let report = try #require(plan.graphReports.first)
    return (
      plan.outputs.indices.map { session.readOutput($0) }, report.folded.map(\.place.index),
      report.steps.count
    )
  }
}
