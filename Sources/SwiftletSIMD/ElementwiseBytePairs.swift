@inlinable @inline(__always)
package func weightedSumU8<V: VectorISA>(
  _ isa: V.Type, _ a: UnsafePointer<UInt8>, step aStep: Int, _ b: UnsafePointer<UInt8>,
  step bStep: Int, _ output: UnsafeMutablePointer<UInt8>, count: Int, _ sum: WeightedByteSum
) {
  zipU8(V.self, sum, a, aStep, b, bStep, output, count, sum.range)
}

@inlinable @inline(__always)
package func rescaledSumU8<V: VectorISA>(
  _ isa: V.Type, _ a: UnsafePointer<UInt8>, step aStep: Int, _ b: UnsafePointer<UInt8>,
  step bStep: Int, _ output: UnsafeMutablePointer<UInt8>, count: Int, _ sum: RescaledByteSum
) {
  zipU8(V.self, sum, a, aStep, b, bStep, output, count, sum.range)
}

@inlinable @inline(__always)
package func productU8<V: VectorISA>(
  _ isa: V.Type, _ a: UnsafePointer<UInt8>, step aStep: Int, _ b: UnsafePointer<UInt8>,
  step bStep: Int, _ output: UnsafeMutablePointer<UInt8>, count: Int, _ product: ByteProduct
) {
  if let multiplier = product.multiplier {
    let function = FixedByteProduct(product, multiplier)
    zipU8(V.self, function, a, aStep, b, bStep, output, count, product.range)
  } else {
    zipU8(V.self, product, a, aStep, b, bStep, output, count, product.range)
  }
}

/// A function of two bytes, taken as unsigned, without the zero point of the result.
///
/// A type and not a closure, for the reason given with `FloatPairFunction`.
@usableFromInline package protocol BytePairFunction {
  func apply<V: VectorISA>(_ isa: V.Type, _ a: V.I, _ b: V.I) -> V.I
}

extension WeightedByteSum: BytePairFunction {
  @inlinable @inline(__always)
  package func apply<V: VectorISA>(_ isa: V.Type, _ a: V.I, _ b: V.I) -> V.I {
    let left = a &* V.I(repeating: aFactor)
    let right = b &* V.I(repeating: bFactor)
    return (V.I(repeating: bias) &+ left &+ right) &>> V.I(repeating: shift)
  }
}

extension RescaledByteSum: BytePairFunction {
  @inlinable @inline(__always)
  package func apply<V: VectorISA>(_ isa: V.Type, _ a: V.I, _ b: V.I) -> V.I {
    let fraction = V.I(repeating: 20)
    let sign = V.I(repeating: subtracts ? -1 : 0)
    let left = self.a.applied(V.self, (a &- V.I(repeating: aZero)) &<< fraction)
    let right = self.b.applied(V.self, (b &- V.I(repeating: bZero)) &<< fraction)
    return out.applied(V.self, left &+ ((right ^ sign) &- sign))
  }
}

extension ByteProduct: BytePairFunction {
  /// The product in flavour E.
  @inlinable @inline(__always)
  package func apply<V: VectorISA>(_ isa: V.Type, _ a: V.I, _ b: V.I) -> V.I {
    let exact = (a &- V.I(repeating: aZero)) &* (b &- V.I(repeating: bZero))
    let real = V.floats(exact) * V.F(repeating: scale)
    let low = V.F(repeating: Float(range.low &- range.zeroPoint))
    let high = V.F(repeating: Float(range.high &- range.zeroPoint))
    return V.integers(V.min(V.max(real, low), high))
  }
}

/// The product of two bytes in flavour D.
@frozen @usableFromInline package struct FixedByteProduct: BytePairFunction {
  @usableFromInline let product: ByteProduct
  @usableFromInline let multiplier: ByteMultiplier

  @inlinable @inline(__always)
  package init(_ product: ByteProduct, _ multiplier: ByteMultiplier) {
    self.product = product
    self.multiplier = multiplier
  }

  @inlinable @inline(__always)
  package func apply<V: VectorISA>(_ isa: V.Type, _ a: V.I, _ b: V.I) -> V.I {
    let left = a &- V.I(repeating: product.aZero)
    let right = b &- V.I(repeating: product.bZero)
    return multiplier.applied(V.self, left &* right)
  }
}

/// `output[i] = clamp(function(a[i · aStep], b[i · bStep]) + zeroPoint)` for steps of 0 or 1,
/// reading each vector before it is written.
@inlinable @inline(__always)
package func zipU8<V: VectorISA, Function: BytePairFunction>(
  _ isa: V.Type, _ function: Function, _ a: UnsafePointer<UInt8>, _ aStep: Int,
  _ b: UnsafePointer<UInt8>, _ bStep: Int, _ output: UnsafeMutablePointer<UInt8>, _ count: Int,
  _ range: ByteRange
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
    let result = clamped(V.self, function.apply(V.self, x, y) &+ zeroPoint, low: low, high: high)
    V.storeBytes(result ^ xor, output + index)
    index &+= lanes
  }
  if index < count {
    let rest = count &- index
    let x = aStep == 0 ? left : loadPartialBytes(V.self, a + index, count: rest) ^ xor
    let y = bStep == 0 ? right : loadPartialBytes(V.self, b + index, count: rest) ^ xor
    let result = clamped(V.self, function.apply(V.self, x, y) &+ zeroPoint, low: low, high: high)
    storePartialBytes(V.self, result ^ xor, output + index, count: rest)
  }
}
