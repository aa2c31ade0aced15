internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `POW`: the first operand to the power of the second, broadcast.
///
/// As in LiteRT, an exponent that is one whole number for many bases multiplies, so that integers
/// wrap; other powers of integers are computed in `float64`, and become the smallest integer where
/// they do not fit.
struct Pow: Operator {
  static let code = BuiltinOperator.pow
  static let elementTypes: [ElementType] = [.float32, .int32]

  init(reading node: NodeReader) throws(OperatorError) {
    try BinaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let (base, exponent) = (try operands.input(0), try operands.input(1))
    let isShared = exponent.elementCount == 1 && base.shape != exponent.shape
    switch base.type {
    case .float32: return try floatStep(operands, isShared: isShared, in: context)
    case .int32:
      return try BinaryArithmetic.step("power", on: Int32.self, operands, canFault: true) {
        base, exponent, buffers in
        guard exponent >= 0 else {
          buffers.fail(.outsideDomain)
          return 0
        }
        guard !isShared || exponent == 0 else { return Self.product(base, exponent) }
        let real = Double.power(Double(base), Double(exponent))
        return abs(real) < 0x1p31 ? Int32(real) : .min
      }
    default: throw .unsupported("has operands of type \(base.type.name)")
    }
  }

  private func floatStep(
    _ operands: Operands, isShared: Bool, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let broadcast = try BinaryArithmetic.broadcast(operands)
    let (aStep, bStep) = (broadcast.aStep, broadcast.bStep)
    let kernel = unsafe context.kernels.elementwise.binary
    let time = operands.outputs[0].elementCount * (isShared ? 2 : 16)
    let phase = broadcast.phase(nanoseconds: time) { buffers, a, b, output, count in
      let base = unsafe buffers.input(0, as: Float.self) + a
      let exponent = unsafe buffers.input(1, as: Float.self) + b
      let target = unsafe buffers.output(as: Float.self) + output
      let power = isShared ? Self.wholeNumber(unsafe exponent[0]) : nil
      guard let power else {
        for index in 0..<count {
          unsafe target[index] = Float.power(base[index &* aStep], exponent[index &* bStep])
        }
        return
      }
      for index in 0..<count { unsafe target[index] = base[index &* aStep] }
      // Bit by bit from the second one on, each time squared first.
      let largest = Float.greatestFiniteMagnitude
      for bit in (0..<Int32.bitWidth - 1 - power.leadingZeroBitCount).reversed() {
        unsafe kernel(.multiply, target, 1, target, 1, target, count, -largest, largest)
        guard power >> Int32(bit) & 1 == 1 else { continue }
        unsafe kernel(.multiply, base, aStep, target, 1, target, count, -largest, largest)
      }
    }
    return Step(kernel: "power f32", phases: [phase])
  }

  /// The exponent where it is a whole number from 1 on.
  private static func wholeNumber(_ exponent: Float) -> Int32? {
    let nearest = exponent.rounded(.toNearestOrAwayFromZero)
    guard abs(exponent - nearest) < 1e-8, nearest >= 1, nearest < 0x1p31 else { return nil }
    return Int32(nearest)
  }

  private static func product(_ base: Int32, _ exponent: Int32) -> Int32 {
    var (result, factor, rest) = (Int32(1), base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result = result &* factor }
      factor = factor &* factor
      rest >>= 1
    }
    return result
  }
}
