import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Nodes of recorded cases outside a session: however the units of their steps are cut, the bits are
/// the same, and nothing behind an output is written.
@Suite struct CutTests {
  private static let operators = [
    "ADD_N", "ATAN2", "BITCAST", "BITWISE_XOR", "BUCKETIZE", "CEIL", "COS", "CUMSUM",
    "EMBEDDING_LOOKUP", "EMBEDDING_LOOKUP_SPARSE", "EQUAL", "FAKE_QUANT", "FLOOR_DIV", "FLOOR_MOD",
    "GATHER_ND", "GELU", "GREATER", "GREATER_EQUAL", "HASHTABLE_LOOKUP", "L2_NORMALIZATION",
    "L2_POOL_2D", "LESS", "LESS_EQUAL", "LOCAL_RESPONSE_NORMALIZATION", "LOGICAL_AND",
    "LOGICAL_NOT", "LOGICAL_OR", "LSH_PROJECTION", "MATRIX_DIAG", "MATRIX_SET_DIAG", "MULTINOMIAL",
    "NON_MAX_SUPPRESSION_V4", "NON_MAX_SUPPRESSION_V5", "NOT_EQUAL", "ONE_HOT", "POW",
    "RANDOM_STANDARD_NORMAL", "RANDOM_UNIFORM", "RANK", "REDUCE_ALL", "REDUCE_ANY", "REDUCE_PROD",
    "RIGHT_SHIFT", "ROUND", "SCATTER_ND", "SEGMENT_SUM", "SELECT", "SELECT_V2", "SIGN", "SIN",
    "SPARSE_TO_DENSE", "STABLEHLO_RNG_BIT_GENERATOR", "TOPK_V2", "UNSORTED_SEGMENT_MAX",
    "UNSORTED_SEGMENT_MIN", "UNSORTED_SEGMENT_PROD", "UNSORTED_SEGMENT_SUM", "ZEROS_LIKE",
  ]

  @Test(arguments: operators) func cuts(_ name: String) throws {
    var count = 0
    for name in RecordedCase.names(of: name) {
      let recorded = try RecordedCase(name)
      guard !recorded.isRefused, let test = operatorCase(recorded) else { continue }
      let result = try test.run(.litert, Kernels.widest)
      #expect(result.fault == nil, "\(name)")
      count += 1
    }
    #expect(count > 0)
  }

  /// The only node of a model, with the values of the first run as constants; nil for strings,
  /// for scales in other tensors, for calls of other graphs and for models of several nodes.
  private func operatorCase(_ recorded: RecordedCase) -> OperatorCase? {
    let graph = recorded.model.subgraphs[0]
    guard graph.operators.count == 1 else { return nil }
    let node = graph.operators[0]
    guard Registry.type(for: node.code) != nil else { return nil }
    let tensors = (node.inputs + node.outputs).filter { $0 >= 0 }.map { graph.tensors[$0] }
    let plain = Quantization.Details.none
    let isPlain = tensors.allSatisfy {
      $0.type != .string && ($0.quantization?.details ?? plain) == plain
    }
    guard isPlain else { return nil }
    let inputs = node.inputs.map { tensor -> Operand? in
      guard tensor >= 0 else { return nil }
      let info = graph.tensors[tensor]
      guard let place = graph.inputs.firstIndex(of: tensor) else {
        let bytes = recorded.model.constant(info)?.elements(as: UInt8.self) ?? []
        return Operand(
          bytes, info.shape, info.quantization, isConstant: true, type: info.type)
      }
      let value = recorded.runs[0].inputs[place]
      return Operand(
        value.bytes, Shape(value.shape), info.quantization, isConstant: true, type: info.type)
    }
    let outputs = node.outputs.map { tensor in
      let info = graph.tensors[tensor]
      return TensorInfo(
        name: "y", type: info.type, shape: info.shape, quantization: info.quantization)
    }
    return OperatorCase(node.code, node.options, inputs, outputs)
  }
}
