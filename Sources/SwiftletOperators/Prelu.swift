internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `PRELU`: `x ≥ 0 ? x : alpha · x`, where alpha is a tensor that broadcasts.
struct Prelu: Operator {
  static let code = BuiltinOperator.prelu
  static let elementTypes: [ElementType] = [.float32, .uint8, .int16, .int8]

  init(reading node: NodeReader) throws(OperatorError) {
    try BinaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let shape = try operands.input(0).shape
    let result = try BinaryArithmetic.outputShapes(for: operands)
    guard result == [shape] else {
      throw .invalid("cannot broadcast an alpha of \(try operands.input(1).shape) to \(shape)")
    }
    return result
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    switch operands.outputs[0].type {
    case .float32: return try BinaryArithmetic.step(.parametricReLU, operands, in: context)
    case .int8:
      let function = try QuantizedPReLU(operands)
      return try BinaryArithmetic.step("prelu", on: Int8.self, operands) { x, alpha, _ in
        Int8(clamping: function.applied(to: Int32(x), Int32(alpha)))
      }
    case .uint8:
      let function = try QuantizedPReLU(operands)
      return try BinaryArithmetic.step("prelu", on: UInt8.self, operands) { x, alpha, _ in
        UInt8(clamping: function.applied(to: Int32(x), Int32(alpha)))
      }
    default:
      throw .unsupported("has operands of type \(operands.outputs[0].type.name)")
    }
  }
}

/// The function on bytes, in flavour D.
private struct QuantizedPReLU: Sendable {
  private let inputZero: Int32
  private let alphaZero: Int32
  private let outputZero: Int32
  private let identity: FixedPointMultiplier
  private let slope: FixedPointMultiplier

  init(_ operands: Operands) throws(OperatorError) {
    let input = try QuantizedElements(try operands.input(0), "input")
    let alpha = try QuantizedElements(try operands.input(1), "alpha")
    let output = try QuantizedElements(operands.outputs[0], "output")
    identity = FixedPointMultiplier(Double(input.scale / output.scale))
    slope = FixedPointMultiplier(Double(input.scale * alpha.scale / output.scale))
    inputZero = input.zeroPoint
    alphaZero = alpha.zeroPoint
    outputZero = output.zeroPoint
  }

  func applied(to element: Int32, _ alpha: Int32) -> Int32 {
    let value = element - inputZero
    let product =
      value >= 0
      ? identity.applied(to: value) : slope.applied(to: value * (alpha - alphaZero))
    return Int32(clamping: Int(product) + Int(outputZero))
  }
}
