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
    let order = GemmPacking.columnOrder(columns: columns, lanes: lanes)
    let words = runs * runWords
    let bytes = activationsPerWord == 4
    let offset = isUnsigned ? (bytes ? 128 : 0) : 0
    let zero = zeroPoint
    order.withUnsafeBufferPointer { order in
      var start = 0
      while start < order.count {
        let vectors = GemmPacking.vectors(at: start, of: order.count, lanes: lanes)
        let panel = memory + start * words * 4
        for vector in 0..<vectors {
          for lane in 0..<lanes {
            let column = Int(order[start + vector * lanes + lane])
            guard column < columns else { continue }
            var weights = source + column * columnStride
            var sum = 0
            var magnitude = 0
            for run in 0..<runs {
              for depth in 0..<runLength {
                let byte = weights.pointee
                let value = isUnsigned ? Int(byte) : Int(Int8(bitPattern: byte))
                weights += depthStride
                let word = run * runWords + depth / activationsPerWord
                let place = panel + ((word * vectors + vector) * lanes + lane) * 4
                if bytes {
                  place.storeBytes(
                    of: Int8(truncatingIfNeeded: value - offset), toByteOffset: depth % 4,
                    as: Int8.self)
                  sum += value - offset
                } else {
                  place.storeBytes(
                    of: Int16(truncatingIfNeeded: value - zero), toByteOffset: depth % 2 * 2,
                    as: Int16.self)
                  sum += value - zero
                }
                magnitude += abs(value - zero)
              }
            }
            sums[column] = sum
            magnitudes[column] = magnitude
          }
        }
        start += vectors * lanes
      }
    }
  }
}
