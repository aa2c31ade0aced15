/// Rows of cells, printed with aligned columns.
package struct TextTable {
  /// How a column is aligned.
  package enum Alignment: Sendable {
    case left
    case right
  }

  /// Cells that are longer stick out, so that one long name does not widen every row.
  private static let widest = 160

  private let alignments: [Alignment]
  private var rows: [[String]] = []

  /// A table whose columns are aligned as given; further columns are aligned to the left.
  package init(_ alignments: Alignment...) {
    self.alignments = alignments
  }

  /// Adds a row.
  package mutating func append(_ cells: String...) { append(cells) }

  /// Adds a row; what would move a terminal's cursor is shown, not sent.
  package mutating func append(_ cells: [String]) { rows.append(cells.map(printable)) }

  /// The rows, each behind an indentation, without spaces at the ends of lines.
  package func lines(indentation: Int = 2) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], min(cell.count, Self.widest))
      }
    }
    return rows.map { row in
      var line = String(repeating: " ", count: indentation)
      for (column, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: max(0, widths[column] - cell.count))
        let isRight = column < alignments.count && alignments[column] == .right
        line += (column > 0 ? "  " : "") + (isRight ? padding + cell : cell + padding)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

/// A text from a file without the characters that could drive a terminal: controls, line separators,
/// and what turns the direction of the text behind them.
package func printable(_ text: String) -> String {
  func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2028...0x202E, 0x2066...0x2069: true
    default: scalar.properties.generalCategory == .control
    }
  }
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  return text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : String($0) }.joined()
}
