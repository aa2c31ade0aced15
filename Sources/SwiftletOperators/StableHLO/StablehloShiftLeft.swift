internal import SwiftletFormat
internal import SwiftletTensor

/// `STABLEHLO_SHIFT_LEFT`: `a · 2^b`, without the bits that fall off; 0 where `b` is negative or not
/// less than the width.
struct StablehloShiftLeft: Operator {
  static let code = BuiltinOperator.stablehloShiftLeft
  static let elementTypes: [ElementType] = [.int32, .int16, .int8]

  init(reading node: NodeReader) throws(OperatorError) {
    try BinaryArithmetic.check(node)
    let type = try node.input(0).type
    guard Self.elementTypes.contains(type) else {
      throw .unsupported("has operands of type \(type.name)")
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (a, b) = (try operands.input(0).shape, try operands.input(1).shape)
    guard a == b else {
      throw .invalid("has operands of shapes \(a) and \(b), which must be the same")
    }
    return [a]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    switch operands.outputs[0].type {
    case .int8: try step(on: Int8.self, operands)
    case .int16: try step(on: Int16.self, operands)
    default: try step(on: Int32.self, operands)
    }
  }

  private func step<Integer: FixedWidthInteger & BitwiseCopyable & Sendable>(
    on type: Integer.Type, _ operands: Operands
  ) throws(OperatorError) -> Step {
    try BinaryArithmetic.step("shift left", on: type, operands) { a, b, _ in
      b < 0 ? 0 : a << b
    }
  }
}
