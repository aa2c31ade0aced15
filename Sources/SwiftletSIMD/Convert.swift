/// How a float is brought to the scale of an integer.
@frozen @usableFromInline package enum FloatQuantizing: UInt8, Sendable {
  /// The product with the reciprocal of the scale, ties to even (XNNPACK).
  case productToEven
  /// The quotient, ties away from zero (the reference kernel).
  case quotientAwayFromZero
}

/// Bytes as in `ElementwiseBytes.swift`; NaN gives the zero point.
@inlinable @inline(__always)
package func quantizeU8<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<UInt8>,
  count: Int, scale: Float, _ quantizing: FloatQuantizing, _ range: ByteRange
) {
  let xor = V.I(repeating: Int32(truncatingIfNeeded: range.xor))
  let zeroPoint = V.I(repeating: range.zeroPoint)
  let low = V.F(repeating: Float(range.low &- range.zeroPoint))
  let high = V.F(repeating: Float(range.high &- range.zeroPoint))
  let divisor = V.F(repeating: scale)
  let factor = V.F(repeating: 1 / scale)
  let lanes = V.F.scalarCount
  var index = 0
  while index < count {
    let rest = count &- index
    let value =
      rest >= lanes
      ? UnsafeRawPointer(input + index).loadUnaligned(as: V.F.self)
      : loadPartial(V.self, input + index, count: rest)
    let real = quantizing == .productToEven ? value * factor : value / divisor
    let bounded = V.min(V.max(V.equal(real, real, then: real, else: V.F(repeating: 0)), low), high)
    let nearest: V.F
    switch quantizing {
    case .productToEven: nearest = bounded
    case .quotientAwayFromZero:
      let whole = V.truncated(bounded)
      let fraction = bounded - whole
      let half = V.F(repeating: 0.5)
      let raised = V.less(fraction, half, then: whole, else: whole + 1)
      nearest = V.less(-half, fraction, then: raised, else: whole - 1)
    }
    let result = (V.integers(nearest) &+ zeroPoint) ^ xor
    if rest >= lanes {
      V.storeBytes(result, output + index)
    } else {
      storePartialBytes(V.self, result, output + index, count: rest)
    }
    index &+= lanes
  }
}

/// `output[i] = scale · ((input[i] ^ xor) − zeroPoint)`.
@inlinable @inline(__always)
package func dequantizeU8<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<Float>,
  count: Int, scale: Float, zeroPoint: Int32, xor: UInt8
) {
  let flip = V.I(repeating: Int32(truncatingIfNeeded: xor))
  let zero = V.I(repeating: zeroPoint)
  let factor = V.F(repeating: scale)
  let lanes = V.F.scalarCount
  var index = 0
  while index < count {
    let rest = count &- index
    let value =
      rest >= lanes
      ? V.widenedBytes(input + index) : loadPartialBytes(V.self, input + index, count: rest)
    let real = V.floats((value ^ flip) &- zero) * factor
    if rest >= lanes {
      UnsafeMutableRawPointer(output + index).storeBytes(of: real, as: V.F.self)
    } else {
      V.store(real, output + index, count: rest)
    }
    index &+= lanes
  }
}
