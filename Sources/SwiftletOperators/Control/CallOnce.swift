internal import SwiftletFormat
internal import SwiftletTensor

/// CALL_ONCE: runs a subgraph in the first run of a session, to initialise resources.
struct CallOnce: InterpretedOperator {
  static let code = BuiltinOperator.callOnce
  static let elementTypes: [ElementType] = []
  private let subgraph: Int

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 0...0, outputs: 0...0)
    subgraph = node.options(as: CallOnceOptions.self).initSubgraphIndex
  }

  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    guard host.resources.needsInitialisation(by: subgraph) else { return [] }
    do throws(OperatorError) {
      _ = try host.call(subgraph: subgraph, with: [])
    } catch {
      host.resources.forgetInitialisation(by: subgraph)
      throw error
    }
    return []
  }
}
