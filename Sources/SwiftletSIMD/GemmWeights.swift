/// The weights of a quantised matrix product as they lie in a constant, and how to pack them.
@frozen @usableFromInline package struct GemmWeights {
  /// The weight of the first column at depth 0.
  @usableFromInline package var source: UnsafePointer<UInt8>
  @usableFromInline package var columns: Int
  /// The depth is `runs` stretches of `runLength` weights, each padded to whole words.
  @usableFromInline package var runs: Int
  @usableFromInline package var runLength: Int
  /// Bytes from one column to the next.
  @usableFromInline package var columnStride: Int
  /// Bytes from one weight of a column to the next.
  @usableFromInline package var depthStride: Int
  /// Whether the bytes are `uint8`.
  @usableFromInline package var isUnsigned: Bool
  /// The zero point in the type of the bytes.
  @usableFromInline package var zeroPoint: Int
  /// Lanes of the kernel's vectors.
  @usableFromInline package var lanes: Int
  /// Activations in a word: 4 bytes or 2 16-bit integers.
  @usableFromInline package var activationsPerWord: Int

  package init(
    source: UnsafePointer<UInt8>, columns: Int, runs: Int, runLength: Int, columnStride: Int,
    depthStride: Int, isUnsigned: Bool, zeroPoint: Int, lanes: Int, activationsPerWord: Int
  ) {
    self.source = source
    self.columns = columns
    self.runs = runs
    self.runLength = runLength
    self.columnStride = columnStride
    self.depthStride = depthStride
    self.isUnsigned = isUnsigned
    self.zeroPoint = zeroPoint
    self.lanes = lanes
    self.activationsPerWord = activationsPerWord
  }

  /// The words of one run.
  package var runWords: Int { (runLength + activationsPerWord - 1) / activationsPerWord }

  /// The bytes of the packed weights.
  package var byteCount: Int { GemmPacking.padded(columns) * runs * runWords * 4 }

  /// The zero point of the packed weights, which are signed bytes where a word holds four; packed
  /// 16-bit weights have none.
  @inlinable package var packedZeroPoint: Int {
    activationsPerWord == 4 ? zeroPoint - (isUnsigned ? 128 : 0) : 0
  }

  /// Packs the weights into zeroed memory, and gives for each column, in natural order, the sum of
  /// its packed weights and the sum of the magnitudes of its weights less their zero point.
  @inlinable @inline(__always)
  func pack<V: VectorISA>(
    for set: V.Type, into memory: UnsafeMutableRawPointer, sums: UnsafeMutablePointer<Int>,
    magnitudes: UnsafeMutablePointer<Int>
  ) {
    if V.activationsPerWord == 4, depthStride == 1 {
      packNeighbours(set, into: memory, sums: sums, magnitudes: magnitudes)
    } else {
      packByWords(into: memory, sums: sums, magnitudes: magnitudes)
    }
  }

  @usableFromInline
  func packByWords(
    into memory: UnsafeMutableRawPointer, sums: UnsafeMutablePointer<Int>,
    magnitudes: UnsafeMutablePointer<Int>
  ) {
    for column in 0..<columns {
      (sums[column], magnitudes[column]) = totals(of: column)
    }
    let order = GemmPacking.columnOrder(columns: columns, lanes: lanes)
    order.withUnsafeBufferPointer { order in
      var target = memory
      var start = 0
      while start < order.count {
        let vectors = GemmPacking.vectors(at: start, of: order.count, lanes: lanes)
        let places = UnsafeBufferPointer(rebasing: order[start..<start + vectors * lanes])
        // Words are written in their order in memory, which is many times as fast as column after
        // column.
        for run in 0..<runs {
          for word in 0..<runWords {
            packWords(places, run &* runLength, word &* activationsPerWord, target)
            target += 4 &* places.count
          }
        }
        start += places.count
      }
    }
  }

  /// Packs one word of each column of a panel: the weights from `depth` on of the run that starts
  /// at `run`.
  @inline(__always)
  private func packWords(
    _ places: UnsafeBufferPointer<Int32>, _ run: Int, _ depth: Int,
    _ target: UnsafeMutableRawPointer
  ) {
    let left = runLength &- depth
    let count = left < activationsPerWord ? left : activationsPerWord
    for place in 0..<places.count {
      let column = Int(places[place])
      guard column < columns else { continue }
      target.storeBytes(
        of: word(column, run &+ depth, count), toByteOffset: 4 &* place, as: UInt32.self)
    }
  }

  /// The weights of one column that share a word.
  @inline(__always)
  private func word(_ column: Int, _ depth: Int, _ count: Int) -> UInt32 {
    let bits: UInt32 = activationsPerWord == 4 ? 8 : 16
    let mask: UInt32 = activationsPerWord == 4 ? 0xFF : 0xFFFF
    var weights = source + (column &* columnStride &+ depth &* depthStride)
    var packed: UInt32 = 0
    for index in 0..<count {
      let shifted = value(weights.pointee) &- packingOffset
      packed |= (UInt32(truncatingIfNeeded: shifted) & mask) &<< (bits &* UInt32(index))
      weights += depthStride
    }
    return packed
  }

  /// What a weight loses when it is packed.
  private var packingOffset: Int {
    activationsPerWord == 4 ? (isUnsigned ? 128 : 0) : zeroPoint
  }

  @inline(__always)
  private func value(_ byte: UInt8) -> Int {
    isUnsigned ? Int(byte) : Int(Int8(bitPattern: byte))
  }

  /// The sum of a column's packed weights, and of the magnitudes of its weights less their zero
  /// point.
  private func totals(of column: Int) -> (sum: Int, magnitude: Int) {
    let depth = runs &* runLength
    let weights = source + column &* columnStride
    var sum = 0
    var magnitude = 0
    if depthStride == 1 {
      var first = 0
      while first < depth {
        let count = depth &- first < Self.totalled ? depth &- first : Self.totalled
        let part =
          isUnsigned
          ? total(weights + first, count, flip: 0x80) : total(weights + first, count, flip: 0)
        sum &+= part.sum
        magnitude &+= part.magnitude
        first &+= count
      }
      // What was added up are signed bytes.
      return (sum &- depth &* (packingOffset &- (isUnsigned ? 128 : 0)), magnitude)
    }
    for index in 0..<depth {
      let value = value(weights[index &* depthStride])
      sum &+= value &- packingOffset
      magnitude &+= abs(value &- zeroPoint)
    }
    return (sum, magnitude)
  }

  /// So many bytes can be added up in 16 bits.
  private static var totalled: Int { 128 }

  /// The sum of up to 128 neighbouring weights as signed bytes, and of their distances from the
  /// zero point; a loop that the compiler vectorises.
  @inline(__always)
  private func total(
    _ weights: UnsafePointer<UInt8>, _ count: Int, flip: UInt8
  ) -> (sum: Int, magnitude: Int) {
    let zero = Int16(truncatingIfNeeded: zeroPoint &- (isUnsigned ? 128 : 0))
    var sum: Int16 = 0
    var magnitude: UInt16 = 0
    for index in 0..<count {
      let value = Int16(Int8(bitPattern: weights[index] ^ flip))
      sum &+= value
      let distance = value &- zero
      magnitude &+= UInt16(bitPattern: distance < 0 ? 0 &- distance : distance)
    }
    return (Int(sum), Int(magnitude))
  }
}
