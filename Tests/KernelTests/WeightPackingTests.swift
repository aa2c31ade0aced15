import SwiftletKernels
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// The packing of 8-bit weights against its definition.
@Suite struct WeightPackingTests {
  @Test(arguments: Kernels.available, 0..<60)
  func packsBytesAndTotals(_ table: KernelTable, _ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let kernels = table.quantized
    let columns = random.integer(1, 150)
    let runs = random.integer(1, 3)
    let runLength = random.integer(1, 200)
    let depth = runs * runLength
    let isUnsigned = random.integer(0, 1) == 1
    let isByColumn = random.integer(0, 3) > 0
    let zeroPoint = isUnsigned ? random.integer(0, 255) : random.integer(-128, 127)
    let source = random.bytes(columns * depth)
    let sums = UnsafeMutablePointer<Int>.allocate(capacity: 2 * columns)
    defer { sums.deallocate() }
    source.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return }
      var weights = GemmWeights(
        source: first, columns: columns, runs: runs, runLength: runLength,
        columnStride: isByColumn ? depth : 1, depthStride: isByColumn ? 1 : columns,
        isUnsigned: isUnsigned, zeroPoint: zeroPoint, lanes: kernels.lanes,
        activationsPerWord: kernels.activationsPerWord)
      let memory = AlignedMemory(byteCount: weights.byteCount)
      kernels.packWeights(&weights, memory.pointer, sums, sums + columns)

      let perWord = kernels.activationsPerWord
      /// What is packed of a weight, and its distance from the zero point.
      func value(_ column: Int, _ k: Int) -> (packed: Int, distance: Int) {
        let byte = first[column * weights.columnStride + k * weights.depthStride]
        let value = isUnsigned ? Int(byte) : Int(Int8(bitPattern: byte))
        let offset = perWord == 4 ? (isUnsigned ? 128 : 0) : zeroPoint
        return (value - offset, abs(value - zeroPoint))
      }
      for column in 0..<columns {
        let values = (0..<depth).map { value(column, $0) }
        #expect(sums[column] == values.reduce(0) { $0 + $1.packed }, "column \(column)")
        #expect(sums[columns + column] == values.reduce(0) { $0 + $1.distance })
      }
      #expect(packed(weights, value) == Array(UnsafeRawBufferPointer(memory)))
    }
  }

  /// Panel after panel, run after run, word after word, place after place.
  private func packed(
    _ weights: GemmWeights, _ value: (Int, Int) -> (packed: Int, distance: Int)
  ) -> [UInt8] {
    let order = GemmPacking.columnOrder(columns: weights.columns, lanes: weights.lanes)
    var bytes: [UInt8] = []
    var start = 0
    while start < order.count {
      let places =
        GemmPacking.vectors(at: start, of: order.count, lanes: weights.lanes) * weights.lanes
      for run in 0..<weights.runs {
        for word in 0..<weights.runWords {
          for column in order[start..<start + places].map(Int.init) {
            for index in 0..<weights.activationsPerWord {
              let k = word * weights.activationsPerWord + index
              let isPadding = column >= weights.columns || k >= weights.runLength
              let packed = isPadding ? 0 : value(column, run * weights.runLength + k).packed
              bytes.append(UInt8(truncatingIfNeeded: packed))
              if weights.activationsPerWord == 2 {
                bytes.append(UInt8(truncatingIfNeeded: packed >> 8))
              }
            }
          }
        }
      }
      start += places
    }
    return bytes
  }
}

extension UnsafeRawBufferPointer {
  fileprivate init(_ memory: AlignedMemory) {
    self.init(start: memory.pointer, count: memory.byteCount)
  }
}
