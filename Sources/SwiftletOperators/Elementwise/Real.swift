internal import SwiftletFormat
internal import SwiftletTensor

/// `REAL`: the real parts of complex numbers.
struct Real: Operator {
  static let code = BuiltinOperator.real
  static let elementTypes: [ElementType] = [.complex64, .complex128]

  init(reading node: NodeReader) throws(OperatorError) { try ComplexLowering.check(node) }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    [try operands.input(0).shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try ComplexLowering.part(0, "real", operands)
  }
}
