/// Packing of bytes that lie one after another in each column, four to a word.
extension GemmWeights {
  /// The bytes of each column that are packed before the next columns: a cache line.
  private static var blockBytes: Int { 64 }

  /// Packs as `pack(into:sums:magnitudes:)` does, four columns at a time: neighbouring places hold
  /// neighbouring columns in fours, so that four words of four columns are a square to transpose.
  func packNeighbours(
    into memory: UnsafeMutableRawPointer, sums: UnsafeMutablePointer<Int>,
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
        var depth = 0
        while depth < runLength {
          let count = min(runLength &- depth, Self.blockBytes)
          var place = 0
          while place < places {
            let column = Int(order[start &+ place])
            let corner = target + 4 &* place
            if column &+ 4 <= columns {
              let first = source + (column &* columnStride &+ run &* runLength &+ depth)
              packFour(
                first, count, corner, rowBytes: 4 &* places, sums + column, magnitudes + column)
            } else {
              for other in column..<max(column, columns) {
                packOne(
                  other, run &* runLength &+ depth, count, corner + 4 &* (other &- column),
                  rowBytes: 4 &* places, sums, magnitudes)
              }
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

  /// Packs up to 64 bytes of four neighbouring columns.
  @inline(__always)
  private func packFour(
    _ first: UnsafePointer<UInt8>, _ count: Int, _ target: UnsafeMutableRawPointer,
    rowBytes: Int, _ sums: UnsafeMutablePointer<Int>, _ magnitudes: UnsafeMutablePointer<Int>
  ) {
    let flip = SIMD4<UInt32>(repeating: isUnsigned ? 0x8080_8080 : 0)
    let zero = SIMD8<Int16>(repeating: Int16(truncatingIfNeeded: packedZeroPoint))
    // The even and odd bytes of each word; 16 words of two bytes of at most 255 fit 16 bits.
    var sum = SIMD8<Int16>(repeating: 0)
    var magnitude = SIMD8<Int16>(repeating: 0)
    var depth = 0
    let input = UnsafeRawPointer(first)
    while depth &+ 16 <= count {
      let a = (input + depth).loadUnaligned(as: SIMD4<UInt32>.self) ^ flip
      let b = (input + (columnStride &+ depth)).loadUnaligned(as: SIMD4<UInt32>.self) ^ flip
      let c = (input + (2 &* columnStride &+ depth)).loadUnaligned(as: SIMD4<UInt32>.self) ^ flip
      let d = (input + (3 &* columnStride &+ depth)).loadUnaligned(as: SIMD4<UInt32>.self) ^ flip
      for word in 0..<4 {
        let row = SIMD4(a[word], b[word], c[word], d[word])
        (target + (depth / 4 &+ word) &* rowBytes).storeBytes(of: row, as: SIMD4<UInt32>.self)
        let halves = unsafeBitCast(row, to: SIMD8<Int16>.self)
        let even = (halves &<< 8) &>> 8
        let odd = halves &>> 8
        sum = sum &+ even &+ odd
        magnitude = magnitude &+ distance(even, zero) &+ distance(odd, zero)
      }
      depth &+= 16
    }
    for lane in 0..<4 {
      sums[lane] &+= Int(sum[2 &* lane]) &+ Int(sum[2 &* lane &+ 1])
      magnitudes[lane] &+= Int(magnitude[2 &* lane]) &+ Int(magnitude[2 &* lane &+ 1])
    }
    guard depth < count else { return }
    for lane in 0..<4 {
      packRest(
        first + (lane &* columnStride &+ depth), count &- depth,
        target + (depth / 4 &* rowBytes &+ 4 &* lane), rowBytes: rowBytes, sums + lane,
        magnitudes + lane)
    }
  }

  @inline(__always)
  private func distance(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD8<Int16> {
    let difference = a &- b
    let sign = difference &>> 15
    return (difference ^ sign) &- sign
  }

  private func packOne(
    _ column: Int, _ depth: Int, _ count: Int, _ target: UnsafeMutableRawPointer, rowBytes: Int,
    _ sums: UnsafeMutablePointer<Int>, _ magnitudes: UnsafeMutablePointer<Int>
  ) {
    packRest(
      source + (column &* columnStride &+ depth), count, target, rowBytes: rowBytes,
      sums + column, magnitudes + column)
  }

  /// Packs some bytes of one column; the last word may be short.
  private func packRest(
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
