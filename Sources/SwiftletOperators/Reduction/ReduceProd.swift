internal import SwiftletFormat
internal import SwiftletTensor

/// `REDUCE_PROD`: the product along axes.
struct ReduceProd: Operator {
  static let code = BuiltinOperator.reduceProd
  static let elementTypes: [ElementType] = .numbers
  private let keepsAxes: Bool

  init(reading node: NodeReader) throws(OperatorError) {
    try ReductionGeometry.check(node)
    keepsAxes = node.options(as: ReducerOptions.self).keepDims
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard let geometry = try ReductionGeometry(operands) else { return nil }
    return [geometry.outputShape(keepsAxes: keepsAxes)]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    guard let geometry = try ReductionGeometry(operands) else {
      throw .unsupported("has axes that are not constant")
    }
    let input = try operands.input(0)
    switch input.type {
    case .float32:
      return ReductionLowering.step(
        "product", on: Float.self, geometry, initial: Float(1), join: { $0 * $1 },
        finish: { $0 })
    case .int32: return integerStep(on: Int32.self, geometry)
    case .int64: return integerStep(on: Int64.self, geometry)
    case .uint8 where input.scale == nil: return integerStep(on: UInt8.self, geometry)
    case .int8 where input.scale == nil: return integerStep(on: Int8.self, geometry)
    case .int16 where input.scale == nil: return integerStep(on: Int16.self, geometry)
    // Where nothing is joined, LiteRT's built-in kernel copies elements whatever their scales.
    case .int8 where context.arithmetic == .litert && geometry.reducedCount == 1:
      return integerStep(on: Int8.self, geometry)
    case .int16 where context.arithmetic == .litert && geometry.reducedCount == 1:
      return integerStep(on: Int16.self, geometry)
    case .int8: return try quantizedStep(on: Int8.self, operands, geometry)
    case .int16: return try quantizedStep(on: Int16.self, operands, geometry)
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }

  /// Plain numbers: the product wraps.
  private func integerStep<Integer: FixedWidthInteger & BitwiseCopyable & Sendable>(
    on type: Integer.Type, _ geometry: ReductionGeometry
  ) -> Step {
    ReductionLowering.step(
      "product", on: type, geometry, initial: Integer(1), join: { $0 &* $1 },
      finish: { $0 })
  }

  private func quantizedStep<Integer: FixedWidthInteger & BitwiseCopyable & Sendable>(
    on type: Integer.Type, _ operands: Operands, _ geometry: ReductionGeometry
  ) throws(OperatorError) -> Step {
    let product = try RescaledProduct(operands, factors: geometry.reducedCount)
    return ReductionLowering.step(
      "product", on: type, geometry, initial: nil,
      join: { product.joined($0, Int32($1)) },
      finish: { Integer(truncatingIfNeeded: product.finished($0)) })
  }
}

/// A product of quantised elements, rescaled with every factor so that it does not overflow.
///
/// The multiplier is the input's scale by the n-th root of the output's, for n factors.
private struct RescaledProduct: Sendable {
  private let input: QuantizedElements
  private let output: QuantizedElements
  private let multiplier: FixedPointMultiplier
  /// The product of no factor.
  private let one: Int32

  init(_ operands: Operands, factors: Int) throws(OperatorError) {
    input = try QuantizedElements(try operands.input(0), "input")
    output = try QuantizedElements(operands.outputs[0], "output")
    let steps = (1 / output.scale).rounded(.toNearestOrAwayFromZero)
    one = Int32(saturating: min(steps, 0x1p24))
    guard factors > 0 else {
      multiplier = FixedPointMultiplier(0)
      return
    }
    let root = Double.power(Double(output.scale), 1 / Double(factors))
    multiplier = FixedPointMultiplier(Double(input.scale) / root)
    guard multiplier.exponent <= 14 else {
      throw .invalid("has an output scale of \(output.scale), too small for its input")
    }
  }

  /// The product so far, nil before the first factor.
  func joined(_ product: Int32?, _ element: Int32) -> Int32 {
    let factor = element - input.zeroPoint
    guard let product else { return factor }
    return multiplier.appliedInWords(to: Int64(product) * Int64(factor))
  }

  func finished(_ product: Int32?) -> Int32 {
    let scaled =
      (product.map { multiplier.appliedInWords(to: Int64($0)) } ?? one) &+ output.zeroPoint
    return min(max(scaled, output.range.lowerBound), output.range.upperBound)
  }
}
