internal import SwiftletFormat
internal import SwiftletTensor

/// `BATCH_MATMUL`: products of the matrices in the last two dimensions, one for each index of the
/// dimensions before them, which broadcast.
struct BatchMatMul: Operator {
  static let code = BuiltinOperator.batchMatMul
  static let elementTypes: [ElementType] = [.float32, .int16, .int8]
  static let remarks = [
    "Where float32 meets int8, LiteRT's default path gives zeros if the int8 matrix is no constant, "
      + "and its built-in kernel mixes up rows if several batch dimensions exceed 1; neither is "
      + "followed."
  ]
  private let options: BatchMatMulOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    options = node.options(as: BatchMatMulOptions.self)
    let types = (try node.input(0).type, try node.input(1).type, try node.output().type)
    switch types {
    case (.float32, .float32, .float32), (.float32, .int8, .float32), (.int8, .int8, .int8),
      (.int8, .int8, .int32), (.int16, .int16, .int16), (.int16, .int8, .int16):
      break
    default:
      throw .unsupported(
        "has inputs of type \(types.0.name), \(types.1.name) and an output of \(types.2.name)")
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let product = try product(operands)
    return [Shape(product.batch.dimensions + [product.rows, product.columns])]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try product(operands).lowered(
      left: try operands.input(0), right: try operands.input(1), output: operands.outputs[0],
      isAsymmetric: options.asymmetricQuantizeInputs, in: context)
  }

  private func product(_ operands: Operands) throws(OperatorError) -> BatchProduct {
    try BatchProduct(
      left: try operands.input(0).shape, isLeftTransposed: options.adjX,
      right: try operands.input(1).shape, isRightTransposed: options.adjY)
  }
}
