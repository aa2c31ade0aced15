@inlinable @inline(__always)
package func weightedSumU8<V: VectorISA>(
  _ isa: V.Type, _ a: UnsafePointer<UInt8>, step aStep: Int, _ b: UnsafePointer<UInt8>,
  step bStep: Int, _ output: UnsafeMutablePointer<UInt8>, count: Int, _ sum: WeightedByteSum
) {
  let aFactor = V.I(repeating: sum.aFactor)
  let bFactor = V.I(repeating: sum.bFactor)
  let bias = V.I(repeating: sum.bias)
  let shift = V.I(repeating: sum.shift)
  zipU8(V.self, a, aStep, b, bStep, output, count, sum.range) {
    (bias &+ $0 &* aFactor &+ $1 &* bFactor) &>> shift
  }
}

@inlinable @inline(__always)
package func rescaledSumU8<V: VectorISA>(
  _ isa: V.Type, _ a: UnsafePointer<UInt8>, step aStep: Int, _ b: UnsafePointer<UInt8>,
  step bStep: Int, _ output: UnsafeMutablePointer<UInt8>, count: Int, _ sum: RescaledByteSum
) {
  let aZero = V.I(repeating: sum.aZero)
  let bZero = V.I(repeating: sum.bZero)
  let sign = V.I(repeating: sum.subtracts ? -1 : 0)
  let fraction = V.I(repeating: 20)
  zipU8(V.self, a, aStep, b, bStep, output, count, sum.range) {
    let left = sum.a.applied(V.self, ($0 &- aZero) &<< fraction)
    let right = sum.b.applied(V.self, ($1 &- bZero) &<< fraction)
    return sum.out.applied(V.self, left &+ ((right ^ sign) &- sign))
  }
}

@inlinable @inline(__always)
package func productU8<V: VectorISA>(
  _ isa: V.Type, _ a: UnsafePointer<UInt8>, step aStep: Int, _ b: UnsafePointer<UInt8>,
  step bStep: Int, _ output: UnsafeMutablePointer<UInt8>, count: Int, _ product: ByteProduct
) {
  let aZero = V.I(repeating: product.aZero)
  let bZero = V.I(repeating: product.bZero)
  if let multiplier = product.multiplier {
    zipU8(V.self, a, aStep, b, bStep, output, count, product.range) {
      multiplier.applied(V.self, ($0 &- aZero) &* ($1 &- bZero))
    }
  } else {
    let scale = V.F(repeating: product.scale)
    let low = V.F(repeating: Float(product.range.low &- product.range.zeroPoint))
    let high = V.F(repeating: Float(product.range.high &- product.range.zeroPoint))
    zipU8(V.self, a, aStep, b, bStep, output, count, product.range) {
      let real = V.floats(($0 &- aZero) &* ($1 &- bZero)) * scale
      return V.integers(V.min(V.max(real, low), high))
    }
  }
}

/// `output[i] = clamp(function(a[i · aStep], b[i · bStep]) + zeroPoint)` for steps of 0 or 1,
/// reading each vector before it is written.
@inlinable @inline(__always)
package func zipU8<V: VectorISA>(
  _ isa: V.Type, _ a: UnsafePointer<UInt8>, _ aStep: Int, _ b: UnsafePointer<UInt8>,
  _ bStep: Int, _ output: UnsafeMutablePointer<UInt8>, _ count: Int, _ range: ByteRange,
  _ function: (V.I, V.I) -> V.I
) {
  guard count > 0 else { return }
  let xor = V.I(repeating: Int32(truncatingIfNeeded: range.xor))
  let zeroPoint = V.I(repeating: range.zeroPoint)
  let low = V.I(repeating: range.low)
  let high = V.I(repeating: range.high)
  let left = V.I(repeating: Int32(truncatingIfNeeded: a[0])) ^ xor
  let right = V.I(repeating: Int32(truncatingIfNeeded: b[0])) ^ xor
  let lanes = V.I.scalarCount
  var index = 0
  while index &+ lanes <= count {
    let x = aStep == 0 ? left : V.widenedBytes(a + index) ^ xor
    let y = bStep == 0 ? right : V.widenedBytes(b + index) ^ xor
    let result = clamped(V.self, function(x, y) &+ zeroPoint, low: low, high: high)
    V.storeBytes(result ^ xor, output + index)
    index &+= lanes
  }
  if index < count {
    let rest = count &- index
    let x = aStep == 0 ? left : loadPartialBytes(V.self, a + index, count: rest) ^ xor
    let y = bStep == 0 ? right : loadPartialBytes(V.self, b + index, count: rest) ^ xor
    let result = clamped(V.self, function(x, y) &+ zeroPoint, low: low, high: high)
    storePartialBytes(V.self, result ^ xor, output + index, count: rest)
  }
}
