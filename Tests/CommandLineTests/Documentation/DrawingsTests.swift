import Foundation
import Testing

/// Drawings and formulas of the pages are true: blocks of the kind `text`.
@Suite struct DrawingsTests {
  @Test func everyDrawingIsChecked() throws {
    for block in try DocumentedBlock.all() where block.kind == "text" {
      switch block.page {
      case "README.md", "docs/architecture.md": try expectNames(block)
      case "docs/memory-planning.md": try expectPlaces(block)
      case "docs/quantised-arithmetic.md": expectEquations(block)
      default: Issue.record("\(block): nothing checks it")
      }
    }
  }

  /// Modules are targets of the package, and what flows between arrows are types of the sources.
  private func expectNames(_ block: DocumentedBlock) throws {
    let manifest = try DocumentedBlock.text("Package.swift")
    let words = block.text.split { !$0.isLetter && !$0.isNumber }.filter {
      $0.first?.isUppercase == true
    }
    #expect(words.count >= 3)
    let sources = try DocumentedBlock.files(in: "Sources", ending: ".swift")
      .map(DocumentedBlock.text).joined()
    for word in words where !manifest.contains("\"\(word)\"") {
      let declaration = "(struct|class|enum|protocol) \(word)\\b"
      #expect(
        sources.range(of: declaration, options: .regularExpression) != nil, "\(block): \(word)")
    }
  }

  /// Each box begins in the column of its offset in the page's table, four KiB to the column.
  private func expectPlaces(_ block: DocumentedBlock) throws {
    var offsets: [Substring: Int] = [:]
    for row in try DocumentedBlock.text(block.page).split(separator: "\n") {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, Int(cells[1]) != nil, let offset = Int(cells[3]) else { continue }
      for name in cells[0].split(separator: ",") {
        offsets[name.drop { $0 == " " }] = offset
      }
    }
    #expect(offsets.count == 6)
    let origin = try #require(block.lines.first?.firstIndex(of: "0"))
    let start = block.lines[0].distance(from: block.lines[0].startIndex, to: origin)
    var boxes = 0
    for row in block.lines.dropFirst() {
      var column = 0
      for piece in row.split(separator: "|", omittingEmptySubsequences: false) {
        let name = piece.drop { $0 == " " }.prefix { $0 != " " }
        if column > 0, let offset = offsets[name] {
          #expect(column - 1 == start + offset / 4, "\(row)")
          boxes += 1
        } else {
          #expect(column == 0 || name.isEmpty, "\(row)")
        }
        column += piece.count + 1
      }
    }
    #expect(boxes == 12)
    // The scale above them.
    for (label, offset) in [("64", 64), ("128", 128), ("144", 144)] {
      let range = try #require(block.lines[0].range(of: label))
      let column = block.lines[0].distance(
        from: block.lines[0].startIndex, to: range.lowerBound)
      #expect(abs(column - (start + offset / 4)) <= 1, "\(label)")
    }
  }

  /// All sides of an equation that have numbers only are equal; `≈` allows the last digit.
  private func expectEquations(_ block: DocumentedBlock) {
    // A line that begins with a sign of equality goes on with the one before.
    let text = block.text.replacingOccurrences(of: "\n *=", with: " =", options: .regularExpression)
    var count = 0
    for line in text.split(separator: "\n") {
      let sides = line.split { "=≈→".contains($0) }.map { Arithmetic($0).value }
      let values = sides.compactMap(\.self)
      count += values.count
      // Behind an arrow stands what becomes of a number, whose own side is another one.
      for value in line.contains("→") ? values.dropFirst() : values[...] {
        #expect(abs(value - (values.last ?? 0)) < 1e-9, "\(block): \(line)")
      }
    }
    #expect(count > 0, "\(block)")
  }

  @Test(arguments: [
    ("2 / 0.5 − 3", 1.0), ("(1 + 3) · 25 + (−6 + 3) · −37", 211), ("2³¹ · 2⁻³", 268_435_456),
    ("x", nil),
    ("1 +", nil), ("input scale · 2", nil),
  ])
  func termsAreComputed(_ text: String, _ value: Double?) {
    #expect(Arithmetic(text[...]).value == value)
  }
}

/// A term of numbers with `+ − · /`, brackets and superscripts.
private struct Arithmetic {
  private var rest: Substring

  init(_ text: Substring) { rest = text }

  /// Its value; nil if there is anything else in it.
  var value: Double? {
    var parser = Self(Substring(rest.filter { $0 != " " }))
    guard let value = parser.sum(), parser.rest.isEmpty else { return nil }
    return value
  }

  private mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func sum() -> Double? {
    guard var value = product() else { return nil }
    while let sign = rest.first, sign == "+" || sign == "−" {
      rest.removeFirst()
      guard let term = product() else { return nil }
      value += sign == "+" ? term : -term
    }
    return value
  }

  private mutating func product() -> Double? {
    guard var value = power() else { return nil }
    while let sign = rest.first, sign == "·" || sign == "/" {
      rest.removeFirst()
      guard let factor = power() else { return nil }
      value = sign == "·" ? value * factor : value / factor
    }
    return value
  }

  private mutating func power() -> Double? {
    if take("−") { return power().map { -$0 } }
    let base: Double?
    if take("(") {
      base = sum()
      guard take(")") else { return nil }
    } else {
      let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      rest.removeFirst(digits.count)
      base = Double(digits)
    }
    let isNegative = take("⁻")
    let digits = rest.prefix { "⁰¹²³⁴⁵⁶⁷⁸⁹".contains($0) }
    rest.removeFirst(digits.count)
    let exponent = digits.reduce(0) { $0 * 10 + ($1.wholeNumberValue ?? 0) }
    return base.map { pow($0, Double(isNegative ? -exponent : exponent)) }
      .flatMap { isNegative && digits.isEmpty ? nil : digits.isEmpty ? base : $0 }
  }
}
