internal import SwiftletFormat
package import SwiftletTensor

/// What this engine runs, read from the registry: the source of the documentation and of
/// `swiftlet operators`.
package enum OperatorCatalog {
  /// One operator.
  package struct Entry: Sendable {
    /// The schema's name, or that of a custom operator.
    package let name: String
    /// The schema's number; nil for a custom operator.
    package let code: Int?
    /// The newest version that is understood; nil where versions mean nothing.
    package let version: Int?
    /// The types of the operand with the data.
    package let elementTypes: [ElementType]
    /// Whether it looks at values, so that its graph is run node by node.
    package let isInterpreted: Bool
    /// What a user should know besides, in sentences.
    package let remarks: [String]
  }

  /// All operators of the schema that are there, in alphabetical order.
  package static let schemaOperators: [Entry] = {
    let lowered = Registry.operators.map { type in
      let variant = Registry.stringVariant(of: type.code)
      let types = type.elementTypes + (variant?.elementTypes ?? [])
      return entry(
        type.code, types.sorted { $0.rawValue < $1.rawValue }, isInterpreted: false, type.remarks)
    }
    let interpreted = Registry.interpretedOperators.map { type in
      entry(type.code, type.elementTypes, isInterpreted: true, type.remarks)
    }
    return (lowered + interpreted).sorted { $0.name < $1.name }
  }()

  /// All custom operators that need no registration, in alphabetical order.
  package static let customOperators: [Entry] = Registry.customOperators.map { type in
    Entry(
      name: type.customName ?? "", code: nil, version: nil, elementTypes: type.elementTypes,
      isInterpreted: false, remarks: type.remarks)
  }.sorted { $0.name < $1.name }

  private static func entry(
    _ code: BuiltinOperator, _ types: [ElementType], isInterpreted: Bool, _ remarks: [String]
  ) -> Entry {
    Entry(
      name: code.schemaName, code: Int(code.rawValue), version: code.newestVersion,
      elementTypes: types, isInterpreted: isInterpreted, remarks: remarks)
  }
}
