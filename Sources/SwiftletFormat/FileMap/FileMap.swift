/// A file cut into regions so that every byte lies in exactly one.
package struct FileMap: Sendable {
  /// What regions there are.
  package enum Kind: String, Sendable, CaseIterable {
    /// The offset of the root table, or an identifier.
    case header
    /// A list of field positions, which tables of the same shape share.
    case vtable
    /// The fields of a table that lie inside it.
    case table
    /// A vector with its count; for blocks of bytes only the count.
    case vector
    /// A text with its count and the zero that ends it.
    case string
    /// The data of a buffer.
    case buffer
    /// The data of a buffer that a metadata entry names, unless its tables are told apart.
    case metadata
    /// The options of a custom operator.
    case customOptions
    /// The header of a file in the archive.
    case zipHeader
    /// A file in the archive.
    case associatedFile
    /// An entry of the archive's directory.
    case zipDirectory
    /// The end of the archive's directory.
    case zipEnd
    /// Bytes of zero between other regions.
    case padding
    /// Bytes, not all zero, that nothing refers to.
    case gap
    /// Bytes after everything else.
    case trailing
  }

  /// A run of bytes of one kind.
  package struct Region: Sendable, Hashable {
    /// The first byte, counted from the start of the file.
    package let offset: Int
    package let length: Int
    package let kind: Kind
    /// What the region belongs to, such as `buffer 3`.
    package let label: String?

    /// Makes a region.
    package init(offset: Int, length: Int, kind: Kind, label: String?) {
      self.offset = offset
      self.length = length
      self.kind = kind
      self.label = label
    }
  }

  /// The regions in order, without gaps and overlaps.
  package private(set) var regions: [Region] = []

  /// Cuts a file of a size.
  ///
  /// - Parameters:
  ///   - byteCount: The size.
  ///   - known: Regions that are known, in any order; where several claim a byte, the one that
  ///     begins first has it, of two that begin together the longer one.
  ///   - filler: The kind of a range that no known region claims.
  package init(byteCount: Int, known: [Region], filler: (Range<Int>) -> Kind) {
    var position = 0
    func append(_ end: Int, _ kind: Kind, _ label: String?) {
      guard end > position else { return }
      regions.append(Region(offset: position, length: end - position, kind: kind, label: label))
      position = end
    }
    let sorted = known.sorted { ($0.offset, -$0.length) < ($1.offset, -$1.length) }
    for region in sorted where region.length > 0 {
      let start = min(max(region.offset, 0), byteCount)
      let (sum, overflow) = start.addingReportingOverflow(region.length)
      if start > position { append(start, filler(position..<start), nil) }
      append(overflow ? byteCount : min(sum, byteCount), region.kind, region.label)
    }
    if position < byteCount { append(byteCount, filler(position..<byteCount), nil) }
  }

  /// The regions and bytes of each kind that occurs, in the order of the kinds.
  package var totals: [(kind: Kind, count: Int, bytes: Int)] {
    var sums: [Kind: (count: Int, bytes: Int)] = [:]
    for region in regions {
      let sum = sums[region.kind] ?? (0, 0)
      sums[region.kind] = (sum.count + 1, sum.bytes + region.length)
    }
    return Kind.allCases.compactMap { kind in
      sums[kind].map { (kind, $0.count, $0.bytes) }
    }
  }
}
