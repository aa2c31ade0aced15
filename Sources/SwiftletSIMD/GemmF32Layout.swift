/// How the columns of a float matrix are cut into panels for one instruction set.
///
/// A panel of `vectors` vectors is stored as `[depth][vectors][lanes]`, one panel after the other;
/// columns that do not exist are zero.
@frozen @usableFromInline package struct GemmF32Layout: Sendable, Hashable {
  /// The columns of the matrix.
  package let columns: Int
  /// The floats in a vector.
  package let lanes: Int
  /// The widest panel in vectors.
  package let widest: Int

  /// Lays out a matrix for an instruction set.
  package init(columns: Int, lanes: Int, widest: Int) {
    self.columns = columns
    self.lanes = lanes
    self.widest = widest
  }

  /// One panel: where it starts, how wide its storage is and how many columns it has.
  package struct Panel: Sendable, Hashable {
    /// The first column.
    package let column: Int
    /// The width in vectors.
    package let vectors: Int
    /// The columns that exist.
    package let columns: Int
  }

  /// The columns including those that pad the last vector.
  package var paddedColumns: Int { (columns + lanes - 1) / lanes * lanes }

  /// The number of panels.
  package var count: Int {
    let vectors = paddedColumns / lanes
    return (vectors + widest - 1) / widest
  }

  /// A panel; its weights start `column · depth` floats into the packed matrix.
  package func panel(_ index: Int) -> Panel {
    let vectors = paddedColumns / lanes
    // A rest of one vector would load more than it multiplies: 4 + 1 becomes 3 + 2.
    let splits = widest == 4 && vectors > widest && vectors % widest == 1
    var first = index * widest
    var width = min(widest, vectors - first)
    if splits {
      if index == count - 2 {
        width = 3
      } else if index == count - 1 {
        first -= 1
        width = 2
      }
    }
    let column = first * lanes
    return Panel(
      column: column, vectors: width, columns: min(columns - column, width * lanes))
  }

  /// Packs a panel from a matrix whose elements may lie at any address.
  ///
  /// Neighbouring columns of the source are `columnStride` floats apart, neighbouring depth steps
  /// `depthStride`.
  package func pack(
    _ panel: Panel, from source: UnsafeRawPointer, columnStride: Int, depthStride: Int,
    depth: Int, into output: UnsafeMutablePointer<Float>
  ) {
    let width = panel.vectors * lanes
    // 16 steps at a time: one cache line of each column is read while it is near.
    var first = 0
    while first < depth {
      let end = min(first + 16, depth)
      for column in 0..<panel.columns {
        var input = source + 4 * ((panel.column + column) * columnStride + first * depthStride)
        var target = output + (first * width + column)
        for _ in first..<end {
          target.pointee = input.loadUnaligned(as: Float.self)
          input += 4 * depthStride
          target += width
        }
      }
      for column in panel.columns..<width {
        for step in first..<end { output[step * width + column] = 0 }
      }
      first = end
    }
  }
}
