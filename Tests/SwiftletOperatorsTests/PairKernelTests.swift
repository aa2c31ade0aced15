import SwiftletKernels
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// The kernels on 16-bit integers by their own interface.
@Suite struct PairKernelTests {
  /// Sums of every shape of tile, with bytes less a zero point as weights.
  @Test(arguments: Kernels.available) func products(table: KernelTable) {
    var random = SplitMix64(seed: 5)
    for _ in 0..<40 {
      let (rows, depth, columns) = (
        random.integer(1, 20), random.integer(1, 70), random.integer(1, 80)
      )
      let zeroPoint = random.integer(0, 255)
      let packing = PairPacking(
        columns: columns, depth: depth, columnStride: depth, depthStride: 1,
        lanes: table.pairs.lanes)
      let weights = random.bytes(columns * depth)
      let activations = Self.shorts(rows * depth, &random)
      let packed = AlignedMemory(byteCount: packing.byteCount)
      let image = AlignedMemory(byteCount: 2 * rows * depth)
      let sums = AlignedMemory(byteCount: 4 * rows * packing.paddedColumns)
      unsafe weights.withUnsafeBufferPointer { bytes in
        guard let first = bytes.baseAddress else { return }
        for panel in 0..<packing.panels {
          unsafe packing.pack(
            panel: panel, into: packed.pointer, from: first, isUnsigned: true,
            zeroPoint: zeroPoint)
        }
      }
      Self.copy(activations, to: image)
      var product = unsafe PairProduct(
        activations: image.pointer.assumingMemoryBound(to: Int16.self), rowStride: depth,
        rows: rows, pairs: packing.pairs, weights: packed.pointer,
        panelBytes: packing.panelBytes, panels: packing.panels,
        sums: sums.pointer.assumingMemoryBound(to: Int32.self),
        sumStride: packing.paddedColumns)
      unsafe table.pairs.product(&product)
      let found = TensorBytes(sums).elements(as: Int32.self)
      for row in 0..<rows {
        for column in 0..<columns {
          let expected = (0..<depth).reduce(0) {
            $0 + Int(activations[row * depth + $1])
              * (Int(weights[column * depth + $1]) - zeroPoint)
          }
          #expect(
            found[row * packing.paddedColumns + column] == Int32(truncatingIfNeeded: expected),
            "\(table.isa) \(rows)×\(depth)×\(columns)")
        }
      }
    }
  }

  /// Floats that lie at and beside halves, for every rounding.
  @Test(arguments: Kernels.available, [PairRounding.toEven, .halfAdded, .away])
  func rounding(table: KernelTable, rounding: PairRounding) {
    var values: [Float] = []
    for half in -9...9 {
      let value = Float(half) + 0.5
      values += [value.nextDown, value, value.nextUp]
    }
    values += [.infinity, -.infinity, 1e30, -0.0, Float(0.5).nextDown]
    let input = AlignedMemory(byteCount: 4 * values.count)
    let output = AlignedMemory(byteCount: 2 * values.count)
    Self.copy(values, to: input)
    unsafe table.pairs.quantize(
      input.pointer.assumingMemoryBound(to: Float.self),
      output.pointer.assumingMemoryBound(to: Int16.self), values.count, 1, rounding, -8, 7)
    let expected = values.map { value -> Int16 in
      let rounded =
        switch rounding {
        case .toEven: value.rounded(.toNearestOrEven)
        case .away: value.rounded(.toNearestOrAwayFromZero)
        case .halfAdded: (value < 0 ? value - 0.5 : value + 0.5).rounded(.towardZero)
        }
      return Int16(min(max(rounded, -8), 7))
    }
    #expect(TensorBytes(output).elements(as: Int16.self) == expected)
  }

  /// Bytes of any number, signed and unsigned, without a byte behind them.
  @Test(arguments: Kernels.available) func widening(table: KernelTable) {
    var random = SplitMix64(seed: 6)
    for count in 0..<70 {
      let bytes = random.bytes(count)
      let input = AlignedMemory(byteCount: count)
      let output = AlignedMemory(byteCount: 2 * count + 2)
      Self.copy(bytes, to: input)
      unsafe output.pointer.storeBytes(of: 77, toByteOffset: 2 * count, as: Int16.self)
      unsafe table.pairs.widen(
        input.pointer.assumingMemoryBound(to: UInt8.self),
        output.pointer.assumingMemoryBound(to: Int16.self), count, 0x80, 131)
      #expect(
        TensorBytes(output).elements(as: Int16.self)
          == bytes.map { Int16($0 ^ 0x80) - 131 } + [77])
    }
  }

  private static func shorts(_ count: Int, _ random: inout SplitMix64) -> [Int16] {
    (0..<count).map { _ in Int16(truncatingIfNeeded: random.next() >> 20) }
  }

  private static func copy<Element: BitwiseCopyable>(
    _ values: [Element], to memory: AlignedMemory
  ) {
    unsafe values.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      unsafe memory.pointer.copyMemory(from: first, byteCount: bytes.count)
    }
  }
}
