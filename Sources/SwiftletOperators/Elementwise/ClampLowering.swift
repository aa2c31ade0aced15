internal import SwiftletFormat
internal import SwiftletTensor

/// The RELU family: between two bounds, of which the upper one may be missing.
struct ClampLowering: Sendable {
  let low: Float
  let high: Float?

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    switch input.type {
    case .float32:
      return UnaryArithmetic.clampStep(low...(high ?? .infinity), operands, in: context)
    case .int8, .uint8, .int16:
      let (source, target) = try UnaryArithmetic.schemes(operands)
      let limits = try target.limits(from: low, through: high)
      let multiplier = FixedPointMultiplier(Double(source.scale / target.scale))
      let function = { @Sendable (element: Int32) -> Int32 in
        let value = Int(multiplier.applied(to: element - source.zeroPoint))
        let moved = value + Int(target.zeroPoint)
        return Int32(min(max(moved, Int(limits.lowerBound)), Int(limits.upperBound)))
      }
      guard input.type == .int16 else {
        return LookupTable(from: input.type, to: input.type, function: function)
          .step("clamp", operands, in: context)
      }
      return UnaryArithmetic.step("clamp", on: Int16.self, operands) {
        Int16(truncatingIfNeeded: function(Int32($0)))
      }
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }
}
