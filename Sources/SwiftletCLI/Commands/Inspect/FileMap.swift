/// A file cut into regions so that every byte lies in exactly one.
package struct FileMap: Sendable {
  /// A run of bytes of one kind.
  package struct Region: Sendable, Hashable {
    package let offset: Int
    package var length: Int
    package let kind: String
    /// What the region belongs to, such as `buffer 3`.
    package let label: String?

    /// Makes a region.
    package init(offset: Int, length: Int, kind: String, label: String?) {
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
  package init(byteCount: Int, known: [Region], filler: (Range<Int>) -> String) {
    var position = 0
    func append(_ end: Int, _ kind: String, _ label: String?) {
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

  /// Joins neighbours of one kind that have no labels.
  mutating func joinNeighbours() {
    var joined: [Region] = []
    for region in regions {
      if let last = joined.last, last.kind == region.kind, last.label == nil, region.label == nil {
        joined[joined.count - 1].length += region.length
      } else {
        joined.append(region)
      }
    }
    regions = joined
  }

  /// The value of the key `fileMap`.
  package var json: JSON {
    .array(
      regions.map { region in
        [
          "offset": .integer(region.offset), "length": .integer(region.length),
          "kind": .string(region.kind), "label": .optional(region.label),
        ]
      })
  }
}
