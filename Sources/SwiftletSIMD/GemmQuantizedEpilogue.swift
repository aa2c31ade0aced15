/// Requantises the sums of a register tile and writes its bytes, or writes the sums.
@inlinable @inline(__always)
package func finishTileQ8<V: VectorISA, let R: Int, let C: Int>(
  _ isa: V.Type, _ sums: inout InlineArray<R, InlineArray<C, V.I>>,
  _ product: UnsafePointer<GemmQ8>, row: Int, column: Int
) {
  let vectorBytes = MemoryLayout<V.I>.size
  let factors = UnsafeRawPointer(product.pointee.requantization.factors + column)
  switch product.pointee.requantization.epilogue {
  case .scaled:
    for c in 0..<C {
      let factor = (factors + c &* vectorBytes).loadUnaligned(as: V.I.self)
      for r in 0..<R {
        sums[unchecked: r][unchecked: c] = V.scaled(
          sums[unchecked: r][unchecked: c], byFloatBits: factor)
      }
    }
  case .fixed:
    let halves = UnsafeRawPointer(product.pointee.requantization.halves + column)
    let shifts = UnsafeRawPointer(product.pointee.requantization.shifts + column)
    for c in 0..<C {
      let factor = (factors + c &* vectorBytes).loadUnaligned(as: V.I.self)
      let half = (halves + c &* vectorBytes).loadUnaligned(as: V.I.self)
      let shift = (shifts + c &* vectorBytes).loadUnaligned(as: V.I.self)
      for r in 0..<R {
        sums[unchecked: r][unchecked: c] = fixedQ8(
          isa, sums[unchecked: r][unchecked: c], factor, half, shift)
      }
    }
  case .raw:
    for r in 0..<R {
      let line = UnsafeMutableRawPointer(
        product.pointee.sums + ((row &+ r) &* product.pointee.sumStride &+ column))
      for c in 0..<C {
        (line + c &* vectorBytes).storeBytes(
          of: sums[unchecked: r][unchecked: c], as: V.I.self)
      }
    }
    return
  }
  writeTileQ8(isa, &sums, product, row: row, column: column)
}

/// Moves requantised sums by the zero point, clamps and writes them.
///
/// Packing orders columns so that narrowing, which works within blocks of 128 bits, ends in
/// natural order. Groups of rows share the narrowing of panels of one or two vectors; the last row
/// stands in for those missing in a group and is then written twice.
@inlinable @inline(__always)
package func writeTileQ8<V: VectorISA, let R: Int, let C: Int>(
  _ isa: V.Type, _ sums: inout InlineArray<R, InlineArray<C, V.I>>,
  _ product: UnsafePointer<GemmQ8>, row: Int, column: Int
) {
  let output = ByteOutput(isa, product.pointee.requantization)
  let stride = product.pointee.outputRowBytes
  let first = product.pointee.output + (row &* stride &+ column)
  let count = product.pointee.columns &- column
  let lanes = V.I.scalarCount
  if C == 4 {
    for r in 0..<R {
      let bytes = output.bytes(
        isa, V.narrowed(sums[unchecked: r][unchecked: 0], sums[unchecked: r][unchecked: 1]),
        V.narrowed(sums[unchecked: r][unchecked: 2], sums[unchecked: r][unchecked: 3]))
      V.store(bytes, first + r &* stride, count: count)
    }
  }
  if C == 2 || C == 3 {
    var r = 0
    while r < R {
      let next = r &+ 1 < R ? r &+ 1 : r
      let bytes = output.bytes(
        isa, V.narrowed(sums[unchecked: r][unchecked: 0], sums[unchecked: r][unchecked: 1]),
        V.narrowed(sums[unchecked: next][unchecked: 0], sums[unchecked: next][unchecked: 1]))
      V.storeHalves(bytes, first + r &* stride, first + next &* stride, count: count)
      r &+= 2
    }
  }
  if C == 1 || C == 3 {
    let last = first + (C &- 1) &* lanes
    let c = C &- 1
    var r = 0
    while r < R {
      let r1 = r &+ 1 < R ? r &+ 1 : R &- 1
      let r2 = r &+ 2 < R ? r &+ 2 : R &- 1
      let r3 = r &+ 3 < R ? r &+ 3 : R &- 1
      let bytes = output.bytes(
        isa, V.narrowed(sums[unchecked: r][unchecked: c], sums[unchecked: r1][unchecked: c]),
        V.narrowed(sums[unchecked: r2][unchecked: c], sums[unchecked: r3][unchecked: c]))
      V.storeQuarters(
        bytes, last + r &* stride, last + r1 &* stride, last + r2 &* stride, last + r3 &* stride,
        count: count &- c &* lanes)
      r &+= 4
    }
  }
}
