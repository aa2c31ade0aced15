/// How the columns of a float matrix are cut into panels for one instruction set.
///
/// A panel is as wide as some vectors, and half a vector more where the instruction set gains by
/// it. It is stored as `[depth][width]`, one panel after the other; columns that do not exist are
/// zero.
@frozen @usableFromInline package struct GemmF32Layout: Sendable, Hashable {
  /// The columns of the matrix.
  package let columns: Int
  /// The floats in a vector.
  package let lanes: Int
  /// The widest panel in vectors.
  package let widest: Int
  /// Whether the last panel may end in half a vector.
  package let hasHalves: Bool

  /// Lays out a matrix for the kernels of an instruction set.
  ///
  /// A single row fills four vectors, since fewer sums would wait for each other.
  package init(columns: Int, for kernels: FloatKernels, hasSingleRow: Bool = false) {
    self.columns = columns
    lanes = kernels.lanes
    widest = hasSingleRow ? 4 : kernels.gemmVectors
    hasHalves = kernels.gemmHalves
  }

  /// The numbers, for the name of a packing.
  package var key: String { "\(columns) \(lanes) \(widest) \(hasHalves)" }

  /// One panel: where it starts, how wide its storage is and how many columns it has.
  package struct Panel: Sendable, Hashable {
    /// The first column.
    package let column: Int
    /// The width in whole vectors.
    package let vectors: Int
    /// Whether half a vector follows them.
    package let hasHalf: Bool
    /// The width in floats.
    package let width: Int
    /// The columns that exist.
    package let columns: Int
  }

  /// The columns including those that pad the last vector or half a vector.
  package var paddedColumns: Int {
    let unit = hasHalves ? lanes / 2 : lanes
    return (columns + unit - 1) / unit * unit
  }

  /// The number of panels.
  package var count: Int {
    let widest = lanes * widest
    return (paddedColumns + widest - 1) / widest
  }

  /// A panel; its weights start `column · depth` floats into the packed matrix.
  package func panel(_ index: Int) -> Panel {
    let last = count - 1
    let rest = paddedColumns - last * widest * lanes
    // A rest of one vector or less would load more than it multiplies: 4 + 1 becomes 3 + 2.
    let borrowed = widest == 4 && last > 0 && rest <= lanes ? lanes : 0
    var column = index * widest * lanes
    var width = widest * lanes
    if index == last {
      column -= borrowed
      width = rest + borrowed
    } else if index == last - 1 {
      width -= borrowed
    }
    return Panel(
      column: column, vectors: width / lanes, hasHalf: width % lanes != 0, width: width,
      columns: min(columns - column, width))
  }

  /// Packs a panel from a matrix whose elements may lie at any address.
  ///
  /// Neighbouring columns of the source are `columnStride` floats apart, neighbouring depth steps
  /// `depthStride`.
  package func pack(
    _ panel: Panel, from source: UnsafeRawPointer, columnStride: Int, depthStride: Int,
    depth: Int, into output: UnsafeMutablePointer<Float>
  ) {
    let width = panel.width
    // Columns are read along the depth, since weights come from memory, which is fast in that order
    // alone; as much of the panel as is written in strides stays in the second cache.
    var first = 0
    while first < depth {
      let end = min(first + 1024, depth)
      var column = 0
      while column < panel.columns {
        let input = source + 4 * ((panel.column + column) * columnStride + first * depthStride)
        let target = output + (first * width + column)
        let isSquare = depthStride == 1 && column + 4 <= panel.columns
        var step = 0
        while isSquare, first + step + 4 <= end {
          transpose(input + 4 * step, stride: 4 * columnStride, target + step * width, width)
          step += 4
        }
        let count = isSquare ? 4 : 1
        while first + step < end {
          for other in 0..<count {
            target[step * width + other] = input.loadUnaligned(
              fromByteOffset: 4 * (step * depthStride + other * columnStride), as: Float.self)
          }
          step += 1
        }
        column += count
      }
      for column in panel.columns..<width {
        for step in first..<end { output[step * width + column] = 0 }
      }
      first = end
    }
  }
}

/// Writes four rows of four floats as four columns; the stride of the input is in bytes.
@inline(__always)
private func transpose(
  _ input: UnsafeRawPointer, stride: Int, _ output: UnsafeMutablePointer<Float>, _ width: Int
) {
  let a = input.loadUnaligned(as: SIMD4<Float>.self)
  let b = (input + stride).loadUnaligned(as: SIMD4<Float>.self)
  let c = (input + 2 * stride).loadUnaligned(as: SIMD4<Float>.self)
  let d = (input + 3 * stride).loadUnaligned(as: SIMD4<Float>.self)
  for row in 0..<4 {
    UnsafeMutableRawPointer(output + row * width).storeBytes(
      of: SIMD4(a[row], b[row], c[row], d[row]), as: SIMD4<Float>.self)
  }
}
