internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `SQUARED_DIFFERENCE`: `(a − b)²`, broadcast.
struct SquaredDifference: Operator {
  static let code = BuiltinOperator.squaredDifference
  static let elementTypes: [ElementType] = [.float32, .float16, .int32, .int8]

  init(reading node: NodeReader) throws(OperatorError) {
    try BinaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    switch operands.outputs[0].type {
    case .float32: return try BinaryArithmetic.step(.squaredDifference, operands, in: context)
    case .int32:
      return try BinaryArithmetic.step(
        "squared difference", on: Int32.self, operands
      ) { a, b, _ in (a &- b) &* (a &- b) }
    case .int8:
      let square = try RescaledSquare(operands)
      return try BinaryArithmetic.step(
        "squared difference", on: Int8.self, operands
      ) { a, b, _ in Int8(clamping: square.applied(to: Int32(a), Int32(b))) }
    default:
      throw .unsupported("has operands of type \(operands.outputs[0].type.name)")
    }
  }
}

/// The squared difference of elements of two scales: both are brought to twice the larger one,
/// with 7 fraction bits, each time in flavour D.
private struct RescaledSquare: Sendable {
  private let aZero: Int32
  private let bZero: Int32
  private let outputZero: Int32
  private let a: FixedPointMultiplier
  private let b: FixedPointMultiplier
  private let output: FixedPointMultiplier

  init(_ operands: Operands) throws(OperatorError) {
    let left = try QuantizedElements(try operands.input(0), "input")
    let right = try QuantizedElements(try operands.input(1), "input")
    let result = try QuantizedElements(operands.outputs[0], "output")
    let largest = 2 * Double(max(left.scale, right.scale))
    a = FixedPointMultiplier(Double(left.scale) / largest)
    b = FixedPointMultiplier(Double(right.scale) / largest)
    output = FixedPointMultiplier(largest * largest / Double(Float(1 << 14) * result.scale))
    aZero = left.zeroPoint
    bZero = right.zeroPoint
    outputZero = result.zeroPoint
  }

  func applied(to x: Int32, _ y: Int32) -> Int32 {
    let difference = a.applied(to: (x - aZero) << 7) - b.applied(to: (y - bZero) << 7)
    return Int32(clamping: Int(output.applied(to: difference * difference)) + Int(outputZero))
  }
}
