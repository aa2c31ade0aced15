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
      return try quantizedStep(operands, geometry, in: context)
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
    _ operands: Operands, _ geometry: ReductionGeometry, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    let source = try QuantizedElements(input, "input")
    let target = try QuantizedElements(operands.outputs[0], "output")
    let form = try form(operands, geometry, in: context)
    let finish = MeanRounding(
      from: source, to: target, count: geometry.reducedCount, divides: divides, form: form)
    guard input.type != .int16 else {
      return ReductionLowering.step(
        name, on: Int16.self, geometry, initial: Int32(0), join: { $0 &+ Int32($1) },
        finish: { Int16(truncatingIfNeeded: finish.result(of: $0, at: 0)) })
    }
    return ReductionLowering.byteStep(
      name, .sum, geometry, isSigned: input.type == .int8, in: context
    ) {
      UInt8(truncatingIfNeeded: finish.result(of: $0, at: $1))
    }
  }

  /// Whose arithmetic rounds a quantised result.
  private func form(
    _ operands: Operands, _ geometry: ReductionGeometry, in context: LoweringContext
  ) throws(OperatorError) -> MeanRounding.Form {
    let input = try operands.input(0)
    let isByte = input.type != .int16
    guard context.arithmetic == .litert else {
      // Only the sum of uint8 has a reference kernel of its own that works.
      return divides || input.type == .uint8 ? .fixed : .real
    }
    if try geometry.isDelegable(operands) { return .delegated }
    guard divides else { return .real }
    guard isByte, keepsAxes, input.shape.rank == 4, geometry.axes == [1, 2] else { return .fixed }
    return .biased(channels: input.shape[3], blocks: input.type == .int8)
  }
}
