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
            if column &+ 4 <= columns, count == Self.blockBytes {
              packBlock(V.self, source + first, corner, rowBytes: 4 &* places, totals + place / 2)
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
    let ones = V.I(repeating: 0x0101_0101)
    let top = V.I(repeating: Int32(bitPattern: 0x8080_8080))
    let flip = isUnsigned ? top : V.I(repeating: 0)
    let zero = V.B(repeating: UInt8(truncatingIfNeeded: packedZeroPoint) ^ 0x80)
    let lanes = V.I.scalarCount
    let input = UnsafeRawPointer(first)
    var depth = 0
    while depth < Self.blockBytes {
      let (a, b, c, d) = V.transposed(
        (input + depth).loadUnaligned(as: V.I.self) ^ flip,
        (input + (columnStride &+ depth)).loadUnaligned(as: V.I.self) ^ flip,
        (input + (2 &* columnStride &+ depth)).loadUnaligned(as: V.I.self) ^ flip,
        (input + (3 &* columnStride &+ depth)).loadUnaligned(as: V.I.self) ^ flip)
      let output = target + depth / 4 &* rowBytes
      V.storeBlocks(a, output, stride: 4 &* rowBytes)
      V.storeBlocks(b, output + rowBytes, stride: 4 &* rowBytes)
      V.storeBlocks(c, output + 2 &* rowBytes, stride: 4 &* rowBytes)
      V.storeBlocks(d, output + 3 &* rowBytes, stride: 4 &* rowBytes)
      var sum = totals[0]
      sum = V.dot(V.dot(sum, ones, a), ones, b)
      totals[0] = V.dot(V.dot(sum, ones, c), ones, d)
      var magnitude = totals[1]
      magnitude = V.dot(magnitude, distance(V.self, a ^ top, zero), ones)
      magnitude = V.dot(magnitude, distance(V.self, b ^ top, zero), ones)
      magnitude = V.dot(magnitude, distance(V.self, c ^ top, zero), ones)
      totals[1] = V.dot(magnitude, distance(V.self, d ^ top, zero), ones)
      depth &+= 4 &* lanes
    }
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
