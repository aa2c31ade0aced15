internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// REDUCE_MAX and REDUCE_MIN.
struct ExtremeLowering: Sendable {
  let isMaximum: Bool
  let keepsAxes: Bool

  /// Checks the operands.
  init(reading node: NodeReader, isMaximum: Bool) throws(OperatorError) {
    try ReductionGeometry.check(node)
    self.isMaximum = isMaximum
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
    let (input, output) = (try operands.input(0), operands.outputs[0])
    if input.type.quantizedRange != nil, !input.hasSameQuantization(as: output) {
      // XNNPACK copies the extreme integer, whatever it stands for in the output.
      guard context.arithmetic == .litert, try geometry.isDelegable(operands) else {
        throw .invalid("has an input and an output of unequal scales or zero points")
      }
    }
    let name = isMaximum ? "reduce max" : "reduce min"
    let reduction: Reduction = isMaximum ? .maximum : .minimum
    switch output.type {
    case .float32:
      return ReductionLowering.floatStep(name, reduction, geometry, in: context) { $0 }
    case .int8, .uint8:
      let isSigned = output.type == .int8
      return ReductionLowering.byteStep(
        name, reduction, geometry, isSigned: isSigned, in: context
      ) { extreme, _ in UInt8(truncatingIfNeeded: extreme) }
    case .int16: return step(name, on: Int16.self, geometry)
    case .int32: return step(name, on: Int32.self, geometry)
    case .int64: return step(name, on: Int64.self, geometry)
    default: throw .unsupported("has an input of type \(output.type.name)")
    }
  }

  private func step<Integer: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ name: String, on type: Integer.Type, _ geometry: ReductionGeometry
  ) -> Step {
    let isMaximum = isMaximum
    return ReductionLowering.step(
      name, on: type, geometry, initial: isMaximum ? Integer.min : Integer.max,
      join: { isMaximum ? max($0, $1) : min($0, $1) }, finish: { $0 })
  }
}
