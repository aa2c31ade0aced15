internal import SwiftletFormat
internal import SwiftletTensor

/// `IMAG`: the imaginary parts of complex numbers.
struct Imag: Operator {
  static let code = BuiltinOperator.imag
  static let elementTypes: [ElementType] = [.complex64, .complex128]

  init(reading node: NodeReader) throws(OperatorError) { try ComplexLowering.check(node) }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    [try operands.input(0).shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try ComplexLowering.part(1, "imag", operands)
  }
}
