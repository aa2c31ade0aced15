internal import Foundation
internal import SwiftletOperators

/// The page `docs/operators.md`, made of the registry and of the recorded cases.
struct OperatorsPage {
  /// The folder of recorded cases.
  let cases: String

  /// The number of recorded cases.
  var count: Int {
    (OperatorCatalog.schemaOperators + OperatorCatalog.customOperators)
      .reduce(0) { $0 + recordedCases(of: $1) }
  }

  /// The page.
  var text: String {
    let (all, custom) = (OperatorCatalog.schemaOperators, OperatorCatalog.customOperators)
    let remarks = (all + custom).filter { !$0.remarks.isEmpty }
    return """
      # Operators

      This page is made by `make operators` from the registry and the recorded cases, and compared with them
      in the tests. `swiftlet operators --json` gives the same to programs.

      There are \(all.count) operators of the schema, all that LiteRT's default resolver registers, and
      \(custom.count) custom ones. *Version* is the newest one that is understood. *Element types* are those of
      the operand with the data. *Cases* are models of the one operator in `Fixtures/operators`, \(count) in all,
      with the answers of LiteRT, or, where it has none or a wrong one, of MediaPipe or the definition; the case then
      says so. Each is run in both arithmetics, on every instruction set of the machine, and on one and two
      threads. Quantised, integer and boolean results have to be equal to the bit.

      A graph is planned as a whole, and its runs allocate nothing, unless it has an operator marked ◦ or a shape that
      depends on computed values; such a graph is run node by node.

      \(table("Operator", all))

      ## Custom operators

      Others can be registered: see [custom operators](custom-operators.md).

      \(table("Name", custom))

      ## Remarks

      \(remarks.map { "- **\($0.name)**: \($0.remarks.joined(separator: " "))" }
        .joined(separator: "\n"))
      """
  }

  private func table(_ title: String, _ entries: [OperatorCatalog.Entry]) -> String {
    let rows = entries.map { entry in
      "| \(entry.name)\(entry.isInterpreted ? " ◦" : "") | "
        + "\(entry.version.map(String.init) ?? "") | \(entry.typeList) | \(recordedCases(of: entry)) |"
    }
    return (["| \(title) | Version | Element types | Cases |", "| --- | --- | --- | --- |"] + rows)
      .joined(separator: "\n")
  }

  private func recordedCases(of entry: OperatorCatalog.Entry) -> Int {
    let files = try? FileManager.default.contentsOfDirectory(atPath: "\(cases)/\(entry.name)")
    return (files ?? []).filter { $0.hasSuffix(".tflite") }.count
  }
}
