import Foundation
import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// The registry is what it is said to be.
@Suite struct OperatorsTests {
  private static let page = URL(fileURLWithPath: RecordedCase.folder)
    .appendingPathComponent("../../docs/operators.md").standardized.path

  @Test func thePageIsUpToDate() throws {
    let outcome = try Executable.run(["operators", "--markdown", RecordedCase.folder])
    #expect(outcome.status == 0)
    let page = try String(contentsOfFile: Self.page, encoding: .utf8)
    #expect(outcome.output == page, "run \"make operators\" and commit docs/operators.md")
  }

  @Test(arguments: ["/nonexistent", ""]) func pagesNeedCases(_ folder: String) throws {
    let outcome = try Executable.run(["operators", "--markdown", folder])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.error.contains("holds no recorded cases"))
    #expect(outcome.error.split(separator: "\n").count == 1)
  }

  @Test func everyOperatorOfThePeerIsThere() throws {
    struct Registered: Decodable { let operators: [String: Int] }
    let file = "\(RecordedCase.folder)/registered.json"
    let registered = try JSONDecoder().decode(
      Registered.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    let versions = Dictionary(
      uniqueKeysWithValues: OperatorCatalog.schemaOperators.map { ($0.name, $0.version ?? 0) })
    #expect(registered.operators.count > 170)
    for (name, version) in registered.operators {
      #expect((versions[name] ?? 0) >= version, "\(name) version \(version)")
    }
    #expect(Set(versions.keys) == Set(registered.operators.keys))
  }

  @Test func everyOperatorHasRecordedCasesOfAllItsTypes() throws {
    for entry in OperatorCatalog.schemaOperators + OperatorCatalog.customOperators {
      let cases = try RecordedCase.names(of: entry.name).map { try RecordedCase($0) }
      #expect(!cases.isEmpty, "\(entry.name)")
      let types = cases.flatMap { recorded in
        recorded.isRefused ? [] : recorded.model.subgraphs[0].tensors.map(\.type)
      }
      // Operators that only move bytes do not look at the type: three of them are enough.
      let isWide = entry.elementTypes.count > 12
      #expect(!isWide || Set(types).count >= 3, "\(entry.name)")
      for type in entry.elementTypes where !isWide && !types.contains(type) {
        Issue.record("\(entry.name) has no recorded case of \(type.name)")
      }
    }
  }

  @Test func listsThemForPeopleAndPrograms() throws {
    let text = try Executable.run(["operators"])
    #expect(
      text.lines.count == OperatorCatalog.schemaOperators.count
        + OperatorCatalog.customOperators.count + 2)
    let object = try #require(try Executable.run(["operators", "--json"]).objects().first)
    let list = try #require(object["operators"] as? [[String: Any]])
    #expect(list.count == object["count"] as? Int)
    #expect(list.count == OperatorCatalog.schemaOperators.count)
    #expect(list.contains { $0["name"] as? String == "CONV_2D" })
  }
}
