/// A product of rows of 16-bit integers with packed pairs of weights (`PairPacking`), as sums of
/// 32 bits that wrap.
@frozen @usableFromInline package struct PairProduct {
  /// The first row; an odd depth reads one more integer, which meets a weight of 0.
  @usableFromInline package var activations: UnsafePointer<Int16>
  /// Integers from one row to the next.
  @usableFromInline package var rowStride: Int
  @usableFromInline package var rows: Int
  /// The pairs of the depth to multiply.
  @usableFromInline package var pairs: Int
  /// The first pair of the first panel.
  @usableFromInline package var weights: UnsafeRawPointer
  /// Bytes from one panel to the next.
  @usableFromInline package var panelBytes: Int
  @usableFromInline package var panels: Int
  /// Where sums go: one for each column, padded to whole panels.
  @usableFromInline package var sums: UnsafeMutablePointer<Int32>
  /// Sums from one row to the next.
  @usableFromInline package var sumStride: Int

  package init(
    activations: UnsafePointer<Int16>, rowStride: Int, rows: Int, pairs: Int,
    weights: UnsafeRawPointer, panelBytes: Int, panels: Int, sums: UnsafeMutablePointer<Int32>,
    sumStride: Int
  ) {
    self.activations = activations
    self.rowStride = rowStride
    self.rows = rows
    self.pairs = pairs
    self.weights = weights
    self.panelBytes = panelBytes
    self.panels = panels
    self.sums = sums
    self.sumStride = sumStride
  }
}

/// All panels of a product, in each all tiles of rows.
@inlinable @inline(__always)
package func pairProduct<V: VectorISA>(_ isa: V.Type, _ product: UnsafePointer<PairProduct>) {
  if V.I.scalarCount == 4 {
    pairPanels(isa, InlineArray<4, Int8>(repeating: 0), product)
  } else {
    pairPanels(isa, InlineArray<2, Int8>(repeating: 0), product)
  }
}

/// The panels of a product, each of `C` vectors of columns.
@inlinable @inline(__always)
package func pairPanels<V: VectorISA, let C: Int>(
  _ isa: V.Type, _ vectors: InlineArray<C, Int8>, _ product: UnsafePointer<PairProduct>
) {
  let rows = product.pointee.rows
  let lanes = V.I.scalarCount
  var panel = 0
  while panel < product.pointee.panels {
    var row = 0
    while row < rows {
      let left = rows &- row
      if left >= 8 && lanes == 16 {
        pairTile(isa, InlineArray<8, Int8>(repeating: 0), vectors, product, row, panel)
        row &+= 8
      } else if left >= 4 && lanes >= 8 {
        pairTile(isa, InlineArray<4, Int8>(repeating: 0), vectors, product, row, panel)
        row &+= 4
      } else if left >= 2 {
        pairTile(isa, InlineArray<2, Int8>(repeating: 0), vectors, product, row, panel)
        row &+= 2
      } else {
        pairTile(isa, InlineArray<1, Int8>(repeating: 0), vectors, product, row, panel)
        row &+= 1
      }
    }
    panel &+= 1
  }
}

/// A register tile: `R` rows by `C` vectors of columns.
@inlinable @inline(never)
package func pairTile<V: VectorISA, let R: Int, let C: Int>(
  _ isa: V.Type, _ rows: InlineArray<R, Int8>, _ vectors: InlineArray<C, Int8>,
  _ product: UnsafePointer<PairProduct>, _ row: Int, _ panel: Int
) {
  let vectorBytes = MemoryLayout<V.I>.size
  let rowBytes = product.pointee.rowStride &* 2
  var weights = product.pointee.weights + panel &* product.pointee.panelBytes
  var activations =
    UnsafeRawPointer(product.pointee.activations) + row &* rowBytes
  let end = activations + product.pointee.pairs &* 4
  var sums = InlineArray<R, InlineArray<C, V.I>>(repeating: InlineArray(repeating: V.I()))
  while activations < end {
    var w = InlineArray<C, V.I>(repeating: V.I())
    for c in 0..<C {
      w[unchecked: c] = (weights + c &* vectorBytes).loadUnaligned(as: V.I.self)
    }
    for r in 0..<R {
      let x = V.I(repeating: (activations + r &* rowBytes).loadUnaligned(as: Int32.self))
      for c in 0..<C {
        sums[unchecked: r][unchecked: c] = V.dotPairs(
          sums[unchecked: r][unchecked: c], x, w[unchecked: c])
      }
    }
    weights += C &* vectorBytes
    activations += 4
  }
  for r in 0..<R {
    let line =
      UnsafeMutableRawPointer(
        product.pointee.sums + (row &+ r) &* product.pointee.sumStride)
      + panel &* C &* vectorBytes
    for c in 0..<C {
      (line + c &* vectorBytes).storeBytes(of: sums[unchecked: r][unchecked: c], as: V.I.self)
    }
  }
}
