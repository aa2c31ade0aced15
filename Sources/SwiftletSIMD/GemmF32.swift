/// A number known when a template is instantiated, passed as a type.
@frozen @usableFromInline package enum Size<let value: Int> {}

/// One panel of a float matrix product whose rows are read in place.
///
/// A row is the values that one output pixel reads: `runs` × `taps` stretches of `depth` adjacent
/// floats. A 1×1 convolution has one stretch, a K×K convolution K stretches of K·channels.
@frozen @usableFromInline package struct GemmF32Arguments {
  /// The first stretch of the first row.
  @usableFromInline package var input: UnsafePointer<Float>
  /// The number of rows, and the floats from one to the next.
  @usableFromInline package var rows: Int
  @usableFromInline package var rowStride: Int
  /// Outer stretches, and the floats from one to the next.
  @usableFromInline package var runs: Int
  @usableFromInline package var runStride: Int
  /// Depth steps of the packed weights from one run to the next.
  @usableFromInline package var runDepth: Int
  /// Inner stretches, and the floats from one to the next; their weights are adjacent.
  @usableFromInline package var taps: Int
  @usableFromInline package var tapStride: Int
  /// The floats in a stretch.
  @usableFromInline package var depth: Int
  /// The packed weights of the panel, from the first stretch on, and its bias.
  @usableFromInline package var weights: UnsafePointer<Float>
  @usableFromInline package var bias: UnsafePointer<Float>
  /// The width of the panel in whole vectors, whether half a vector follows them, and the columns
  /// that exist; `width` is all of it in floats.
  @usableFromInline package var width: Int
  @usableFromInline package var vectors: Int
  @usableFromInline package var hasHalf: Bool
  @usableFromInline package var columns: Int
  /// The first row of the panel in the output, and the floats from one row to the next.
  @usableFromInline package var output: UnsafeMutablePointer<Float>
  @usableFromInline package var outputStride: Int
  /// The limits of the fused activation.
  @usableFromInline package var low: Float
  @usableFromInline package var high: Float

  /// Describes the product of `rows` adjacent rows of one stretch each.
  package init(
    input: UnsafePointer<Float>, rows: Int, rowStride: Int, depth: Int,
    weights: UnsafePointer<Float>, bias: UnsafePointer<Float>, panel: GemmF32Layout.Panel,
    output: UnsafeMutablePointer<Float>, outputStride: Int, low: Float, high: Float
  ) {
    self.input = input
    self.rows = rows
    self.rowStride = rowStride
    runs = 1
    runStride = 0
    runDepth = 0
    taps = 1
    tapStride = 0
    self.depth = depth
    self.weights = weights
    self.bias = bias
    width = panel.width
    vectors = panel.vectors
    hasHalf = panel.hasHalf
    columns = panel.columns
    self.output = output
    self.outputStride = outputStride
    self.low = low
    self.high = high
  }
}

/// `output = clamp(input · weights + bias)` for one panel of columns.
///
/// Every output is one chain of fused steps over its row, in order, whatever tile it falls into:
/// the cut into rows does not change a bit.
@inlinable @inline(__always)
package func gemmF32<V: VectorISA>(_ isa: V.Type, _ arguments: GemmF32Arguments) {
  if V.gemmVectors == 2 {
    switch arguments.vectors {
    case 1: gemmPanelF32(isa, Size<1>.self, Size<0>.self, most: 12, arguments)
    case 2: gemmPanelF32(isa, Size<2>.self, Size<0>.self, most: 6, arguments)
    case 3: gemmSingleRowsF32(isa, Size<3>.self, arguments)
    default: gemmSingleRowsF32(isa, Size<4>.self, arguments)
    }
  } else if V.gemmHalves && arguments.hasHalf {
    switch arguments.vectors {
    case 0: gemmPanelF32(isa, Size<0>.self, Size<1>.self, most: 12, arguments)
    case 1: gemmPanelF32(isa, Size<1>.self, Size<1>.self, most: 12, arguments)
    case 2: gemmPanelF32(isa, Size<2>.self, Size<1>.self, most: 8, arguments)
    default: gemmPanelF32(isa, Size<3>.self, Size<1>.self, most: 6, arguments)
    }
  } else {
    switch arguments.vectors {
    case 1: gemmPanelF32(isa, Size<1>.self, Size<0>.self, most: 12, arguments)
    case 2: gemmPanelF32(isa, Size<2>.self, Size<0>.self, most: 12, arguments)
    case 3: gemmPanelF32(isa, Size<3>.self, Size<0>.self, most: 8, arguments)
    default: gemmPanelF32(isa, Size<4>.self, Size<0>.self, most: 6, arguments)
    }
  }
}

/// Rows one by one, in the wider panels of a product that has a single row.
@inlinable @inline(__always)
package func gemmSingleRowsF32<V: VectorISA, let vectors: Int>(
  _ isa: V.Type, _ width: Size<vectors>.Type, _ arguments: GemmF32Arguments
) {
  var row = 0
  while row < arguments.rows {
    gemmTileF32(isa, Size<1>.self, width, Size<0>.self, arguments, row)
    row &+= 1
  }
}

/// Cuts rows into tiles of nearly equal height, at most `most` rows each.
///
/// Heights of 7 and of 9 to 11 are left out to keep the code small: they become two tiles.
@inlinable @inline(__always)
package func gemmPanelF32<V: VectorISA, let vectors: Int, let half: Int>(
  _ isa: V.Type, _ width: Size<vectors>.Type, _ rest: Size<half>.Type, most: Int,
  _ arguments: GemmF32Arguments
) {
  var row = 0
  while row < arguments.rows {
    let left = arguments.rows &- row
    let tiles = (left &+ most &- 1) / most
    var rows = (left &+ tiles &- 1) / tiles
    if rows == 7 || (rows > 8 && rows < 12) { rows = (rows &+ 1) / 2 }
    switch rows {
    case 1: gemmTileF32(isa, Size<1>.self, width, rest, arguments, row)
    case 2: gemmTileF32(isa, Size<2>.self, width, rest, arguments, row)
    case 3: gemmTileF32(isa, Size<3>.self, width, rest, arguments, row)
    case 4: gemmTileF32(isa, Size<4>.self, width, rest, arguments, row)
    case 5: gemmTileF32(isa, Size<5>.self, width, rest, arguments, row)
    case 6: gemmTileF32(isa, Size<6>.self, width, rest, arguments, row)
    default:
      if most > 8 && rows == 12 {
        gemmTileF32(isa, Size<12>.self, width, rest, arguments, row)
      } else if most > 6 {
        gemmTileF32(isa, Size<8>.self, width, rest, arguments, row)
      }
    }
    row &+= rows
  }
}
