internal import Foundation
internal import SwiftletOperators
internal import SwiftletTensor

/// `swiftlet operators`: which operators there are, and on which element types.
struct Operators: Command {
  private static let json = Switch("--json", help: "one JSON object")
  private static let markdown = Flag(
    text: "--markdown", "DIRECTORY",
    help: "the page docs/operators.md, with the tests counted in this Fixtures/operators")

  static let syntax = CommandSyntax(
    name: "operators", summary: "Lists the operators that can be run.", operands: "",
    operandCount: 0...0, operandHelp: "none", flags: [json.syntax, markdown.syntax])

  private let isJSON: Bool
  private let cases: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    isJSON = arguments.isSet(Self.json)
    cases = try arguments.value(of: Self.markdown)
  }

  func run() throws(CommandError) -> Bool {
    let (all, custom) = (OperatorCatalog.schemaOperators, OperatorCatalog.customOperators)
    if let cases {
      let page = OperatorsPage(cases: cases)
      guard page.count > 0 else {
        throw .failure(
          .notFound,
          "\(cases) holds no recorded cases; give the folder Fixtures/operators of a working tree.")
      }
      try Console.print(page.text)
    } else if isJSON {
      let value: JSON = [
        "count": .integer(all.count), "operators": .array(all.map(Self.json)),
        "customCount": .integer(custom.count), "customOperators": .array(custom.map(Self.json)),
      ]
      try Console.print(value)
    } else {
      var table = TextTable(.left, .right)
      for entry in all + custom {
        table.append(entry.name, entry.version.map(String.init) ?? "", entry.typeList)
      }
      try Console.print(
        """
        \(all.count) operators of the schema and \(custom.count) custom ones, with the newest version
        and the element types of each:
        \(table.lines().joined(separator: "\n"))
        """)
    }
    return true
  }

  private static func json(_ entry: OperatorCatalog.Entry) -> JSON {
    [
      "name": .string(entry.name), "code": entry.code.map(JSON.integer) ?? .null,
      "version": entry.version.map(JSON.integer) ?? .null,
      "elementTypes": .strings(entry.elementTypes.map(\.name)),
      "interpreted": .bool(entry.isInterpreted), "remarks": .strings(entry.remarks),
    ]
  }
}

extension OperatorCatalog.Entry {
  /// The types in words; long lists by what they have in common.
  var typeList: String {
    let names: [([ElementType], String)] = [
      (.all, "all"), (.fixedSize, "all of fixed size"), (.wholeBytes, "all of whole bytes"),
    ]
    return names.first { $0.0 == elementTypes }?.1
      ?? elementTypes.map(\.name).joined(separator: ", ")
  }
}
