/// The weights of a quantised matrix product as they lie in a constant, and how to pack them.
@frozen @usableFromInline package struct GemmWeights {
  /// The weight of the first column at depth 0.
  package var source: UnsafePointer<UInt8>
  package var columns: Int
  /// The depth is `runs` stretches of `runLength` weights, each padded to whole words.
  package var runs: Int
  package var runLength: Int
  /// Bytes from one column to the next.
  package var columnStride: Int
  /// Bytes from one weight of a column to the next.
  package var depthStride: Int
  /// Whether the bytes are `uint8`.
  package var isUnsigned: Bool
  /// The zero point in the type of the bytes.
  package var zeroPoint: Int
  /// Lanes of the kernel's vectors.
  package var lanes: Int
  /// Activations in a word: 4 bytes or 2 16-bit integers.
  package var activationsPerWord: Int

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
  package var packedZeroPoint: Int {
    activationsPerWord == 4 ? zeroPoint - (isUnsigned ? 128 : 0) : 0
  }

  /// Packs the weights into zeroed memory, and gives for each column, in natural order, the sum of
  /// its packed weights and the sum of the magnitudes of its weights less their zero point.
  package func pack(
    into memory: UnsafeMutableRawPointer, sums: UnsafeMutablePointer<Int>,
    magnitudes: UnsafeMutablePointer<Int>
  ) {
    sums.update(repeating: 0, count: columns)
    magnitudes.update(repeating: 0, count: columns)
    let order = GemmPacking.columnOrder(columns: columns, lanes: lanes)
    order.withUnsafeBufferPointer { order in
      var target = memory
      var start = 0
      while start < order.count {
        let vectors = GemmPacking.vectors(at: start, of: order.count, lanes: lanes)
        let width = vectors * lanes
        // Words are written in their order in memory, which is many times as fast as column after
        // column.
        for run in 0..<runs {
          for word in 0..<runWords {
            let depth = word &* activationsPerWord
            for place in start..<start + width {
              let column = Int(order[place])
              if column < columns {
                packWord(
                  column, run &* runLength &+ depth, runLength &- depth, target,
                  sums + column, magnitudes + column)
              }
              target += 4
            }
          }
        }
        start += width
      }
    }
  }

  /// Packs the weights of one column that share a word; `rest` are left in the run.
  @inline(__always)
  private func packWord(
    _ column: Int, _ depth: Int, _ rest: Int, _ target: UnsafeMutableRawPointer,
    _ sum: UnsafeMutablePointer<Int>, _ magnitude: UnsafeMutablePointer<Int>
  ) {
    let bytes = activationsPerWord == 4
    let offset = bytes ? (isUnsigned ? 128 : 0) : zeroPoint
    var weights = source + (column &* columnStride &+ depth &* depthStride)
    let count = rest < activationsPerWord ? rest : activationsPerWord
    var packed: UInt32 = 0
    for index in 0..<count {
      let byte = weights.pointee
      weights += depthStride
      let value = isUnsigned ? Int(byte) : Int(Int8(bitPattern: byte))
      let shifted = value &- offset
      if bytes {
        packed |= UInt32(UInt8(truncatingIfNeeded: shifted)) &<< UInt32(8 &* index)
      } else {
        packed |= UInt32(UInt16(truncatingIfNeeded: shifted)) &<< UInt32(16 &* index)
      }
      sum.pointee &+= shifted
      let distance = value &- zeroPoint
      magnitude.pointee &+= distance < 0 ? 0 &- distance : distance
    }
    target.storeBytes(of: packed, as: UInt32.self)
  }
}
