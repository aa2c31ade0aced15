internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// ADD and SUB: types, ranges and the rounding of quantised sums.
struct AdditiveArithmetic: Sendable {
  let subtracts: Bool
  let activation: ActivationFunction
  /// Whether 16-bit operands whose scales are powers of two are shifted instead of multiplied.
  let shiftsPowers: Bool

  /// Checks the operands.
  init(
    reading node: NodeReader, subtracts: Bool, activation: ActivationFunction, shiftsPowers: Bool
  ) throws(OperatorError) {
    try BinaryArithmetic.check(node)
    self.subtracts = subtracts
    self.activation = activation
    self.shiftsPowers = shiftsPowers
  }

  func elementwiseNodes(_ operands: Operands) -> Int {
    guard operands.outputs[0].type.isQuantizedByte else {
      return ElementwiseNodes.count(operands, activation: activation)
    }
    let sum = try? RescaledSum(operands, subtracts: subtracts, activation: activation)
    return operands.areDelegableElements && sum?.weighted() != nil
      ? ElementwiseNodes.nodes(with: activation) : 0
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let info = operands.outputs[0]
    switch info.type {
    case .float32:
      return try BinaryArithmetic.step(
        subtracts ? .subtract : .add, operands, activation: activation, in: context)
    case .int32: return try integerStep(on: Int32.self, operands)
    case .int64: return try integerStep(on: Int64.self, operands)
    case .int16 where info.scale == nil: return try integerStep(on: Int16.self, operands)
    case .int16: return try wordStep(operands, in: context)
    case .int8, .uint8: return try byteStep(operands, in: context)
    default: throw .unsupported("has operands of type \(info.type.name)")
    }
  }

  private var name: String { subtracts ? "subtract" : "add" }

  /// Plain numbers: the sum wraps, then the activation.
  private func integerStep<Integer: FixedWidthInteger & BitwiseCopyable & Sendable>(
    on type: Integer.Type, _ operands: Operands
  ) throws(OperatorError) -> Step {
    let limits = activation.limits(of: type)
    let subtracts = subtracts
    return try BinaryArithmetic.step(name, on: type, operands) { a, b, _ in
      let sum = subtracts ? a &- b : a &+ b
      return min(max(sum, limits.lowerBound), limits.upperBound)
    }
  }

  private func wordStep(
    _ operands: Operands, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let sum = try RescaledSum(operands, subtracts: subtracts, activation: activation)
    guard sum.a.zeroPoint == 0, sum.b.zeroPoint == 0, sum.output.zeroPoint == 0 else {
      throw .invalid("has int16 operands whose zero point is not 0")
    }
    if shiftsPowers, let shift = try sum.powerShift() {
      let (limits, subtracts) = (sum.limits, subtracts)
      return try BinaryArithmetic.step(name, on: Int16.self, operands) { a, b, _ in
        let left = roundingShift(Int32(a), by: shift.a)
        let right = roundingShift(Int32(b), by: shift.b)
        let total = Int16(clamping: subtracts ? left - right : left + right)
        return Int16(min(max(Int32(total), limits.lowerBound), limits.upperBound))
      }
    }
    try sum.checkMultiplier()
    let broadcast = try BinaryArithmetic.broadcast(operands)
    return try sum.step(
      name, on: Int16.self, operands, blocks: blocks(broadcast, operands, in: context))
  }

  private func byteStep(
    _ operands: Operands, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let sum = try RescaledSum(operands, subtracts: subtracts, activation: activation)
    let kernels = context.kernels.elementwise
    let time = operands.outputs[0].elementCount / 8
    if context.arithmetic == .litert, operands.areDelegableElements, activation.isDelegable,
      let weighted = sum.weighted()
    {
      return try unsafe BinaryArithmetic.byteStep("\(name) q8", operands, nanoseconds: time) {
        unsafe kernels.weightedSum($0, $1, $2, $3, $4, $5, weighted)
      }
    }
    try sum.checkMultiplier()
    let broadcast = try BinaryArithmetic.broadcast(operands)
    let blocks = blocks(broadcast, operands, in: context)
    guard blocks == .none, let rescaled = sum.rescaled() else {
      return sum.output.type == .int8
        ? try sum.step(name, on: Int8.self, operands, blocks: blocks)
        : try sum.step(name, on: UInt8.self, operands, blocks: blocks)
    }
    return try unsafe BinaryArithmetic.byteStep(
      "\(name) q8 fixed", operands, nanoseconds: 2 * time
    ) {
      unsafe kernels.rescaledSum($0, $1, $2, $3, $4, $5, rescaled)
    }
  }

  /// Where LiteRT's built-in kernel adds in another way than the definition.
  private func blocks(
    _ broadcast: Broadcast, _ operands: Operands, in context: LoweringContext
  ) -> RescaledSum.Blocks {
    guard context.arithmetic == .litert, !subtracts else { return .none }
    switch (operands.outputs[0].type, broadcast.builtInLoop) {
    case (_, .general): return .none
    case (.int16, _): return broadcast.isElementwise ? .merged : .none
    case (.int8, .pairs): return .merged
    default: return .shiftedDown
    }
  }
}
