/// Bilinear pixels of three channels: `(Σ w·v + 2^9) >> 10` with weights in 32nds.
///
/// OpenCV's `(Σ w·v + 2^14) >> 15` with weights in 2^15ths is the same, as its weights are products
/// of 32nds and have the factor 32 in common. Two channels at a time lie in the halves of a word:
/// across, the sums have 13 bits and fit; down, they are added up in 32 bits.
///
/// - Parameters:
///   - isa: The instruction set.
///   - corners: Six planes of `count` words: the pixels top left, top right, bottom left and bottom
///     right with red in the lowest byte, then the weights of the right and of the lower pixels,
///     0…31, in both halves of a word.
///   - output: The pixels; their highest bytes mean nothing.
///   - count: A multiple of 16.
@inlinable @inline(__always)
package func blendPixels<V: VectorISA>(
  _ isa: V.Type, _ corners: UnsafePointer<UInt32>, _ output: UnsafeMutablePointer<UInt32>,
  count: Int
) {
  let source = UnsafeRawPointer(corners)
  let target = UnsafeMutableRawPointer(output)
  let plane = 4 &* count
  let step = 4 &* V.I.scalarCount
  let mask = V.I(repeating: 0x00FF_00FF)
  let whole = V.H(repeating: 32)
  let half = V.I(repeating: 512)
  var at = 0
  while at < plane {
    let topLeft = source.loadUnaligned(fromByteOffset: at, as: V.I.self)
    let topRight = source.loadUnaligned(fromByteOffset: at &+ plane, as: V.I.self)
    let bottomLeft = source.loadUnaligned(fromByteOffset: at &+ 2 &* plane, as: V.I.self)
    let bottomRight = source.loadUnaligned(fromByteOffset: at &+ 3 &* plane, as: V.I.self)
    let right = source.loadUnaligned(fromByteOffset: at &+ 4 &* plane, as: V.H.self)
    let lower = source.loadUnaligned(fromByteOffset: at &+ 5 &* plane, as: V.H.self)
    let left = whole &- right
    let upper = whole &- lower
    let lowWeights = V.interleavedLow(upper, lower)
    let highWeights = V.interleavedHigh(upper, lower)

    let outerTop =
      unsafeBitCast(topLeft & mask, to: V.H.self) &* left
      &+ unsafeBitCast(topRight & mask, to: V.H.self) &* right
    let outerBottom =
      unsafeBitCast(bottomLeft & mask, to: V.H.self) &* left
      &+ unsafeBitCast(bottomRight & mask, to: V.H.self) &* right
    let innerTop =
      unsafeBitCast((topLeft &>> 8) & mask, to: V.H.self) &* left
      &+ unsafeBitCast((topRight &>> 8) & mask, to: V.H.self) &* right
    let innerBottom =
      unsafeBitCast((bottomLeft &>> 8) & mask, to: V.H.self) &* left
      &+ unsafeBitCast((bottomRight &>> 8) & mask, to: V.H.self) &* right

    let outerLow = V.dotPairs(half, V.interleavedLow(outerTop, outerBottom), lowWeights) &>> 10
    let outerHigh =
      V.dotPairs(half, V.interleavedHigh(outerTop, outerBottom), highWeights) &>> 10
    let innerLow = V.dotPairs(half, V.interleavedLow(innerTop, innerBottom), lowWeights) &>> 10
    let innerHigh =
      V.dotPairs(half, V.interleavedHigh(innerTop, innerBottom), highWeights) &>> 10

    let outer = unsafeBitCast(V.narrowed(outerLow, outerHigh), to: V.I.self)
    let inner = unsafeBitCast(V.narrowed(innerLow, innerHigh), to: V.I.self)
    target.storeBytes(of: outer | (inner &<< 8), toByteOffset: at, as: V.I.self)
    at &+= step
  }
}
