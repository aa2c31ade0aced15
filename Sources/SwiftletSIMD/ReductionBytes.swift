// Bytes as in `ElementwiseBytes.swift`: `xor` is 0x80 for signed elements, whose results are then
// those of unsigned ones, 128 too high for each element that was summed.

/// `output[i] = reduction over rows r of input[r · rowStride + i]`, in 32 bits that wrap.
@inlinable @inline(__always)
package func reduceRowsU8<V: VectorISA>(
  _ isa: V.Type, _ reduction: Reduction, _ input: UnsafePointer<UInt8>,
  _ output: UnsafeMutablePointer<Int32>, rows: Int, rowStride: Int, count: Int, xor: UInt8
) {
  switch reduction {
  case .sum:
    joinRowsU8(V.self, input, output, rows, rowStride, count, xor, initial: 0) { $0 &+ $1 }
  case .maximum:
    joinRowsU8(V.self, input, output, rows, rowStride, count, xor, initial: 0) {
      V.max($0, $1)
    }
  case .minimum:
    joinRowsU8(V.self, input, output, rows, rowStride, count, xor, initial: 255) {
      V.min($0, $1)
    }
  }
}

@inlinable @inline(__always)
package func joinRowsU8<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<Int32>,
  _ rows: Int, _ rowStride: Int, _ count: Int, _ xor: UInt8, initial: Int32,
  join: (V.I, V.I) -> V.I
) {
  let flip = V.I(repeating: Int32(truncatingIfNeeded: xor))
  let lanes = V.I.scalarCount
  var index = 0
  while index < count {
    let rest = count &- index
    var sum = V.I(repeating: initial)
    var element = input + index
    var row = 0
    if rest >= lanes {
      while row < rows {
        sum = join(sum, V.widenedBytes(element) ^ flip)
        element += rowStride
        row &+= 1
      }
      UnsafeMutableRawPointer(output + index).storeBytes(of: sum, as: V.I.self)
    } else {
      while row < rows {
        sum = join(sum, loadPartialBytes(V.self, element, count: rest) ^ flip)
        element += rowStride
        row &+= 1
      }
      var lane = 0
      while lane < rest {
        output[index &+ lane] = sum[lane]
        lane &+= 1
      }
    }
    index &+= lanes
  }
}

/// The reduction of `count` neighbouring elements, in 32 bits that wrap.
@inlinable @inline(__always)
package func reduceLineU8<V: VectorISA>(
  _ isa: V.Type, _ reduction: Reduction, _ input: UnsafePointer<UInt8>, count: Int, xor: UInt8
) -> Int32 {
  switch reduction {
  case .sum:
    joinLineU8(V.self, input, count, xor, initial: 0) {
      $0 &+ $1
    } scalar: {
      $0 &+ $1
    }
  case .maximum:
    joinLineU8(V.self, input, count, xor, initial: 0) {
      V.max($0, $1)
    } scalar: {
      $1 > $0 ? $1 : $0
    }
  case .minimum:
    joinLineU8(V.self, input, count, xor, initial: 255) {
      V.min($0, $1)
    } scalar: {
      $1 < $0 ? $1 : $0
    }
  }
}

@inlinable @inline(__always)
package func joinLineU8<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<UInt8>, _ count: Int, _ xor: UInt8, initial: Int32,
  join: (V.I, V.I) -> V.I, scalar: (Int32, Int32) -> Int32
) -> Int32 {
  let flip = V.I(repeating: Int32(truncatingIfNeeded: xor))
  let lanes = V.I.scalarCount
  var sums = V.I(repeating: initial)
  var index = 0
  while index &+ lanes <= count {
    sums = join(sums, V.widenedBytes(input + index) ^ flip)
    index &+= lanes
  }
  var sum = initial
  var lane = 0
  while lane < lanes {
    sum = scalar(sum, sums[lane])
    lane &+= 1
  }
  while index < count {
    sum = scalar(sum, Int32(truncatingIfNeeded: input[index] ^ xor))
    index &+= 1
  }
  return sum
}
