public import SwiftletTensor

/// Options of `CALL`.
public struct CallOptions: OperatorOptions, Hashable {
  /// The subgraph to run.
  public var subgraph: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension CallOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.subgraph(0, "subgraph", &subgraph)
  }
}

/// Options of `IF`.
public struct IfOptions: OperatorOptions, Hashable {
  /// The subgraph to run where the condition holds.
  public var thenSubgraphIndex: Int = 0
  /// The subgraph to run where it does not.
  public var elseSubgraphIndex: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension IfOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.subgraph(0, "then_subgraph_index", &thenSubgraphIndex)
    try coder.subgraph(1, "else_subgraph_index", &elseSubgraphIndex)
  }
}

/// Options of `WHILE`.
public struct WhileOptions: OperatorOptions, Hashable {
  /// The subgraph that says whether to go on.
  public var condSubgraphIndex: Int = 0
  /// The subgraph to repeat.
  public var bodySubgraphIndex: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension WhileOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.subgraph(0, "cond_subgraph_index", &condSubgraphIndex)
    try coder.subgraph(1, "body_subgraph_index", &bodySubgraphIndex)
  }
}

/// Options of `CALL_ONCE`.
public struct CallOnceOptions: OperatorOptions, Hashable {
  /// The subgraph to run before anything else.
  public var initSubgraphIndex: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension CallOnceOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.subgraph(0, "init_subgraph_index", &initSubgraphIndex)
  }
}

/// Options of `HASHTABLE`.
public struct HashtableOptions: OperatorOptions, Hashable {
  /// What tells one table from another.
  public var tableId: Int = 0
  /// The type of the keys.
  public var keyDtype: ElementType = .float32
  /// The type of the values.
  public var valueDtype: ElementType = .float32

  /// The schema's defaults.
  public init() {}
}

extension HashtableOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32(0, "table_id", &tableId)
    try coder.elementType(1, "key_dtype", &keyDtype)
    try coder.elementType(2, "value_dtype", &valueDtype)
  }
}

/// Options of `VAR_HANDLE`.
///
/// Equal pairs of names mean the same variable.
public struct VarHandleOptions: OperatorOptions, Hashable {
  /// The container's name.
  public var container: String = ""
  /// The variable's name in its container.
  public var sharedName: String = ""

  /// The schema's defaults.
  public init() {}
}

extension VarHandleOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.string(0, "container", &container)
    try coder.string(1, "shared_name", &sharedName)
  }
}
