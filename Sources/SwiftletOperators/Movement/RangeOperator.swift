internal import SwiftletFormat
internal import SwiftletTensor

/// `RANGE`: numbers at equal distances from a start up to a limit, which is left out.
struct RangeOperator: Operator {
  static let code = BuiltinOperator.range
  static let elementTypes: [ElementType] = [.float32, .int32, .int64]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 3...3)
    let output = try node.output()
    try node.require(
      Self.elementTypes.contains(output.type), "has an output of type \(output.type.name)")
    for index in 0..<3 {
      let number = try node.input(index)
      try node.require(
        number.type == output.type, "has an input \(index) of type \(number.type.name)")
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    for index in 0..<3 {
      let shape = try operands.input(index).shape
      guard shape.rank == 0 else { throw .invalid("has an input \(index) of shape \(shape)") }
    }
    if operands.outputs[0].type == .float32 {
      guard let (start, limit, step) = try floats(operands) else { return nil }
      guard start.isFinite, limit.isFinite, step > 0 && start <= limit || step < 0 && start >= limit
      else { throw .invalid("cannot go from \(start) to \(limit) in steps of \(step)") }
      let count = abs((limit - start) / step).rounded(.up)
      return [[Int(clamping: Int64(saturating: count))]]
    }
    guard let (start, limit, step) = try integers(operands) else { return nil }
    guard step > 0 && start <= limit || step < 0 && start >= limit else {
      throw .invalid("cannot go from \(start) to \(limit) in steps of \(step)")
    }
    let distance = UInt(bitPattern: step > 0 ? limit &- start : start &- limit)
    return [[distance == 0 ? 0 : Int(clamping: (distance - 1) / step.magnitude + 1)]]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let count = operands.outputs[0].elementCount
    if operands.outputs[0].type == .float32 {
      guard let (start, _, step) = try floats(operands) else { throw Self.unknown }
      // LiteRT adds up, so that each number carries the rounding of those before it.
      let phase = Phase(units: 1, nanoseconds: 2 * count) { buffers, _ in
        let output = unsafe buffers.output(as: Float.self)
        var number = start
        for index in 0..<count {
          unsafe output[index] = number
          number += step
        }
      }
      return Step(kernel: "range f32", phases: [phase])
    }
    guard let (start, _, step) = try integers(operands) else { throw Self.unknown }
    let isWide = operands.outputs[0].type == .int64
    let phase = Phase(units: count, grain: 64, nanoseconds: count) { buffers, range in
      for index in range {
        let number = start &+ index &* step
        if isWide {
          unsafe buffers.output(as: Int.self)[index] = number
        } else {
          unsafe buffers.output(as: Int32.self)[index] = Int32(truncatingIfNeeded: number)
        }
      }
    }
    return Step(kernel: "range", phases: [phase])
  }

  private static var unknown: OperatorError { .unsupported("has bounds that are not known") }

  private func integers(
    _ operands: Operands
  ) throws(OperatorError) -> (start: Int, limit: Int, step: Int)? {
    guard let start = try operands.integers(0)?.first, let limit = try operands.integers(1)?.first,
      let step = try operands.integers(2)?.first
    else { return nil }
    return (start, limit, step)
  }

  private func floats(
    _ operands: Operands
  ) throws(OperatorError) -> (start: Float, limit: Float, step: Float)? {
    guard let start = try operands.value(0)?.elements(as: Float.self).first,
      let limit = try operands.value(1)?.elements(as: Float.self).first,
      let step = try operands.value(2)?.elements(as: Float.self).first
    else { return nil }
    return (start, limit, step)
  }
}
