internal import SwiftletTensor

/// A 16-bit float, on which operators compute in `float32`.
protocol HalfFloat: BitwiseCopyable, Sendable {
  /// The nearest value, of two equally near the even one.
  init(_ value: Float)
  /// The same value.
  var widened: Float { get }
}

extension Float16: HalfFloat {
  var widened: Float { Float(self) }
}

/// The upper half of a `float32`; comparisons with NaN are false.
struct BFloat16: HalfFloat, Comparable {
  let bits: UInt16

  init(_ value: Float) {
    guard !value.isNaN else {
      // Rounding might carry a NaN over into infinity; it becomes a quiet one.
      bits = UInt16(truncatingIfNeeded: value.bitPattern >> 16) | 0x40
      return
    }
    let even = value.bitPattern >> 16 & 1
    bits = UInt16(truncatingIfNeeded: (value.bitPattern + 0x7FFF + even) >> 16)
  }

  var widened: Float { Float(bitPattern: UInt32(bits) << 16) }

  static func == (a: BFloat16, b: BFloat16) -> Bool { a.widened == b.widened }

  static func < (a: BFloat16, b: BFloat16) -> Bool { a.widened < b.widened }

  static func <= (a: BFloat16, b: BFloat16) -> Bool { a.widened <= b.widened }

  static func > (a: BFloat16, b: BFloat16) -> Bool { a.widened > b.widened }

  static func >= (a: BFloat16, b: BFloat16) -> Bool { a.widened >= b.widened }
}

extension UnaryArithmetic {
  /// A step on 16-bit floats by a function of `float32`.
  static func halfStep(
    _ name: String, _ operands: Operands, function: @escaping @Sendable (Float) -> Float
  ) throws(OperatorError) -> Step {
    let type = operands.outputs[0].type
    switch type {
    case .float16:
      return step(name, on: Float16.self, operands) { Float16(function($0.widened)) }
    case .bfloat16:
      return step(name, on: BFloat16.self, operands) { BFloat16(function($0.widened)) }
    default: throw .unsupported("has an input of type \(type.name)")
    }
  }
}

extension BinaryArithmetic {
  /// A step on 16-bit floats by a function of `float32`.
  static func halfStep(
    _ name: String, _ operands: Operands, function: @escaping @Sendable (Float, Float) -> Float
  ) throws(OperatorError) -> Step {
    let type = operands.outputs[0].type
    switch type {
    case .float16:
      return try step(name, on: Float16.self, operands) { a, b, _ in
        Float16(function(a.widened, b.widened))
      }
    case .bfloat16:
      return try step(name, on: BFloat16.self, operands) { a, b, _ in
        BFloat16(function(a.widened, b.widened))
      }
    default: throw .unsupported("has operands of type \(type.name)")
    }
  }
}
