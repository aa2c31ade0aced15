/// Why an operator cannot be planned, in words that follow "operator 3 (CONV_2D) …".
///
/// The planner adds the place: subgraph, index and name of the operator.
package enum OperatorError: Error, Hashable {
  /// The file is wrong: operands or options contradict the operator's definition.
  case invalid(String)
  /// The file may be right, but this engine lacks the type, version or mode.
  case unsupported(String)
}

extension OperatorError {
  /// The words, cut where values from a file would fill pages.
  package var words: String {
    let text =
      switch self {
      case .invalid(let words), .unsupported(let words): words
      }
    return text.utf8.count <= 1000 ? text : text.prefix(1000) + "…"
  }
}
