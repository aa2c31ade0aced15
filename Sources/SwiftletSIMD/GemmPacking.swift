/// The layout of weights and per-column parameters that the quantised matrix product reads.
///
/// Columns are padded to a multiple of 16 and divided into panels of 1 to 4 vectors. A panel holds,
/// for each word of the depth, for each vector, for each lane, the 4 signed bytes or 2 signed
/// 16-bit integers that meet the activations of that word. Parameters have one 32-bit value for
/// each panel, vector and lane.
@frozen @usableFromInline package enum GemmPacking {
  /// About as many rows as have activations that stay in the first-level cache while all weights
  /// pass by; blocks have from half as many to half more.
  @inlinable package static var blockRows: Int { 24 }

  /// No block has more rows.
  package static var largestBlock: Int { blockRows + blockRows / 2 }

  /// The rows of the next block where so many are left: blocks differ by one row at most.
  @inlinable @inline(__always)
  package static func blockRows(left: Int) -> Int {
    let blocks = (left &+ blockRows / 2) / blockRows
    return blocks > 1 ? (left &+ blocks &- 1) / blocks : left
  }

  /// The number of columns with padding.
  @inlinable @inline(__always)
  package static func padded(_ columns: Int) -> Int { (columns &+ 15) & ~15 }

  /// The vectors of 16 lanes in the next panel where so many padded columns are left.
  ///
  /// Five vectors become 3 + 2, since 4 + 1 would leave a narrow tile.
  @inlinable @inline(__always)
  package static func panelVectors(columns: Int) -> Int {
    if columns == 80 { return 3 }
    return columns >= 64 ? 4 : columns &>> 4
  }

  /// The rows of the next tile of a block that has so many left.
  ///
  /// `most` is 3, 6, 8 or 12, which the registers allow. Sizes exist from 1 to 6 and from there in
  /// steps of two.
  @inlinable @inline(__always)
  package static func tileRows(left: Int, most: Int) -> Int {
    var size = left
    if left > most {
      let tiles = (left &+ most &- 1) / most
      size = (left &+ tiles &- 1) / tiles
    }
    guard size > 6, size & 1 == 1 else { return size }
    return size < left ? size &+ 1 : (size &+ 1) &>> 1
  }

  /// The natural number of the column at each packed place, in a product of `columns` columns;
  /// numbers from `columns` up are padding.
  ///
  /// Narrowing works within blocks of 128 bits, so that four vectors hold columns in turns of four.
  @usableFromInline package static func columnOrder(columns: Int, lanes: Int) -> [Int32] {
    let total = padded(columns)
    var order: [Int32] = []
    order.reserveCapacity(total)
    var start = 0
    while start < total {
      let vectors = lanes == 16 ? panelVectors(columns: total - start) : 16 / lanes
      for vector in 0..<vectors {
        // A panel of three vectors is one of two and one of one.
        let group = vectors == 3 ? (vector < 2 ? 2 : 1) : vectors
        let base = vectors == 3 && vector == 2 ? 2 * lanes : 0
        let place = vectors == 3 && vector == 2 ? 0 : vector
        for lane in 0..<lanes {
          let column = 4 * group * (lane / 4) + 4 * place + lane % 4
          order.append(Int32(start + base + column))
        }
      }
      start += vectors * lanes
    }
    return order
  }

  /// The vectors in the panel that starts at a packed column.
  @usableFromInline package static func vectors(at column: Int, of total: Int, lanes: Int) -> Int {
    lanes == 16 ? panelVectors(columns: total - column) : 16 / lanes
  }
}
