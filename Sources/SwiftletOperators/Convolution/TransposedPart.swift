internal import SwiftletTensor

/// One of the convolutions that make up a transposed one, for one or several of the places that
/// outputs have within a stride.
struct TransposedPart: Sendable, Hashable {
  /// The window along one axis.
  struct Axis: Sendable, Hashable {
    /// The outputs of the convolution.
    var count: Int
    /// The places of the window, their distance, and those in front of the first input.
    var window: Int
    var dilation: Int
    var padding: Int
  }

  /// Outputs at one place within a stride, with the taps that reach them.
  struct Place: Sendable, Hashable {
    var row: Int
    var column: Int
    /// The outputs that exist.
    var height: Int
    var width: Int
    /// The tap of the filter at each place of the window; nil for none.
    var rowTaps: [Int?]
    var columnTaps: [Int?]
  }

  var rows: Axis
  var columns: Axis
  /// The channels of the convolution are those of all places, one place after the other.
  var places: [Place]

  /// One place.
  init(_ row: TransposedAxis.Part, _ column: TransposedAxis.Part) {
    rows = Axis(row)
    columns = Axis(column)
    places = [
      Place(
        row: row.offset, column: column.offset, height: row.count, width: column.count,
        rowTaps: row.taps, columnTaps: column.taps)
    ]
  }

  /// All places with one window that covers theirs, or nil where that costs more than one
  /// convolution for each.
  ///
  /// Kernels compute at least 16 channels at a time, so that few channels gain by it.
  init?(
    joining rows: [TransposedAxis.Part], _ columns: [TransposedAxis.Part], channels: Int,
    in context: LoweringContext
  ) throws(OperatorError) {
    guard rows.count * columns.count > 1,
      let row = try TransposedAxis.Union(rows, in: context),
      let column = try TransposedAxis.Union(columns, in: context)
    else { return nil }
    func padded(_ channels: Int) -> Int { (channels + 15) / 16 * 16 }
    // The products of what a file states may be beyond integers.
    let joined =
      Double(padded(rows.count * columns.count * channels)) * Double(row.axis.window)
      * Double(column.axis.window)
    let taps = { (parts: [TransposedAxis.Part]) in
      Double(parts.reduce(0) { $0 + $1.taps.count })
    }
    // A filter of many places would become as many steps.
    let isForced = rows.count * columns.count > 64
    guard isForced || joined <= Double(padded(channels)) * taps(rows) * taps(columns) else {
      return nil
    }
    self.rows = row.axis
    self.columns = column.axis
    places = zip(rows, row.taps).flatMap { rowPart, rowTaps in
      zip(columns, column.taps).map { columnPart, columnTaps in
        Place(
          row: rowPart.offset, column: columnPart.offset, height: rowPart.count,
          width: columnPart.count, rowTaps: rowTaps, columnTaps: columnTaps)
      }
    }
  }

  /// The filter of the convolution, by blocks of input channels of that of the whole.
  func blocks(of whole: TransposedConvolution) throws(OperatorError) -> BlockCopies {
    let (outputs, height, width) = (
      whole.filter.shape[0], whole.filter.shape[1], whole.filter.shape[2]
    )
    var sources: [Int?] = []
    sources.reserveCapacity(places.count * outputs * rows.window * columns.window)
    for place in places {
      for output in 0..<outputs {
        for row in place.rowTaps {
          for column in place.columnTaps {
            guard let row, let column else {
              sources.append(nil)
              continue
            }
            sources.append((output * height + row) * width + column)
          }
        }
      }
    }
    let isUnsigned = whole.filter.type == .uint8
    return BlockCopies(
      blockBytes: whole.filter.shape[3] * (try whole.filter.elementSize()), sources: sources,
      filling: isUnsigned ? UInt8(truncatingIfNeeded: whole.filter.zeroPoint) : 0)
  }
}

extension TransposedPart.Axis {
  fileprivate init(_ part: TransposedAxis.Part) {
    self.init(
      count: part.count, window: part.taps.count, dilation: part.dilation, padding: part.padding)
  }
}

extension TransposedAxis {
  /// One window for all parts, with the taps of each at its places.
  fileprivate struct Union {
    let axis: TransposedPart.Axis
    let taps: [[Int?]]

    /// Nil where windows have gaps.
    init?(_ parts: [Part], in context: LoweringContext) throws(OperatorError) {
      guard parts.allSatisfy({ $0.dilation == 1 }) else { return nil }
      let padding = parts.reduce(0) { max($0, $1.padding) }
      let end = parts.reduce(1) { max($0, $1.taps.count - $1.padding) }
      axis = TransposedPart.Axis(
        count: parts.reduce(0) { max($0, $1.count) }, window: padding + end, dilation: 1,
        padding: padding)
      // Each part has a list of places, and one on the way to it.
      try context.reserve(
        byteCount: 64 + 2 * MemoryLayout<Int?>.stride * axis.window, times: parts.count)
      taps = parts.map { part in
        let front = padding - part.padding
        let back = padding + end - front - part.taps.count
        return Array(repeating: nil, count: front) + part.taps
          + Array(repeating: nil, count: back)
      }
    }
  }
}
