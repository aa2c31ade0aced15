internal import SwiftletOperators
internal import SwiftletTensor

/// Stands in for the session in runs that are watched, so that the graphs they call are watched, too,
/// and other runs know nothing of it.
protocol WatchingHost: OperatorHost {
  var session: SessionState { get }

  /// Runs a called graph and looks on.
  func run(_ callee: any GraphRunner, of subgraph: Int) throws(RunError)
}

extension WatchingHost {
  var resources: Resources { session.resources }

  var iterationLimit: Int { session.iterationLimit }

  var resultByteLimit: Int { session.resultByteLimit }

  func restart(_ subgraph: Int) { session.restart(subgraph) }

  func call(
    subgraph: Int, with inputs: consuming [TensorValue]
  ) throws(OperatorError) -> [TensorValue] {
    try session.call(subgraph, with: inputs) { callee throws(RunError) in
      try run(callee, of: subgraph)
    }
  }
}
