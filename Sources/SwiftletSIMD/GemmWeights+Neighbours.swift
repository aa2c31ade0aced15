/// Packing of bytes that lie one after another in each column, four to a word.
extension GemmWeights {
  /// So many bytes of a column can be added up in 32 bits.
  @inlinable static var totalledBytes: Int { 1 << 20 }

  /// Packs as `pack(for:into:sums:magnitudes:)` does, four columns at a time: neighbouring places
  /// hold neighbouring columns in fours, so that four words of four columns are a square to transpose.
  ///
  /// Each column is read from its beginning to its end, since weights come from memory, which is
  /// fast in that order alone; a panel stays in the second cache while it is written in strides.
  @inlinable @inline(__always)
  func packNeighbours<V: VectorISA>(
    _: V.Type, into memory: UnsafeMutableRawPointer, sums: UnsafeMutablePointer<Int>,
    magnitudes: UnsafeMutablePointer<Int>
  ) {
    for column in 0..<columns {
      sums[column] = 0
      magnitudes[column] = 0
    }
    let order = GemmPacking.columnOrder(columns: columns, lanes: lanes)
    var target = memory
    var start = 0
    while start < order.count {
      let places = GemmPacking.vectors(at: start, of: order.count, lanes: lanes) &* lanes
      for run in 0..<runs {
        var place = 0
        while place < places {
          let column = Int(order[start &+ place])
          let corner = target + 4 &* place
          let first = source + (column &* columnStride &+ run &* runLength)
          if column &+ 4 <= columns {
            packFour(
              V.self, first, corner, rowBytes: 4 &* places, sums + column, magnitudes + column)
          } else {
            for other in column..<max(column, columns) {
              packOne(
                first + (other &- column) &* columnStride, corner + 4 &* (other &- column),
                rowBytes: 4 &* places, sums + other, magnitudes + other)
            }
          }
          place &+= 4
        }
        target += 4 &* places &* ((runLength &+ 3) / 4)
      }
      start &+= places
    }
  }

  /// Packs a run of four neighbouring columns.
  @inlinable @inline(__always)
  func packFour<V: VectorISA>(
    _: V.Type, _ first: UnsafePointer<UInt8>, _ target: UnsafeMutableRawPointer, rowBytes: Int,
    _ sums: UnsafeMutablePointer<Int>, _ magnitudes: UnsafeMutablePointer<Int>
  ) {
    let vectorBytes = 4 &* V.I.scalarCount
    let all = V.I(repeating: -1)
    var totals = (V.I(repeating: 0), V.I(repeating: 0))
    var depth = 0
    while depth < runLength {
      let input = UnsafeRawPointer(first + depth)
      let output = target + depth / 4 &* rowBytes
      let count = runLength &- depth
      if count >= vectorBytes {
        packSquares(
          V.self, input.loadUnaligned(as: V.I.self),
          (input + columnStride).loadUnaligned(as: V.I.self),
          (input + 2 &* columnStride).loadUnaligned(as: V.I.self),
          (input + 3 &* columnStride).loadUnaligned(as: V.I.self), (all, all, all, all), output,
          rowBytes: rowBytes, rows: V.I.scalarCount, &totals)
      } else {
        let mask = V.firstBytes(count)
        packSquares(
          V.self, V.load(input, count: count), V.load(input + columnStride, count: count),
          V.load(input + 2 &* columnStride, count: count),
          V.load(input + 3 &* columnStride, count: count), V.transposed(mask, mask, mask, mask),
          output, rowBytes: rowBytes, rows: (count &+ 3) / 4, &totals)
      }
      depth &+= vectorBytes
      if depth >= runLength || depth % Self.totalledBytes == 0 {
        add(V.self, &totals, to: sums, magnitudes)
      }
    }
  }

  /// Writes as many rows of four words of four columns as there are; the masks have the bytes that
  /// count.
  @inlinable @inline(__always)
  func packSquares<V: VectorISA>(
    _: V.Type, _ a: V.I, _ b: V.I, _ c: V.I, _ d: V.I, _ masks: (V.I, V.I, V.I, V.I),
    _ target: UnsafeMutableRawPointer, rowBytes: Int, rows: Int, _ totals: inout (V.I, V.I)
  ) {
    let squares = V.transposed(a, b, c, d)
    let stride = 4 &* rowBytes
    let first = packed(V.self, squares.0, masks.0, &totals)
    V.storeBlocks(first, target, stride: stride, count: (rows &+ 3) / 4)
    let second = packed(V.self, squares.1, masks.1, &totals)
    V.storeBlocks(second, target + rowBytes, stride: stride, count: (rows &+ 2) / 4)
    let third = packed(V.self, squares.2, masks.2, &totals)
    V.storeBlocks(third, target + 2 &* rowBytes, stride: stride, count: (rows &+ 1) / 4)
    let fourth = packed(V.self, squares.3, masks.3, &totals)
    V.storeBlocks(fourth, target + 3 &* rowBytes, stride: stride, count: rows / 4)
  }

  /// Weights as signed bytes, which are added to the totals.
  @inlinable @inline(__always)
  func packed<V: VectorISA>(
    _: V.Type, _ bytes: V.I, _ mask: V.I, _ totals: inout (V.I, V.I)
  ) -> V.I {
    let ones = V.I(repeating: 0x0101_0101)
    let top = V.I(repeating: Int32(bitPattern: 0x8080_8080))
    let zero = V.B(repeating: UInt8(truncatingIfNeeded: packedZeroPoint) ^ 0x80)
    let values = (isUnsigned ? bytes ^ top : bytes) & mask
    totals.0 = V.dot(totals.0, ones, values)
    totals.1 = V.dot(totals.1, distance(V.self, values ^ top, zero) & mask, ones)
    return values
  }

  /// The distances of unsigned bytes.
  @inlinable @inline(__always)
  func distance<V: VectorISA>(_: V.Type, _ a: V.I, _ b: V.B) -> V.I {
    let bytes = unsafeBitCast(a, to: V.B.self)
    return unsafeBitCast(V.max(bytes, b) &- V.min(bytes, b), to: V.I.self)
  }

  /// Adds a vector of sums and one of magnitudes, whose lanes are those of four columns in turns, and
  /// empties them.
  @inlinable @inline(__always)
  func add<V: VectorISA>(
    _: V.Type, _ totals: inout (V.I, V.I), to sums: UnsafeMutablePointer<Int>,
    _ magnitudes: UnsafeMutablePointer<Int>
  ) {
    for lane in 0..<V.I.scalarCount {
      sums[lane & 3] &+= Int(totals.0[lane])
      magnitudes[lane & 3] &+= Int(totals.1[lane])
    }
    totals.0 = V.I(repeating: 0)
    totals.1 = V.I(repeating: 0)
  }

  /// Packs a run of one column; the last word may be short.
  @usableFromInline
  func packOne(
    _ first: UnsafePointer<UInt8>, _ target: UnsafeMutableRawPointer, rowBytes: Int,
    _ sum: UnsafeMutablePointer<Int>, _ magnitude: UnsafeMutablePointer<Int>
  ) {
    let flip: UInt8 = isUnsigned ? 0x80 : 0
    for index in 0..<runLength {
      let value = Int8(bitPattern: first[index] ^ flip)
      (target + (index / 4 &* rowBytes &+ index % 4)).storeBytes(of: value, as: Int8.self)
      sum.pointee &+= Int(value)
      magnitude.pointee &+= abs(Int(value) &- packedZeroPoint)
    }
  }
}
