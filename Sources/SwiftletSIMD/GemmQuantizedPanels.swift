/// All tiles of a product: blocks of rows, in each all panels, in each all tiles of rows.
///
/// The activations of a block stay in the first-level cache while the weights pass by.
@inlinable @inline(__always)
package func gemmQ8<V: VectorISA>(_ isa: V.Type, _ product: UnsafePointer<GemmQ8>) {
  let rows = product.pointee.rows
  let end = product.pointee.endColumn
  let total = GemmPacking.padded(product.pointee.columns)
  var block = 0
  while block < rows {
    let blockEnd = rows &- block < GemmPacking.blockRows ? rows : block &+ GemmPacking.blockRows
    var column = product.pointee.firstColumn
    while column < end {
      let lanes = V.I.scalarCount
      if lanes == 16 {
        switch GemmPacking.panelVectors(columns: total &- column) {
        case 4:
          gemmPanelQ8(isa, InlineArray<4, Int8>(repeating: 0), product, block, blockEnd, column)
          column &+= 64
        case 3:
          gemmPanelQ8(isa, InlineArray<3, Int8>(repeating: 0), product, block, blockEnd, column)
          column &+= 48
        case 2:
          gemmPanelQ8(isa, InlineArray<2, Int8>(repeating: 0), product, block, blockEnd, column)
          column &+= 32
        default:
          gemmPanelQ8(isa, InlineArray<1, Int8>(repeating: 0), product, block, blockEnd, column)
          column &+= 16
        }
      } else if lanes == 8 {
        gemmPanelQ8(isa, InlineArray<2, Int8>(repeating: 0), product, block, blockEnd, column)
        column &+= 16
      } else {
        gemmPanelQ8(isa, InlineArray<4, Int8>(repeating: 0), product, block, blockEnd, column)
        column &+= 16
      }
    }
    block = blockEnd
  }
}

/// The tiles of one panel of `C` vectors in one block of rows.
///
/// Accumulators, weights and one activation fit 32 registers of 512 bits or 16 of fewer: 6×4, 8×3,
/// 12×2 and 12×1 there, 6×2 or 3×4 here.
@inlinable @inline(__always)
package func gemmPanelQ8<V: VectorISA, let C: Int>(
  _ isa: V.Type, _ vectors: InlineArray<C, Int8>, _ product: UnsafePointer<GemmQ8>,
  _ start: Int, _ end: Int, _ column: Int
) {
  let wide = V.I.scalarCount == 16
  var row = start
  if wide && C <= 2 {
    while end &- row >= 12 {
      gemmTileQ8(
        isa, InlineArray<12, Int8>(repeating: 0), vectors, product, row: row, column: column)
      row &+= 12
    }
  }
  if wide && C <= 3 {
    while end &- row >= 8 {
      gemmTileQ8(
        isa, InlineArray<8, Int8>(repeating: 0), vectors, product, row: row, column: column)
      row &+= 8
    }
  }
  if C == 2 || wide {
    while end &- row >= 6 {
      gemmTileQ8(
        isa, InlineArray<6, Int8>(repeating: 0), vectors, product, row: row, column: column)
      row &+= 6
    }
    if end &- row >= 4 {
      gemmTileQ8(
        isa, InlineArray<4, Int8>(repeating: 0), vectors, product, row: row, column: column)
      row &+= 4
    }
  }
  while end &- row >= 3 {
    gemmTileQ8(
      isa, InlineArray<3, Int8>(repeating: 0), vectors, product, row: row, column: column)
    row &+= 3
  }
  if end &- row == 2 {
    gemmTileQ8(
      isa, InlineArray<2, Int8>(repeating: 0), vectors, product, row: row, column: column)
  } else if end &- row == 1 {
    gemmTileQ8(
      isa, InlineArray<1, Int8>(repeating: 0), vectors, product, row: row, column: column)
  }
}
