internal import SwiftletFormat
internal import SwiftletTensor

/// IF: runs one of two subgraphs on the operands after the condition.
struct If: InterpretedOperator {
  static let code = BuiltinOperator.if
  static let elementTypes: [ElementType] = .all
  static let remarks = [
    "Where a branch gives one tensor as several results, LiteRT may leave all but one unwritten; here "
      + "they are equal."
  ]
  private let options: IfOptions
  private let outputCount: Int

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...Int.max, outputs: 0...Int.max)
    options = node.options(as: IfOptions.self)
    outputCount = node.outputs.count
    let condition = try node.input(0)
    guard condition.type == .bool else {
      throw .invalid("has a condition of type \(condition.type.name) instead of bool")
    }
  }

  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    let condition = try operand(0, of: inputs)
    guard condition.elementCount == 1, let flag = condition.elements(as: UInt8.self).first else {
      throw .invalid("has a condition of \(condition.elementCount) elements instead of 1")
    }
    var operands: [TensorValue] = []
    for index in 1..<max(inputs.count, 1) { operands.append(try operand(index, of: inputs)) }
    let branch = flag != 0 ? options.thenSubgraphIndex : options.elseSubgraphIndex
    host.restart(branch)
    return try host.call(subgraph: branch, with: operands)
  }
}
