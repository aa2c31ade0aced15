internal import SwiftletFormat
internal import SwiftletTensor

/// `ZEROS_LIKE`: zeros in the shape of the input.
struct ZerosLike: Operator {
  static let code = BuiltinOperator.zerosLike
  static let elementTypes: [ElementType] = [.float32, .int32, .int64]

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
    let type = try node.output().type
    guard Self.elementTypes.contains(type) else {
      throw .unsupported("has an input of type \(type.name)")
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let byteCount = operands.outputs[0].byteCount
    let phase = Phase(units: byteCount, grain: 4096, nanoseconds: byteCount / 32) {
      buffers, range in
      unsafe (buffers.output() + range.lowerBound).initializeMemory(
        as: UInt8.self, repeating: 0, count: range.count)
    }
    return Step(kernel: "zeros", phases: [phase])
  }
}
