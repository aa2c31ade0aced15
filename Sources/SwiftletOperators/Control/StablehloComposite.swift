internal import SwiftletFormat
internal import SwiftletTensor

/// `STABLEHLO_COMPOSITE`: computes what its decomposition does.
///
/// The planner puts the operators of the decomposition in its place where it can; this calls it where it
/// cannot.
struct StablehloComposite: InterpretedOperator {
  static let code = BuiltinOperator.stablehloComposite
  static let elementTypes: [ElementType] = .all
  private let decomposition: Int

  init(reading node: NodeReader) throws(OperatorError) {
    decomposition =
      node.options(as: StableHLOCompositeOptions.self).decompositionSubgraphIndex
  }

  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    var operands: [TensorValue] = []
    for index in inputs.indices { operands.append(try operand(index, of: inputs)) }
    host.restart(decomposition)
    return try host.call(subgraph: decomposition, with: operands)
  }
}
