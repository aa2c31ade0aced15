import SwiftletKernels
import SwiftletSIMD
import SwiftletTestSupport
import Testing

/// Products of a matrix in the order of a file with one vector.
@Suite struct DotRowsTests {
  private static let depths = Array(0...35) + [63, 64, 65, 127, 200, 517]

  @Test(arguments: Kernels.available) func floats(table: KernelTable) {
    var random = SplitMix64(seed: 42)
    for depth in Self.depths {
      let rows = random.integer(0, 11)
      let matrix = random.floats(rows * depth + 1, -2, 2)
      let vector = random.floats(depth + 1, -2, 2)
      let before = random.floats(rows + 1, -2, 2)
      var output = before
      matrix.withUnsafeBytes { matrix in
        vector.withUnsafeBytes { vector in
          output.withUnsafeMutableBufferPointer { output in
            guard let matrix = matrix.baseAddress, let vector = vector.baseAddress,
              let output = output.baseAddress
            else { return }
            table.recurrent.addDotRows(matrix, rows, depth, vector, output)
          }
        }
      }
      #expect(output[rows] == before[rows], "wrote behind the rows")
      for row in 0..<rows {
        let products = (0..<depth).map { Double(matrix[row * depth + $0]) * Double(vector[$0]) }
        let exact = products.reduce(Double(before[row]), +)
        let size = products.reduce(Double(abs(before[row]))) { $0 + abs($1) }
        #expect(abs(Double(output[row]) - exact) <= 1e-6 * size, "\(rows)×\(depth), row \(row)")
      }
    }
  }

  /// A row has the same bits whatever rows are computed beside it.
  @Test(arguments: Kernels.available) func rowsDoNotDependOnTheCut(table: KernelTable) {
    var random = SplitMix64(seed: 43)
    for depth in [1, 17, 64, 131] {
      let matrix = random.floats(9 * depth, -2, 2)
      let vector = random.floats(depth, -2, 2)
      var whole = [Float](repeating: 0, count: 9)
      var single = whole
      table.recurrent.addDotRows(matrix, 9, depth, vector, &whole)
      for row in 0..<9 {
        var result: [Float] = [0]
        table.recurrent.addDotRows(
          Array(matrix[row * depth..<(row + 1) * depth]), 1, depth, vector, &result)
        single[row] = result[0]
      }
      #expect(whole == single)
    }
  }

  @Test(arguments: Kernels.available) func bytes(table: KernelTable) {
    var random = SplitMix64(seed: 44)
    for depth in Self.depths {
      let rows = random.integer(0, 11)
      var matrix = random.integers(rows * depth + 1, -128, 128) as [Int8]
      var vector = random.integers(depth + 1, -128, 128) as [Int8]
      if depth.isMultiple(of: 3) {
        // The largest products, which need all bits of their sums.
        matrix = matrix.map { _ in -128 }
        vector = vector.map { _ in -128 }
      }
      var output = [Int32](repeating: 99, count: rows + 1)
      table.recurrent.dotRowsOfBytes(matrix, rows, depth, vector, &output)
      var expected = [Int32](repeating: 0, count: rows)
      for row in 0..<rows {
        for k in 0..<depth {
          expected[row] += Int32(matrix[row * depth + k]) * Int32(vector[k])
        }
      }
      #expect(output == expected + [99], "\(rows)×\(depth)")
    }
  }

  @Test(arguments: Kernels.available) func shorts(table: KernelTable) {
    var random = SplitMix64(seed: 45)
    for depth in Self.depths + [4_200, 8_300] {
      let rows = random.integer(0, 11)
      var matrix = random.integers(rows * depth + 1, -32_768, 32_768) as [Int16]
      var vector = random.integers(depth + 1, -32_768, 32_768) as [Int16]
      if depth.isMultiple(of: 3) {
        matrix = matrix.map { _ in -32_768 }
        vector = vector.map { _ in depth.isMultiple(of: 2) ? -32_768 : 0x7FFF }
      }
      var output = [Int64](repeating: 99, count: rows + 1)
      table.recurrent.dotRowsOfShorts(matrix, rows, depth, vector, &output)
      var expected = [Int64](repeating: 0, count: rows)
      for row in 0..<rows {
        for k in 0..<depth {
          expected[row] += Int64(matrix[row * depth + k]) * Int64(vector[k])
        }
      }
      #expect(output == expected + [99], "\(rows)×\(depth)")
    }
  }
}
