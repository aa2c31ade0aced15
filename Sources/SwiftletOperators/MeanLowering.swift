internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// MEAN and SUM: types, and the rounding of quantised results.
struct MeanLowering: Sendable {
  let divides: Bool
  let keepsAxes: Bool

  /// Checks the operands.
  init(reading node: NodeReader, divides: Bool) throws(OperatorError) {
    try ReductionGeometry.check(node)
    self.divides = divides
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
      let count = Float(divides ? geometry.reducedCount : 1)
      return ReductionLowering.floatStep(name, .sum, geometry, in: context) { $0 / count }
    case .int32: return integerStep(on: Int32.self, geometry)
    case .int64: return integerStep(on: Int64.self, geometry)
    case .int16 where input.scale == nil: return integerStep(on: Int16.self, geometry)
    case .int8, .uint8, .int16:
      return try quantizedStep(input, operands.outputs[0], geometry, in: context)
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }

  private var name: String { divides ? "mean" : "sum" }

  /// Plain numbers: the sum wraps, and the quotient loses its fraction.
  private func integerStep<Integer: FixedWidthInteger & BitwiseCopyable & Sendable>(
    on type: Integer.Type, _ geometry: ReductionGeometry
  ) -> Step {
    let count = Int64(divides ? max(geometry.reducedCount, 1) : 1)
    return ReductionLowering.step(
      name, on: type, geometry, initial: Int64(0), join: { $0 &+ Int64($1) },
      finish: { Integer(truncatingIfNeeded: $0 / count) })
  }

  private func quantizedStep(
    _ input: TensorInfo, _ output: TensorInfo, _ geometry: ReductionGeometry,
    in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let source = try QuantizedElements(input, "input")
    let target = try QuantizedElements(output, "output")
    let isDelegated =
      context.arithmetic == .litert && input.type != .int16 && !geometry.axes.isEmpty
    // Only the sum of uint8 has a reference kernel of its own that works.
    let isReal = !divides && (context.arithmetic == .litert || input.type != .uint8)
    let form: MeanRounding.Form = isDelegated ? .delegated : isReal ? .real : .fixed
    let finish = MeanRounding(
      from: source, to: target, count: geometry.reducedCount, divides: divides, form: form)
    guard input.type != .int16 else {
      return ReductionLowering.step(
        name, on: Int16.self, geometry, initial: Int32(0), join: { $0 &+ Int32($1) },
        finish: { Int16(truncatingIfNeeded: finish.result(of: $0)) })
    }
    return ReductionLowering.byteStep(
      name, .sum, geometry, isSigned: input.type == .int8, in: context
    ) {
      UInt8(truncatingIfNeeded: finish.result(of: $0))
    }
  }
}

/// How the sum of quantised elements becomes their mean, or a sum of another scale.
private struct MeanRounding: Sendable {
  private let range: ClosedRange<Int32>
  private let zeroPoint: Int32
  /// The zero points within a sum.
  private let offset: Int32
  /// `sum · factor + bias` in `float32`, in which the zero points are part of the bias.
  private let real: (factor: Float, bias: Float)
  private let multiplier: FixedPointMultiplier
  private let form: Form

  /// Whose arithmetic it is.
  enum Form: Sendable {
    /// XNNPACK's: real, ties to even.
    case delegated
    /// That of LiteRT's built-in sum: real, ties away from zero, then the zero point.
    case real
    /// Flavour D.
    case fixed
  }

  init(
    from input: QuantizedElements, to output: QuantizedElements, count: Int, divides: Bool,
    form: Form
  ) {
    self.form = form
    range = output.range
    zeroPoint = output.zeroPoint
    offset = Int32(truncatingIfNeeded: Int(input.zeroPoint) * count)
    let ratio = input.scale / output.scale
    let factor = divides ? ratio * (1 / Float(count)) : ratio
    real =
      form == .real
      ? (ratio, -Float(input.zeroPoint) * ratio * Float(count))
      : (factor, Float(zeroPoint) - Float(offset) * factor)
    let whole = FixedPointMultiplier(Double(input.scale) / Double(output.scale))
    guard divides, count > 0 else {
      multiplier = whole
      return
    }
    // The division is taken into the multiplier, with as many more bits as there are.
    let shift = min(Int.bitWidth - 1 - count.leadingZeroBitCount, 32, 31 + whole.exponent)
    let value = (Int64(whole.value) << Int64(shift)) / Int64(count)
    multiplier = FixedPointMultiplier(
      value: Int32(truncatingIfNeeded: value), exponent: whole.exponent - shift)
  }

  func result(of sum: Int32) -> Int32 {
    let value = Float(sum) * real.factor + real.bias
    let steps: Int32
    switch form {
    case .delegated:
      let bounded = min(max(value, Float(range.lowerBound)), Float(range.upperBound))
      return Int32(saturating: bounded.rounded(.toNearestOrEven))
    case .real: steps = Int32(saturating: value.rounded(.toNearestOrAwayFromZero))
    case .fixed: steps = multiplier.applied(to: sum &- offset)
    }
    let moved = Int(steps) + Int(zeroPoint)
    return Int32(min(max(moved, Int(range.lowerBound)), Int(range.upperBound)))
  }
}
