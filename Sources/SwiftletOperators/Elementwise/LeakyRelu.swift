internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `LEAKY_RELU`: `x > 0 ? x : alpha · x`.
struct LeakyRelu: Operator {
  static let code = BuiltinOperator.leakyRelu
  static let elementTypes: [ElementType] = [.float32, .float16, .uint8, .int16, .int8]
  private let alpha: Float

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
    alpha = node.options(as: LeakyReluOptions.self).alpha
    let isQuantized = try node.input(0).type.quantizedRange != nil
    try node.require(
      alpha.isFinite || !isQuantized, "has an alpha of \(alpha), which must be finite")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func elementwiseNodes(_ operands: Operands) -> Int {
    guard let schemes = try? UnaryArithmetic.schemes(operands),
      operands.outputs[0].type.isQuantizedByte
    else { return alpha.isFinite ? ElementwiseNodes.count(operands) : 0 }
    let function = QuantizedLeakyReLU(from: schemes.0, to: schemes.1, alpha: alpha)
    return function.isDelegable ? ElementwiseNodes.countOfBytes(operands) : 0
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    let input = try operands.input(0)
    switch input.type {
    case .float32:
      return try UnaryArithmetic.step(.leakyReLU, parameter: alpha, operands, in: context)
    case .int8, .uint8, .int16:
      let (source, target) = try UnaryArithmetic.schemes(operands)
      let function = QuantizedLeakyReLU(from: source, to: target, alpha: alpha)
      guard input.type == .int16 else {
        let isDelegated = context.arithmetic == .litert && operands.areDelegableElements
        let table = LookupTable(from: input.type, to: input.type) { element in
          let delegated = isDelegated ? function.delegated(element) : nil
          return delegated ?? function.applied(to: element)
        }
        return table.step("leaky relu", operands, in: context)
      }
      let isSigned = context.arithmetic == .litert
      return UnaryArithmetic.step("leaky relu", on: Int16.self, operands) {
        Int16(clamping: function.applied(to: Int32($0), withSignedSlope: isSigned))
      }
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }
}

/// The function on the integers of one scale and zero point, with results in those of another.
private struct QuantizedLeakyReLU: Sendable {
  private let ratio: Float
  private let slope: Float
  private let identity: FixedPointMultiplier
  private let magnitude: FixedPointMultiplier
  private let signed: FixedPointMultiplier
  private let inputZero: Int32
  private let outputZero: Int32

  init(from input: QuantizedElements, to output: QuantizedElements, alpha: Float) {
    ratio = input.scale / output.scale
    slope = alpha
    identity = FixedPointMultiplier(Double(ratio))
    let negative = Double(input.scale * alpha / output.scale)
    magnitude = FixedPointMultiplier(abs(negative))
    signed = FixedPointMultiplier(negative)
    inputZero = input.zeroPoint
    outputZero = output.zeroPoint
  }

  /// The built-in kernels' form, flavour D; not yet clamped.
  ///
  /// A negative slope multiplies by its magnitude and turns the sign afterwards, but LiteRT's
  /// optimised kernel for int16 multiplies by the slope, so that halves go the other way.
  func applied(to element: Int32, withSignedSlope isSigned: Bool = false) -> Int32 {
    let value = element - inputZero
    let product: Int32
    if value >= 0 {
      product = identity.applied(to: value)
    } else if isSigned {
      product = signed.applied(to: value)
    } else {
      let scaled = magnitude.applied(to: value)
      product = slope < 0 ? 0 &- scaled : scaled
    }
    return Int32(clamping: Int(product) + Int(outputZero))
  }

  /// Whether XNNPACK takes the two factors.
  var isDelegable: Bool {
    let negative = ratio * slope
    return ratio >= 1 / 256 && ratio <= 128 && abs(negative) >= 1 / 256 && negative >= -127.996
      && negative <= 128
  }

  /// XNNPACK's form with 8 fraction bits, or nil where it refuses the node.
  func delegated(_ element: Int32) -> Int32? {
    guard isDelegable else { return nil }
    let value = element - inputZero
    let factor = ((value >= 0 ? ratio : ratio * slope) * 256).rounded(.toNearestOrEven)
    return (value * Int32(factor) + 128) >> 8 + outputZero
  }
}
