internal import SwiftletFormat
internal import SwiftletTensor

/// `STABLEHLO_CASE`: runs the subgraph that an index names on the operands after it; an index out of
/// range means the last subgraph.
struct StablehloCase: InterpretedOperator {
  static let code = BuiltinOperator.stablehloCase
  static let elementTypes: [ElementType] = .all
  private let branches: [Int]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...Int.max, outputs: 0...Int.max)
    branches = node.options(as: StablehloCaseOptions.self).branchSubgraphIndices
    try node.require(!branches.isEmpty, "has no branches")
    let index = try node.input(0)
    try node.require(
      index.type == .int32, "has an index of type \(index.type.name) instead of int32")
  }

  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    guard let index = try operand(0, of: inputs).elements(as: Int32.self).first else {
      throw .invalid("has an index without a value")
    }
    let branch = branches.indices.contains(Int(index)) ? Int(index) : branches.count - 1
    var operands: [TensorValue] = []
    for index in inputs.indices.dropFirst() { operands.append(try operand(index, of: inputs)) }
    host.restart(branches[branch])
    return try host.call(subgraph: branches[branch], with: operands)
  }
}
