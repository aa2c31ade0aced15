import Foundation

/// The results of several machines side by side, as a Markdown table.
struct MergedTable {
  /// What a cell holds.
  enum Measure: String, CaseIterable {
    case microseconds
    case gmacs
    case roofline

    /// The words above the table.
    var title: String {
      switch self {
      case .microseconds: "µs"
      case .gmacs: "GMAC/s; µs where nothing is multiplied"
      case .roofline: "share of roofline"
      }
    }
  }

  private struct Key: Hashable {
    let network: String
    let layer: String
    let type: String
    /// The instruction set, or nil for the one that the engine picks.
    let isa: String?
  }

  private let machines: [(name: String, report: SuiteReport)]
  private let measure: Measure
  private let showsSets: Bool

  /// Takes the files of machines; a column is called by the file's name.
  ///
  /// - Parameters:
  ///   - paths: Files that `--json` wrote.
  ///   - measure: What cells hold.
  ///   - showsSets: Whether each instruction set has a line, instead of what each machine picks.
  /// - Throws: `SuiteError`.
  init(_ paths: [String], _ measure: Measure, showsSets: Bool) throws {
    machines = try paths.map { path in
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      return (name, try SuiteReport(contentsOf: path))
    }
    self.measure = measure
    self.showsSets = showsSets
  }

  /// The lines of the page.
  var lines: [String] {
    var keys: [Key] = []
    var cells: [Key: [Int: SuiteReport.LayerRecord]] = [:]
    for (column, machine) in machines.enumerated() {
      for layer in machine.report.layers where showsSets || layer.picked {
        let key = Key(
          network: layer.network, layer: layer.layer, type: layer.type,
          isa: showsSets ? layer.isa : nil)
        if cells[key] == nil { keys.append(key) }
        // Of a shape that a file lists twice, the first counts.
        if cells[key, default: [:]][column] == nil { cells[key, default: [:]][column] = layer }
      }
    }
    let isPair = machines.count == 2
    let names = machines.map { escaped($0.name) }
    let heads =
      ["network", "layer", "type"] + (showsSets ? ["set"] : []) + names
      + (isPair ? ["\(names[1]) ÷ \(names[0]) in time"] : [])
    var lines = machines.flatMap { name, report in
      ["- **\(escaped(name))**: " + report.machine.lines.map(escaped).joined(separator: "; ")]
    }
    lines += ["", measure.title, "", row(heads), row(heads.map { _ in "---" })]
    for key in keys {
      let layers = cells[key] ?? [:]
      var fields = [key.network, key.layer, key.type] + (key.isa.map { [$0] } ?? [])
      fields = fields.map(escaped)
      fields += machines.indices.map { layers[$0].map(cell) ?? "–" }
      if isPair {
        let ratio = layers[0].flatMap { first in
          layers[1].map { $0.nanoseconds / first.nanoseconds }
        }
        fields.append(ratio.map { $0.rounded(2) } ?? "–")
      }
      lines.append(row(fields))
    }
    return lines
  }

  private func cell(_ layer: SuiteReport.LayerRecord) -> String {
    let set = showsSets ? "" : " (\(escaped(layer.isa)))"
    let time = (layer.nanoseconds / 1_000).rounded(2)
    return switch measure {
    case .microseconds: time + set
    case .gmacs: (layer.macs > 0 ? layer.rate.rounded(1) : "\(time) µs") + set
    case .roofline: (100 * layer.share).rounded(0) + " %" + set
    }
  }

  private func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }

  /// A text from a file that cannot break a table.
  private func escaped(_ text: String) -> String {
    String(
      text.flatMap { character -> [Character] in
        character.isNewline ? [" "] : "|*<".contains(character) ? ["\\", character] : [character]
      })
  }
}
