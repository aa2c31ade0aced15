import SwiftletTensor

/// A subgraph that an operator runs, by the option that names it.
package struct SubgraphReference: Sendable, Hashable {
  /// The option's name in the schema.
  package let field: String
  /// The subgraph's index.
  package let subgraph: Int
}

extension CodedOptions {
  /// The subgraphs that an operator with these options runs.
  package var subgraphReferences: [SubgraphReference] {
    let coder = ReferenceCoder()
    var copy = self
    // The coder below does not throw, so the list is always complete.
    try? copy.code(with: coder)
    return coder.references
  }
}

extension Node {
  /// The subgraphs that the operator's options name.
  package var subgraphReferences: [SubgraphReference] {
    // Most operators name none, and finding out by a cast takes microseconds for each type.
    guard let options, OptionsTables.callers.contains(where: { $0 == type(of: options) }),
      let coded = options as? any CodedOptions
    else { return [] }
    return coded.subgraphReferences
  }
}

extension OptionsTables {
  /// The options that name subgraphs.
  fileprivate static let callers: [any CodedOptions.Type] = BuiltinOperator.allCases.compactMap {
    caller($0)
  }

  /// The options of an operator that runs subgraphs.
  static func caller(_ code: BuiltinOperator) -> (any CodedOptions.Type)? {
    switch code {
    case .call: CallOptions.self
    case .if: IfOptions.self
    case .while: WhileOptions.self
    case .callOnce: CallOnceOptions.self
    case .stablehloWhile: StablehloWhileOptions.self
    case .stablehloComposite: StableHLOCompositeOptions.self
    case .stablehloReduce: StablehloReduceOptions.self
    case .stablehloReduceWindow: StablehloReduceWindowOptions.self
    case .stablehloScatter: StablehloScatterOptions.self
    case .stablehloSort: StablehloSortOptions.self
    case .stablehloCase: StablehloCaseOptions.self
    default: nil
    }
  }
}

/// Collects the subgraphs that a table names.
private final class ReferenceCoder: OptionsCoder {
  var references: [SubgraphReference] = []

  func subgraph(_ id: Int, _ field: String, _ value: inout Int) {
    references.append(SubgraphReference(field: field, subgraph: value))
  }

  func subgraphs(_ id: Int, _ field: String, _ value: inout [Int]) {
    references += value.map { SubgraphReference(field: field, subgraph: $0) }
  }

  func bool(_ id: Int, _ field: String, _ value: inout Bool) {}
  func int32(_ id: Int, _ field: String, _ value: inout Int) {}
  func int64(_ id: Int, _ field: String, _ value: inout Int) {}
  func float(_ id: Int, _ field: String, _ value: inout Float) {}
  func string(_ id: Int, _ field: String, _ value: inout String) {}
  func bytes(_ id: Int, _ field: String, _ value: inout [UInt8]) {}
  func int32s(_ id: Int, _ field: String, _ value: inout [Int]) {}
  func int64s(_ id: Int, _ field: String, _ value: inout [Int]) {}
  func floats(_ id: Int, _ field: String, _ value: inout [Float]) {}
  func bools(_ id: Int, _ field: String, _ value: inout [Bool]) {}
  func elementType(_ id: Int, _ field: String, _ value: inout ElementType) {}
  func enumeration<Value: SchemaEnumeration>(_ id: Int, _ field: String, _ value: inout Value) {}
  func enumerations<Value: SchemaEnumeration>(
    _ id: Int, _ field: String, _ value: inout [Value]
  ) {}
}
