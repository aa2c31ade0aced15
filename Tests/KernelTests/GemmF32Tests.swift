import SwiftletKernels
import SwiftletSIMD
import SwiftletTestSupport
import Testing

@Suite struct GemmF32Tests {
  /// Panels follow each other, and hold each column once.
  @Test(arguments: Kernels.available, [false, true])
  func panelsCoverColumns(table: KernelTable, hasSingleRow: Bool) {
    for columns in 0..<400 {
      let layout = GemmF32Layout(columns: columns, for: table.float, hasSingleRow: hasSingleRow)
      var next = 0
      for index in 0..<layout.count {
        let panel = layout.panel(index)
        #expect(panel.column == next)
        #expect(panel.columns > 0 && panel.columns <= panel.width)
        #expect(panel.width <= layout.widest * layout.lanes)
        #expect(
          panel.width == panel.vectors * layout.lanes + (panel.hasHalf ? layout.lanes / 2 : 0))
        #expect(panel.columns == panel.width || index == layout.count - 1)
        next += panel.width
      }
      #expect(next == layout.paddedColumns)
      #expect((columns..<columns + layout.lanes).contains(layout.paddedColumns))
    }
  }

  /// Each weight is at its place, for both orders of the source and at any address.
  @Test(arguments: Kernels.available, [(1, 0), (0, 1), (1, 3)])
  func packing(table: KernelTable, order: (depthFirst: Int, offset: Int)) {
    for (columns, depth) in [(1, 1), (7, 40), (24, 16), (70, 33), (80, 5)] {
      let layout = GemmF32Layout(columns: columns, for: table.float)
      let isDepthFirst = order.depthFirst == 1
      let columnStride = isDepthFirst ? depth : 1
      let depthStride = isDepthFirst ? 1 : columns
      let source = UnsafeMutableRawPointer.allocate(
        byteCount: 4 * columns * depth + order.offset, alignment: 64)
      defer { source.deallocate() }
      for index in 0..<columns * depth {
        source.storeBytes(
          of: Float(index + 1), toByteOffset: order.offset + 4 * index, as: Float.self)
      }
      let packed = FloatMemory(repeating: .nan, count: layout.paddedColumns * depth)
      for index in 0..<layout.count {
        let panel = layout.panel(index)
        layout.pack(
          panel, from: source + order.offset, columnStride: columnStride,
          depthStride: depthStride, depth: depth,
          into: packed.pointer + panel.column * depth)
      }
      for index in 0..<layout.count {
        let panel = layout.panel(index)
        for step in 0..<depth {
          for column in 0..<panel.width {
            let expected =
              column < panel.columns
              ? Float((panel.column + column) * columnStride + step * depthStride + 1) : 0
            #expect(packed.pointer[panel.column * depth + step * panel.width + column] == expected)
          }
        }
      }
    }
  }

  /// Every height and width of tile: the sum, its limits, and nothing written beside the panel.
  @Test(arguments: Kernels.available) func tiles(table: KernelTable) {
    var random = SplitMix64(seed: 21)
    let lanes = table.float.lanes
    for columns in [1, lanes / 2, lanes, lanes + 1, 2 * lanes - 1, 3 * lanes, 4 * lanes, 5 * lanes]
    {
      for rows in 1...26 {
        let product = Product(rows: rows, depth: random.integer(1, 40), columns: columns, &random)
        let result = product.run(table, rowsAtOnce: rows)
        #expect(result.isUntouchedOutside, "\(rows) × \(columns) wrote beside its panel")
        #expect(product.largestError(result) <= 1, "\(rows) × \(columns)")
        // The bits of a row do not depend on the rows beside it.
        #expect(product.run(table, rowsAtOnce: 1).values == result.values)
      }
    }
  }

  @Test(arguments: Kernels.available) func limitsKeepNaN(table: KernelTable) {
    var random = SplitMix64(seed: 22)
    var product = Product(rows: 3, depth: 2, columns: table.float.lanes + 3, &random)
    product.low = 0
    product.high = 6
    product.input[0] = .nan
    product.input[2] = .infinity
    let result = product.run(table, rowsAtOnce: 3)
    for column in 0..<product.columns {
      #expect(result.values[column].isNaN)
      let second = result.values[product.columns + column]
      #expect(second == (product.weights[2 * column] < 0 ? 0 : 6))
    }
  }
}

/// A product of random matrices with its answer in double precision.
private struct Product {
  /// The output and whether what lies around each row is as it was.
  struct Result {
    var values: [Float]
    var isUntouchedOutside: Bool
  }

  let rows: Int
  let depth: Int
  let columns: Int
  var input: [Float]
  /// One row for each column of the product.
  var weights: [Float]
  var bias: [Float]
  var low = -Float.infinity
  var high = Float.infinity

  init(rows: Int, depth: Int, columns: Int, _ random: inout SplitMix64) {
    self.rows = rows
    self.depth = depth
    self.columns = columns
    input = random.floats(rows * depth, -1, 1)
    weights = random.floats(columns * depth, -1, 1)
    bias = random.floats(columns, -1, 1)
  }

  /// Multiplies so many rows at once, into rows that lie five floats apart.
  func run(_ table: KernelTable, rowsAtOnce: Int) -> Result {
    let layout = GemmF32Layout(columns: columns, for: table.float)
    let outside = Float(-77)
    let distance = columns + 5
    let rowInput = FloatMemory(input)
    let source = FloatMemory(weights)
    let packed = FloatMemory(repeating: .nan, count: layout.paddedColumns * depth)
    let padding = [Float](repeating: 0, count: layout.paddedColumns - columns)
    let start = FloatMemory(bias + padding)
    let output = FloatMemory(repeating: outside, count: rows * distance)
    for index in 0..<layout.count {
      let panel = layout.panel(index)
      layout.pack(
        panel, from: source.pointer, columnStride: depth, depthStride: 1, depth: depth,
        into: packed.pointer + panel.column * depth)
      for row in stride(from: 0, to: rows, by: rowsAtOnce) {
        table.float.gemm(
          GemmF32Arguments(
            input: rowInput.pointer + row * depth, rows: min(rowsAtOnce, rows - row),
            rowStride: depth, depth: depth, weights: packed.pointer + panel.column * depth,
            bias: start.pointer + panel.column, panel: panel,
            output: output.pointer + (row * distance + panel.column), outputStride: distance,
            low: low, high: high))
      }
    }
    withExtendedLifetime((rowInput, source, packed, start)) {}
    let values = output.values
    var result = Result(values: [], isUntouchedOutside: true)
    for row in 0..<rows {
      let first = row * distance
      result.values += values[first..<first + columns]
      let margin = values[first + columns..<first + distance]
      if !margin.allSatisfy({ $0 == outside }) { result.isUntouchedOutside = false }
    }
    return result
  }

  /// The largest error in units of what a float sum of this length may be off by.
  func largestError(_ result: Result) -> Double {
    var largest = 0.0
    for row in 0..<rows {
      for column in 0..<columns {
        var sum = Double(bias[column])
        var magnitude = abs(sum)
        for step in 0..<depth {
          let term = Double(input[row * depth + step]) * Double(weights[column * depth + step])
          sum += term
          magnitude += abs(term)
        }
        let bound = Double(depth + 2) * Double(Float.ulpOfOne) / 2 * magnitude
        let error = abs(Double(result.values[row * columns + column]) - sum) / bound
        // A NaN must not pass for a small error.
        largest = error <= largest ? largest : error
      }
    }
    return largest
  }
}
