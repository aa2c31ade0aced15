/// Packing of bytes that lie one after another in each column, four to a word.
extension GemmWeights {
  /// The bytes of each column that are packed before the next columns: a cache line.
  @inlinable static var blockBytes: Int { 64 }

  /// So many bytes of a column can be added up in 32 bits.
  @inlinable static var totalledBytes: Int { 1 << 20 }

  /// Packs as `pack(into:sums:magnitudes:)` does, four columns at a time: neighbouring places hold
  /// neighbouring columns in fours, so that four words of four columns are a square to transpose.
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
    // Of each four columns of a panel, a vector of sums and one of magnitudes.
    let totals = UnsafeMutablePointer<V.I>.allocate(capacity: 2 &* lanes)
    totals.initialize(repeating: V.I(repeating: 0), count: 2 &* lanes)
    defer { totals.deallocate() }
    var target = memory
    var start = 0
    while start < order.count {
      let places = GemmPacking.vectors(at: start, of: order.count, lanes: lanes) &* lanes
      for run in 0..<runs {
        var depth = 0
        while depth < runLength {
          let count = min(runLength &- depth, Self.blockBytes)
          let isLast = depth &+ count == runLength || depth % Self.totalledBytes == 0
          var place = 0
          while place < places {
            let column = Int(order[start &+ place])
            let corner = target + 4 &* place
            let first = column &* columnStride &+ run &* runLength &+ depth
            if column &+ 4 <= columns {
              let block = (source + first, corner, 4 &* places, totals + place / 2)
              if count == Self.blockBytes {
                packBlock(V.self, block.0, block.1, rowBytes: block.2, block.3)
              } else {
                packPart(V.self, block.0, count, block.1, rowBytes: block.2, block.3)
              }
            } else {
              for other in column..<max(column, min(column &+ 4, columns)) {
                packRest(
                  source + (first &+ (other &- column) &* columnStride), count,
                  corner + 4 &* (other &- column), rowBytes: 4 &* places, sums + other,
                  magnitudes + other)
              }
            }
            if isLast, column &+ 4 <= columns {
              add(V.self, totals + place / 2, to: sums + column, magnitudes + column)
            }
            place &+= 4
          }
          target += (count &+ 3) / 4 &* places &* 4
          depth &+= count
        }
      }
      start &+= places
    }
  }

  /// Packs 64 bytes of four neighbouring columns, and adds up what they are.
  @inlinable @inline(__always)
  func packBlock<V: VectorISA>(
    _: V.Type, _ first: UnsafePointer<UInt8>, _ target: UnsafeMutableRawPointer, rowBytes: Int,
    _ totals: UnsafeMutablePointer<V.I>
  ) {
    let vectorBytes = 4 &* V.I.scalarCount
    let all = V.I(repeating: -1)
    var depth = 0
    while depth < Self.blockBytes {
      let input = UnsafeRawPointer(first + depth)
      packSquares(
        V.self, input.loadUnaligned(as: V.I.self),
        (input + columnStride).loadUnaligned(as: V.I.self),
        (input + 2 &* columnStride).loadUnaligned(as: V.I.self),
        (input + 3 &* columnStride).loadUnaligned(as: V.I.self), (all, all, all, all),
        target + depth / 4 &* rowBytes, rowBytes: rowBytes, rows: V.I.scalarCount, totals)
      depth &+= vectorBytes
    }
  }

  /// The same for less than 64 bytes.
  @inlinable @inline(never)
  func packPart<V: VectorISA>(
    _: V.Type, _ first: UnsafePointer<UInt8>, _ count: Int, _ target: UnsafeMutableRawPointer,
    rowBytes: Int, _ totals: UnsafeMutablePointer<V.I>
  ) {
    let vectorBytes = 4 &* V.I.scalarCount
    var depth = 0
    while depth < count {
      let input = UnsafeRawPointer(first + depth)
      let part = min(count &- depth, vectorBytes)
      let mask = V.firstBytes(part)
      packSquares(
        V.self, V.load(input, count: part), V.load(input + columnStride, count: part),
        V.load(input + 2 &* columnStride, count: part),
        V.load(input + 3 &* columnStride, count: part), V.transposed(mask, mask, mask, mask),
        target + depth / 4 &* rowBytes, rowBytes: rowBytes, rows: (part &+ 3) / 4, totals)
      depth &+= vectorBytes
    }
  }

  /// Writes as many rows of four words of four columns as there are; the masks have the bytes that
  /// count.
  @inlinable @inline(__always)
  func packSquares<V: VectorISA>(
    _: V.Type, _ a: V.I, _ b: V.I, _ c: V.I, _ d: V.I, _ masks: (V.I, V.I, V.I, V.I),
    _ target: UnsafeMutableRawPointer, rowBytes: Int, rows: Int,
    _ totals: UnsafeMutablePointer<V.I>
  ) {
    let squares = V.transposed(a, b, c, d)
    let stride = 4 &* rowBytes
    let first = packed(V.self, squares.0, masks.0, totals)
    V.storeBlocks(first, target, stride: stride, count: (rows &+ 3) / 4)
    let second = packed(V.self, squares.1, masks.1, totals)
    V.storeBlocks(second, target + rowBytes, stride: stride, count: (rows &+ 2) / 4)
    let third = packed(V.self, squares.2, masks.2, totals)
    V.storeBlocks(third, target + 2 &* rowBytes, stride: stride, count: (rows &+ 1) / 4)
    let fourth = packed(V.self, squares.3, masks.3, totals)
    V.storeBlocks(fourth, target + 3 &* rowBytes, stride: stride, count: rows / 4)
  }

  /// Weights as signed bytes, which are added to the totals.
  @inlinable @inline(__always)
  func packed<V: VectorISA>(
    _: V.Type, _ bytes: V.I, _ mask: V.I, _ totals: UnsafeMutablePointer<V.I>
  ) -> V.I {
    let ones = V.I(repeating: 0x0101_0101)
    let top = V.I(repeating: Int32(bitPattern: 0x8080_8080))
    let zero = V.B(repeating: UInt8(truncatingIfNeeded: packedZeroPoint) ^ 0x80)
    let values = (isUnsigned ? bytes ^ top : bytes) & mask
    totals[0] = V.dot(totals[0], ones, values)
    totals[1] = V.dot(totals[1], distance(V.self, values ^ top, zero) & mask, ones)
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
    _: V.Type, _ totals: UnsafeMutablePointer<V.I>, to sums: UnsafeMutablePointer<Int>,
    _ magnitudes: UnsafeMutablePointer<Int>
  ) {
    for lane in 0..<V.I.scalarCount {
      sums[lane & 3] &+= Int(totals[0][lane])
      magnitudes[lane & 3] &+= Int(totals[1][lane])
    }
    totals[0] = V.I(repeating: 0)
    totals[1] = V.I(repeating: 0)
  }

  /// Packs some bytes of one column; the last word may be short.
  @usableFromInline
  func packRest(
    _ first: UnsafePointer<UInt8>, _ count: Int, _ target: UnsafeMutableRawPointer, rowBytes: Int,
    _ sum: UnsafeMutablePointer<Int>, _ magnitude: UnsafeMutablePointer<Int>
  ) {
    let flip: UInt8 = isUnsigned ? 0x80 : 0
    for index in 0..<count {
      let value = Int8(bitPattern: first[index] ^ flip)
      (target + (index / 4 &* rowBytes &+ index % 4)).storeBytes(of: value, as: Int8.self)
      sum.pointee &+= Int(value)
      magnitude.pointee &+= abs(Int(value) &- packedZeroPoint)
    }
  }
}
