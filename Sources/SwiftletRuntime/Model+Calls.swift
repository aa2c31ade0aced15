internal import SwiftletFormat

extension Model {
  /// A subgraph and all that its operators call, directly or through others; each once, with the
  /// operators of composites in their place.
  func subgraphsReached(from start: Int) -> [(index: Int, graph: InlinedSubgraph)] {
    var reached = [(index: start, graph: inlinedSubgraph(start))]
    // A list: a set would have its own type made first, and most models have one subgraph.
    var isSeen = Array(repeating: false, count: subgraphs.count)
    isSeen[start] = true
    var next = 0
    while next < reached.count {
      for node in reached[next].graph.graph.operators {
        for callee in node.calledSubgraphs where !isSeen[callee] {
          isSeen[callee] = true
          reached.append((callee, inlinedSubgraph(callee)))
        }
      }
      next += 1
    }
    return reached
  }
}

extension Node {
  /// The subgraphs that the operator may call.
  ///
  /// Those that only tell how two elements are combined are recognised instead.
  var calledSubgraphs: [Int] {
    switch code {
    case .stablehloReduceWindow, .stablehloScatter: []
    default: subgraphReferences.map(\.subgraph)
    }
  }
}
