/// Which subgraph runs which.
struct CallGraph {
  private let callees: [[Int]]

  /// Collects the references of all operators.
  init(_ subgraphs: [Subgraph]) {
    callees = subgraphs.map { subgraph in
      subgraph.operators.reduce(into: []) { callees, node in
        for reference in node.subgraphReferences where callees.last != reference.subgraph {
          callees.append(reference.subgraph)
        }
      }
    }
  }

  /// Throws where a subgraph runs itself, directly or through others, which would never end, or
  /// where the chain of calls is longer than the limit.
  func check(_ limits: ModelLimits) throws(ModelError) {
    // Longest chain below each subgraph, by depth-first search with an explicit stack.
    var depth = [Int?](repeating: nil, count: callees.count)
    var isOpen = [Bool](repeating: false, count: callees.count)
    for start in callees.indices where depth[start] == nil {
      var stack = [(subgraph: start, pending: callees[start])]
      isOpen[start] = true
      while var top = stack.popLast() {
        guard let callee = top.pending.popLast() else {
          isOpen[top.subgraph] = false
          let longest = callees[top.subgraph].compactMap { depth[$0] }.max() ?? 0
          depth[top.subgraph] = longest + 1
          guard longest < limits.callDepth else {
            throw ModelError(
              .tooLarge,
              "Subgraph \(top.subgraph) starts a chain of more than \(limits.callDepth) calls; "
                + "raise ModelLimits.callDepth to load the model.")
          }
          continue
        }
        stack.append(top)
        guard !isOpen[callee] else {
          throw .invalid(
            "Subgraph \(callee) runs itself through an operator of subgraph \(top.subgraph), "
              + "which would never end; convert the model again.")
        }
        if depth[callee] == nil {
          isOpen[callee] = true
          stack.append((callee, callees[callee]))
        }
      }
    }
  }
}
