internal import SwiftletFormat

extension Model {
  /// A subgraph and all that its operators call, directly or through others; each once.
  func subgraphsReached(from start: Int) -> [Int] {
    var reached = [start]
    var next = 0
    while next < reached.count {
      for node in subgraphs[reached[next]].operators {
        for callee in node.calledSubgraphs where !reached.contains(callee) {
          reached.append(callee)
        }
      }
      next += 1
    }
    return reached
  }
}

extension Node {
  /// The subgraphs that the operator may call.
  var calledSubgraphs: [Int] {
    (options as? any CodedOptions)?.subgraphReferences.map(\.subgraph) ?? []
  }
}
