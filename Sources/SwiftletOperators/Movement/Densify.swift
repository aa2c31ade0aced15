internal import SwiftletFormat
internal import SwiftletTensor

/// `DENSIFY`: a sparse constant as a dense one.
///
/// The planner makes all sparse constants dense, so that only a copy is left.
struct Densify: Operator {
  static let code = BuiltinOperator.densify
  static let elementTypes: [ElementType] = [.float32, .float16, .int8]
  static let remarks = [
    "LiteRT's default path loses the result where XNNPACK runs other nodes of the graph; here it is "
      + "what its other kernels give."
  ]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    let input = try node.input(0)
    guard Self.elementTypes.contains(input.type) else {
      throw .unsupported("has an input of type \(input.type.name)")
    }
    try node.require(input.constant != nil, "has an input that is not a constant")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    [try operands.input(0).shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try ViewLowering.step(operands)
  }
}
