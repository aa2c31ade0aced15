import SwiftletKernels
import SwiftletSIMD
import SwiftletTestSupport
import Testing

/// The 8-bit matrix product by its own interface.
@Suite struct IntegerProductTests {
  /// A product with random bytes and weights.
  struct Problem {
    var rows: Int
    var depth: Int
    var columns: Int
    var activations: [UInt8]
    var weights: [UInt8]
    var biases: [Int32]
    /// Zero points of the activations and of the weights, which are `uint8`.
    var zeroPoints = (128, 128)

    init(rows: Int, depth: Int, columns: Int, seed: UInt64) {
      var random = SplitMix64(seed: seed)
      self.rows = rows
      self.depth = depth
      self.columns = columns
      activations = random.bytes(rows * depth)
      weights = random.bytes(columns * depth)
      biases = (0..<columns).map { _ in Int32(truncatingIfNeeded: random.next() >> 40) }
    }

    /// The sums by definition, wrapped to 32 bits.
    var sums: [Int32] {
      (0..<rows * columns).map { index in
        let (row, column) = (index / columns, index % columns)
        let sum = (0..<depth).reduce(Int(biases[column])) { sum, k in
          sum
            + (Int(activations[row * depth + k]) - zeroPoints.0)
            * (Int(weights[column * depth + k]) - zeroPoints.1)
        }
        return Int32(truncatingIfNeeded: sum)
      }
    }
  }

  /// Sums of every shape of tile, in the packed order that `columnOrder` promises.
  @Test(arguments: Kernels.available) func sums(table: KernelTable) {
    var random = SplitMix64(seed: 17)
    for seed in 0..<60 {
      let problem = Problem(
        rows: random.integer(1, 60), depth: random.integer(0, 90),
        columns: random.integer(1, 200), seed: UInt64(seed))
      let found = PackedProblem(problem, table).sums()
      #expect(found == problem.sums, "\(table.isa) \(problem.rows) \(problem.depth)")
    }
  }

  /// The layout has every column once.
  @Test(arguments: [4, 8, 16]) func columnOrderIsAPermutation(lanes: Int) {
    for columns in 1...400 {
      let order = GemmPacking.columnOrder(columns: columns, lanes: lanes)
      #expect(order.sorted() == (0..<Int32(GemmPacking.padded(columns))).map { $0 })
    }
  }

  /// Tiles and blocks cover any number of rows with sizes that exist.
  @Test func tilesCoverTheirRows() {
    for most in [3, 6, 8, 12] {
      for rows in 1...80 {
        var left = rows
        while left > 0 {
          let size = GemmPacking.tileRows(left: left, most: most)
          #expect(size >= 1 && size <= min(left, most) && (size <= 6 || size % 2 == 0))
          left -= max(size, 1)
        }
      }
    }
    for rows in 1...500 {
      let block = GemmPacking.blockRows(left: rows)
      #expect(block >= 1 && block <= min(rows, GemmPacking.largestBlock))
    }
  }

  /// Every 32-bit sum is requantised as the definitions say, in both vectorised flavours.
  @Test(arguments: Kernels.available) func requantisation(table: KernelTable) {
    var random = SplitMix64(seed: 5)
    for round in 0..<20 {
      let columns = 333
      var problem = Problem(rows: 1, depth: 0, columns: columns, seed: UInt64(round))
      let bits = random.integer(8, 30)
      problem.biases = (0..<columns).map { _ in
        Int32(truncatingIfNeeded: random.integer(-(1 << bits), 1 << bits))
      }
      let scale = Float(pow2(6 - bits)) * random.uniform(0.5, 2)
      for rounding in [ReferenceRequantization.even, .twice] {
        let packed = PackedProblem(problem, table)
        let found = packed.bytes(rounding, scale: scale, zeroPoint: 100, low: 3, high: 250)
        let expected = problem.biases.map { sum in
          let product = rounding.rounded(Int(sum), real: Double(scale), single: scale)
          return UInt8(min(max(product + 100, 3), 250)) ^ 0x80
        }
        #expect(found == expected, "\(table.isa) \(rounding) 2^\(bits) \(scale)")
      }
    }
  }

  private func pow2(_ exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: 1)
  }

  @Test(arguments: Kernels.available.filter { $0.quantized.activationsPerWord == 4 })
  func rowTerms(table: KernelTable) {
    var random = SplitMix64(seed: 3)
    for _ in 0..<50 {
      let problem = Problem(
        rows: random.integer(1, 9), depth: random.integer(1, 300), columns: 1, seed: 4)
      let expected = (0..<problem.rows).map { row in
        -3
          * (0..<problem.depth).reduce(0) {
            $0 + Int(problem.activations[row * problem.depth + $1])
          }
      }
      #expect(PackedProblem(problem, table).rowTerms(-3).map(Int.init) == expected)
    }
  }
}
