/// A function of one float.
@frozen @usableFromInline package enum FloatUnary: UInt8, Sendable, CaseIterable {
  case absolute
  case negation
  case floor
  case ceiling
  /// The nearest integer, ties to even.
  case nearestEven
  /// −1, 0 or 1; NaN stays.
  case sign
  case square
  case squareRoot
  case reciprocalSquareRoot
  case exponential
  case logarithm
  case logistic
  case tanh
  /// `x < 0 ? e^x − 1 : x`.
  case elu
  /// `x · Φ(x)` of the normal distribution.
  case gelu
  /// `½ · x · (1 + tanh(√(2/π) · (x + 0.044715 · x³)))`.
  case geluTanh
  /// `x · clamp(x + 3, 0, 6) / 6`.
  case hardSwish
  /// `x > 0 ? x : parameter · x`.
  case leakyReLU
}

@inlinable @inline(__always)
package func unaryF32<V: VectorISA>(
  _ isa: V.Type, _ function: FloatUnary, _ input: UnsafePointer<Float>,
  _ output: UnsafeMutablePointer<Float>, count: Int, parameter: Float
) {
  switch function {
  case .absolute:
    let zero = V.F(repeating: 0)
    mapF32(V.self, input, output, count) { V.less(zero, $0, then: $0, else: zero - $0) }
  case .negation:
    mapF32(V.self, input, output, count) { -$0 }
  case .floor:
    mapF32(V.self, input, output, count) {
      let whole = V.truncated($0)
      return V.less($0, whole, then: whole - 1, else: whole)
    }
  case .ceiling:
    mapF32(V.self, input, output, count) {
      let whole = V.truncated($0)
      return V.less(whole, $0, then: whole + 1, else: whole)
    }
  case .nearestEven:
    mapF32(V.self, input, output, count) { V.rounded($0) }
  case .sign:
    let zero = V.F(repeating: 0)
    mapF32(V.self, input, output, count) {
      let unsigned = V.less(zero, $0, then: V.F(repeating: 1), else: $0 * zero)
      return V.less($0, zero, then: V.F(repeating: -1), else: unsigned)
    }
  case .square:
    mapF32(V.self, input, output, count) { $0 * $0 }
  case .squareRoot:
    mapF32(V.self, input, output, count) { V.squareRoot($0) }
  case .reciprocalSquareRoot:
    mapF32(V.self, input, output, count) { 1 / V.squareRoot($0) }
  case .exponential:
    mapF32(V.self, input, output, count) { expF32(V.self, $0) }
  case .logarithm:
    mapF32(V.self, input, output, count) { logF32(V.self, $0) }
  case .logistic:
    mapF32(V.self, input, output, count) { logisticF32(V.self, $0) }
  case .tanh:
    mapF32(V.self, input, output, count) { tanhF32(V.self, $0) }
  case .elu:
    let zero = V.F(repeating: 0)
    mapF32(V.self, input, output, count) {
      V.less($0, zero, then: expMinusOneF32(V.self, $0), else: $0)
    }
  case .gelu:
    mapF32(V.self, input, output, count) { geluF32(V.self, $0) }
  case .geluTanh:
    mapF32(V.self, input, output, count) {
      // √(2/π)
      let argument = 0.797_884_56 * V.fma($0 * $0 * $0, V.F(repeating: 0.044715), $0)
      return 0.5 * $0 * (1 + tanhF32(V.self, argument))
    }
  case .hardSwish:
    let sixth = V.F(repeating: 1 / 6)
    mapF32(V.self, input, output, count) {
      // The bound comes first: a comparison with NaN then yields the value.
      let gate = V.fma($0, sixth, V.F(repeating: 0.5))
      return $0 * V.min(V.F(repeating: 1), V.max(V.F(repeating: 0), gate))
    }
  case .leakyReLU:
    let slope = V.F(repeating: parameter)
    let zero = V.F(repeating: 0)
    mapF32(V.self, input, output, count) { V.less(zero, $0, then: $0, else: $0 * slope) }
  }
}

/// `output[i] = function(input[i])`, reading each vector before it is written.
@inlinable @inline(__always)
package func mapF32<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
  _ count: Int, _ function: (V.F) -> V.F
) {
  let lanes = V.F.scalarCount
  var index = 0
  while index &+ lanes <= count {
    let value = UnsafeRawPointer(input + index).loadUnaligned(as: V.F.self)
    UnsafeMutableRawPointer(output + index).storeBytes(of: function(value), as: V.F.self)
    index &+= lanes
  }
  if index < count {
    let value = loadPartial(V.self, input + index, count: count &- index)
    V.store(function(value), output + index, count: count &- index)
  }
}
