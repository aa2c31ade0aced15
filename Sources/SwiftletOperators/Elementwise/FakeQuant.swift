internal import SwiftletFormat
internal import SwiftletTensor

/// `FAKE_QUANT`: floats rounded to the integers of a quantised tensor and back.
struct FakeQuant: Operator {
  static let code = BuiltinOperator.fakeQuant
  static let elementTypes: [ElementType] = [.float32]
  private let scale: Float
  private let low: Float
  private let high: Float

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
    let type = try node.input(0).type
    guard type == .float32 else { throw .unsupported("has an input of type \(type.name)") }
    let options = node.options(as: FakeQuantOptions.self)
    let (minimum, maximum) = (options.min, options.max)
    try node.require(
      1...16 ~= options.numBits, "has \(options.numBits) bits, outside 1 to 16")
    try node.require(
      minimum.isFinite && maximum.isFinite && minimum < maximum
        && (maximum - minimum).isFinite,
      "has the range \(minimum) to \(maximum)")
    let lowest: Float = options.narrowRange ? 1 : 0
    let highest = Float(1 << options.numBits - 1)
    try node.require(lowest < highest, "has a range of one integer")
    scale = (maximum - minimum) / (highest - lowest)
    try node.require(scale > 0, "has the range \(minimum) to \(maximum)")
    // The zero point is an integer of the range, to which both ends are moved.
    let exact = lowest - minimum / scale
    let zero = min(max(exact, lowest), highest).rounded(.toNearestOrAwayFromZero)
    low = (lowest - zero) * scale
    high = (highest - zero) * scale
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let (low, high, scale, inverse) = (low, high, scale, 1 / scale)
    return UnaryArithmetic.step("fake quant", on: Float.self, operands) { value in
      // A comparison with NaN is false, so that it becomes the lower end.
      let bounded = value > low ? min(value, high) : low
      let steps = ((bounded - low) * inverse).rounded(.toNearestOrAwayFromZero)
      return steps * scale + low
    }
  }
}
