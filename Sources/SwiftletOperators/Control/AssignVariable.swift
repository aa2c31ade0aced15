internal import SwiftletFormat
internal import SwiftletTensor

/// ASSIGN_VARIABLE: gives a variable a value, of any shape.
struct AssignVariable: InterpretedOperator {
  static let code = BuiltinOperator.assignVariable
  static let elementTypes: [ElementType] = .all

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2, outputs: 0...0)
    try node.requireResource(0)
  }

  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    let handle = try handle(of: operand(0, of: inputs))
    host.resources[variable: handle] = try operand(1, of: inputs)
    return []
  }
}
