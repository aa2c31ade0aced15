/// The layout of weights that products of 16-bit integers read.
///
/// Columns are divided into panels of some vectors. A panel holds, for each pair of the depth, for
/// each column, both weights of that pair less their zero point.
@frozen @usableFromInline package struct PairPacking: Sendable, Hashable {
  package let columns: Int
  package let depth: Int
  /// Elements from one column to the next, and from one weight of a column to the next.
  package let columnStride: Int
  package let depthStride: Int
  /// The columns of a panel.
  package let width: Int

  package init(columns: Int, depth: Int, columnStride: Int, depthStride: Int, lanes: Int) {
    self.columns = columns
    self.depth = depth
    self.columnStride = columnStride
    self.depthStride = depthStride
    width = lanes == 4 ? 16 : 2 * lanes
  }

  /// The numbers, for the name of a packing.
  package var key: String { "\(columns) \(depth) \(columnStride) \(depthStride) \(width)" }

  /// The pairs of the depth; the last one may be half empty.
  package var pairs: Int { (depth + 1) / 2 }
  package var panels: Int { (columns + width - 1) / width }
  package var panelBytes: Int { 4 * pairs * width }
  package var byteCount: Int { panels * panelBytes }
  /// The columns with padding.
  package var paddedColumns: Int { panels * width }

  /// Packs one panel.
  ///
  /// - Parameters:
  ///   - panel: The number of the panel.
  ///   - target: The start of all panels.
  ///   - weights: Bytes in the order that the strides describe.
  ///   - isUnsigned: Whether the bytes are `uint8`.
  ///   - zeroPoint: The zero point in the type of the bytes.
  package func pack(
    panel: Int, into target: UnsafeMutableRawPointer, from weights: UnsafePointer<UInt8>,
    isUnsigned: Bool, zeroPoint: Int
  ) {
    let first = panel &* width
    let count = min(width, columns &- first)
    var word = target + panel &* panelBytes
    for pair in 0..<pairs {
      let isFull = 2 &* pair &+ 1 < depth
      for place in 0..<width {
        var packed: UInt32 = 0
        if place < count {
          let weight =
            weights + ((first &+ place) &* columnStride &+ 2 &* pair &* depthStride)
          packed = element(weight.pointee, isUnsigned, zeroPoint)
          if isFull {
            packed |= element(weight[depthStride], isUnsigned, zeroPoint) &<< 16
          }
        }
        word.storeBytes(of: packed, as: UInt32.self)
        word += 4
      }
    }
  }

  @inline(__always)
  private func element(_ byte: UInt8, _ isUnsigned: Bool, _ zeroPoint: Int) -> UInt32 {
    let value = isUnsigned ? Int(byte) : Int(Int8(bitPattern: byte))
    return UInt32(UInt16(truncatingIfNeeded: value &- zeroPoint))
  }
}
