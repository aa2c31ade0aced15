/// A row between two input rows of bytes in fixed point: `top · (2^bits − weight) + bottom · weight`.
///
/// Bytes are taken as unsigned (`xor` is 0x80 for signed elements), less `zero`.
@inlinable @inline(__always)
package func blendRowsU8<V: VectorISA>(
  _ isa: V.Type, _ top: UnsafePointer<UInt8>, _ bottom: UnsafePointer<UInt8>,
  _ output: UnsafeMutablePointer<Int32>, count: Int, bits: Int32, weight: Int32, xor: UInt8,
  zero: Int32
) {
  let flip = V.I(repeating: Int32(truncatingIfNeeded: xor))
  let zero = V.I(repeating: zero)
  let weight = V.I(repeating: weight)
  let bits = V.I(repeating: bits)
  let lanes = V.I.scalarCount
  var index = 0
  while index < count {
    let rest = count &- index
    let upper = loadUpToBytes(V.self, top + index, rest) ^ flip
    let lower = loadUpToBytes(V.self, bottom + index, rest) ^ flip
    let sum = ((upper &- zero) &<< bits) &+ (lower &- upper) &* weight
    if rest >= lanes {
      UnsafeMutableRawPointer(output + index).storeBytes(of: sum, as: V.I.self)
    } else {
      var lane = 0
      while lane < rest {
        output[index &+ lane] = sum[lane]
        lane &+= 1
      }
    }
    index &+= lanes
  }
}

/// The columns of an output row from those of a row that `blendRowsU8` made.
///
/// Reads up to a vector behind the last element of `row`.
@inlinable @inline(__always)
package func resizeColumnsU8<V: VectorISA>(
  _ isa: V.Type, _ resizing: ByteResizing, _ row: UnsafePointer<Int32>,
  _ output: UnsafeMutablePointer<UInt8>, columns: UnsafePointer<ResizeTap>, count: Int,
  channels: Int, xor: UInt8
) {
  let lanes = V.I.scalarCount
  let flip = V.I(repeating: Int32(truncatingIfNeeded: xor))
  let zero = V.I(repeating: xor == 0 ? 0 : 128)
  let isRoundedUp = resizing == .elevenBits
  var target = output
  var column = 0
  while column < count {
    let tap = columns[column]
    let across = V.I(repeating: tap.weight)
    var channel = 0
    while channel < channels {
      let at = channels &- channel < lanes && channels >= lanes ? channels &- lanes : channel
      let left = UnsafeRawPointer(row + (tap.lower &+ at)).loadUnaligned(as: V.I.self)
      let right = UnsafeRawPointer(row + (tap.upper &+ at)).loadUnaligned(as: V.I.self)
      let result: V.I
      if isRoundedUp {
        let sum = (left &<< 11) &+ (right &- left) &* across
        result = (sum &+ (1 &<< 21)) &>> 22
      } else {
        let sum = (left &<< 10) &+ (right &- left) &* across
        let sign = sum &>> 31
        let magnitude = (((sum ^ sign) &- sign) &+ (1 &<< 19)) &>> 20
        result = ((magnitude ^ sign) &- sign) &+ zero
      }
      if channels >= lanes {
        V.storeBytes(result ^ flip, target + at)
      } else {
        storePartialBytes(V.self, result ^ flip, target + at, count: channels &- at)
      }
      channel &+= lanes
    }
    target += channels
    column &+= 1
  }
}

/// One output row of bytes; `xor` is 0x80 for signed elements.
@inlinable @inline(__always)
package func resizeRowU8<V: VectorISA>(
  _ isa: V.Type, _ resizing: ByteResizing, _ top: UnsafePointer<UInt8>,
  _ bottom: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>,
  columns: UnsafePointer<ResizeTap>, count: Int, channels: Int, row: ResizeTap, xor: UInt8
) {
  let lanes = V.I.scalarCount
  let flip = V.I(repeating: Int32(truncatingIfNeeded: xor))
  let zero = V.I(repeating: xor == 0 ? 0 : 128)
  var target = output
  var column = 0
  while column < count {
    let tap = columns[column]
    var channel = 0
    while channel < channels {
      let rest = channels &- channel
      let topLeft = loadUpToBytes(V.self, top + (tap.lower &+ channel), rest) ^ flip
      let topRight = loadUpToBytes(V.self, top + (tap.upper &+ channel), rest) ^ flip
      let bottomLeft = loadUpToBytes(V.self, bottom + (tap.lower &+ channel), rest) ^ flip
      let bottomRight = loadUpToBytes(V.self, bottom + (tap.upper &+ channel), rest) ^ flip
      let result: V.I
      switch resizing {
      case .elevenBits:
        let across = V.I(repeating: tap.weight)
        let down = V.I(repeating: row.weight)
        let upper = (topLeft &<< 11) &+ (topRight &- topLeft) &* across
        let lower = (bottomLeft &<< 11) &+ (bottomRight &- bottomLeft) &* across
        result = ((upper &<< 11) &+ (lower &- upper) &* down &+ (1 &<< 21)) &>> 22
      case .tenBits:
        let across = V.I(repeating: tap.weight)
        let down = V.I(repeating: row.weight)
        let upper = ((topLeft &- zero) &<< 10) &+ (topRight &- topLeft) &* across
        let lower = ((bottomLeft &- zero) &<< 10) &+ (bottomRight &- bottomLeft) &* across
        let sum = (upper &<< 10) &+ (lower &- upper) &* down
        let sign = sum &>> 31
        let magnitude = (((sum ^ sign) &- sign) &+ (1 &<< 19)) &>> 20
        result = ((magnitude ^ sign) &- sign) &+ zero
      case .float:
        let low = V.F(repeating: 1 - row.fraction)
        let high = V.F(repeating: row.fraction)
        let left = V.F(repeating: 1 - tap.fraction)
        let right = V.F(repeating: tap.fraction)
        let upper = V.floats(topLeft) * low * left + V.floats(bottomLeft) * high * left
        let sum =
          upper + V.floats(topRight) * low * right + V.floats(bottomRight) * high * right
        result = V.integers(V.truncated(sum + 0.5))
      case .floatProducts:
        let (low, left) = (1 - row.fraction, 1 - tap.fraction)
        let upper =
          V.floats(topLeft) * V.F(repeating: low * left)
          + V.floats(topRight) * V.F(repeating: low * tap.fraction)
        let three = upper + V.floats(bottomLeft) * V.F(repeating: row.fraction * left)
        let sum = three + V.floats(bottomRight) * V.F(repeating: row.fraction * tap.fraction)
        result = V.integers(V.truncated(sum + 0.5))
      }
      if rest >= lanes {
        V.storeBytes(result ^ flip, target + channel)
      } else {
        storePartialBytes(V.self, result ^ flip, target + channel, count: rest)
      }
      channel &+= lanes
    }
    target += channels
    column &+= 1
  }
}
