import SwiftletOperators
import SwiftletRuntime
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Data that makes an operator fail stops the run, and nothing more.
@Suite struct RecoveryTests {
  /// A recorded case, one of whose inputs is filled with one byte.
  struct Spoiling: Sendable, CustomTestStringConvertible {
    let name: String
    let input: Int
    let byte: UInt8

    init(_ name: String, _ input: Int, _ byte: UInt8 = 0x7F) {
      self.name = name
      self.input = input
      self.byte = byte
    }

    var testDescription: String { "\(name) input \(input)" }
  }

  @Test(arguments: [
    Spoiling("GATHER_ND/float32", 1), Spoiling("GATHER_ND/string", 1),
    Spoiling("SCATTER_ND/float32", 0), Spoiling("SCATTER_ND/computed_shape", 2),
    Spoiling("SPARSE_TO_DENSE/float32", 0), Spoiling("SEGMENT_SUM/float32", 1),
    Spoiling("UNSORTED_SEGMENT_SUM/float32", 1), Spoiling("UNSORTED_SEGMENT_PROD/int32", 1),
    Spoiling("UNSORTED_SEGMENT_MIN/float32", 1), Spoiling("UNSORTED_SEGMENT_MAX/int32", 2, 0xFF),
    Spoiling("EMBEDDING_LOOKUP/float32", 0), Spoiling("EMBEDDING_LOOKUP/int4_to_float32", 0, 0xFF),
    Spoiling("EMBEDDING_LOOKUP_SPARSE/mean", 0), Spoiling("EMBEDDING_LOOKUP_SPARSE/sum", 1),
    Spoiling("TOPK_V2/computed_k", 1), Spoiling("ONE_HOT/computed_depth", 1, 0xFF),
    Spoiling("NON_MAX_SUPPRESSION_V4/computed_count", 2, 0xFF),
    Spoiling("NON_MAX_SUPPRESSION_V5/computed_count", 2),
    Spoiling("GATHER/float32", 1), Spoiling("GATHER/string", 1),
    Spoiling("GATHER/int16_indices", 1), Spoiling("GATHER/int64_indices", 1, 0xFF),
    Spoiling("DIV/int32", 1, 0), Spoiling("FLOOR_DIV/int32", 1, 0),
    Spoiling("FLOOR_DIV/float32", 1, 0), Spoiling("FLOOR_DIV/int16", 1, 0),
    Spoiling("FLOOR_MOD/int32", 1, 0), Spoiling("FLOOR_MOD/int64", 1, 0),
    Spoiling("LiteRtMaxUnpooling2D/float32", 1), Spoiling("NumericVerify/int8_near", 1, 0x50),
  ]) func sessionStaysUsable(_ spoiling: Spoiling) throws {
    let recorded = try RecordedCase(spoiling.name)
    let inputs = recorded.runs[0].inputs
    let interpreter = Interpreter(model: recorded.model, options: PlanOptions())
    for (index, input) in inputs.enumerated() {
      try interpreter.resizeInput(index, to: Shape(input.shape))
    }
    try interpreter.prepare()
    for (index, input) in inputs.enumerated() { try interpreter.writeInput(index, input.bytes) }
    try interpreter.run()
    let expected = try interpreter.outputs().indices.map { try interpreter.readOutput($0) }

    let good = inputs[spoiling.input].bytes
    try interpreter.writeInput(
      spoiling.input, [UInt8](repeating: spoiling.byte, count: good.count))
    #expect(throws: RunError.self) { try interpreter.run() }

    try interpreter.writeInput(spoiling.input, good)
    try interpreter.run()
    let found = try interpreter.outputs().indices.map { try interpreter.readOutput($0) }
    #expect(found == expected)
  }
}
