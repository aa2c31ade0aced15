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
    let blockEnd = block &+ GemmPacking.blockRows(left: rows &- block)
    var column = product.pointee.firstColumn
    while column < end {
      let lanes = V.I.scalarCount
      if lanes == 16 {
        switch GemmPacking.panelVectors(columns: total &- column) {
        case 4:
          gemmPanelQ8(
            isa, FlippedBytes.self, InlineArray<4, Int8>(repeating: 0), product, block, blockEnd,
            column)
          column &+= 64
        case 3:
          gemmPanelQ8(
            isa, FlippedBytes.self, InlineArray<3, Int8>(repeating: 0), product, block, blockEnd,
            column)
          column &+= 48
        case 2:
          gemmNarrowPanelQ8(
            isa, InlineArray<2, Int8>(repeating: 0), product, block, blockEnd, column)
          column &+= 32
        default:
          gemmNarrowPanelQ8(
            isa, InlineArray<1, Int8>(repeating: 0), product, block, blockEnd, column)
          column &+= 16
        }
      } else if lanes == 8 {
        gemmPanelQ8(
          isa, FlippedBytes.self, InlineArray<2, Int8>(repeating: 0), product, block, blockEnd,
          column)
        column &+= 16
      } else {
        gemmPanelQ8(
          isa, FlippedBytes.self, InlineArray<4, Int8>(repeating: 0), product, block, blockEnd,
          column)
        column &+= 16
      }
    }
    block = blockEnd
  }
}

/// The same as `gemmPanelQ8` for one or two vectors, where bytes that need no turning are worth a
/// tile of their own.
@inlinable @inline(__always)
package func gemmNarrowPanelQ8<V: VectorISA, let C: Int>(
  _ isa: V.Type, _ vectors: InlineArray<C, Int8>, _ product: UnsafePointer<GemmQ8>,
  _ start: Int, _ end: Int, _ column: Int
) {
  if product.pointee.isFlipped {
    gemmPanelQ8(isa, FlippedBytes.self, vectors, product, start, end, column)
  } else {
    gemmPanelQ8(isa, PlainBytes.self, vectors, product, start, end, column)
  }
}

/// The tiles of one panel of `C` vectors in one block of rows.
///
/// Each tile takes an even share of the rows that are left, so that no narrow one remains.
@inlinable @inline(__always)
package func gemmPanelQ8<V: VectorISA, Bytes: ActivationBytes, let C: Int>(
  _ isa: V.Type, _ bytes: Bytes.Type, _ vectors: InlineArray<C, Int8>,
  _ product: UnsafePointer<GemmQ8>, _ start: Int, _ end: Int, _ column: Int
) {
  let wide = V.I.scalarCount == 16
  let most = wide ? (C == 4 ? 6 : (C == 3 ? 8 : 12)) : (C == 2 ? 6 : 3)
  var row = start
  while row < end {
    let size = GemmPacking.tileRows(left: end &- row, most: most)
    switch size {
    case 1:
      gemmTileQ8(
        isa, bytes, InlineArray<1, Int8>(repeating: 0), vectors, product, row: row, column: column)
    case 2:
      gemmTileQ8(
        isa, bytes, InlineArray<2, Int8>(repeating: 0), vectors, product, row: row, column: column)
    case 3:
      gemmTileQ8(
        isa, bytes, InlineArray<3, Int8>(repeating: 0), vectors, product, row: row, column: column)
    case 4 where most >= 6:
      gemmTileQ8(
        isa, bytes, InlineArray<4, Int8>(repeating: 0), vectors, product, row: row, column: column)
    case 5 where most >= 6:
      gemmTileQ8(
        isa, bytes, InlineArray<5, Int8>(repeating: 0), vectors, product, row: row, column: column)
    case 6 where most >= 6:
      gemmTileQ8(
        isa, bytes, InlineArray<6, Int8>(repeating: 0), vectors, product, row: row, column: column)
    case 8 where most >= 8:
      gemmTileQ8(
        isa, bytes, InlineArray<8, Int8>(repeating: 0), vectors, product, row: row, column: column)
    case 10 where most >= 12:
      gemmTileQ8(
        isa, bytes, InlineArray<10, Int8>(repeating: 0), vectors, product, row: row, column: column)
    case 12 where most >= 12:
      gemmTileQ8(
        isa, bytes, InlineArray<12, Int8>(repeating: 0), vectors, product, row: row, column: column)
    default: return
    }
    row &+= size
  }
}
