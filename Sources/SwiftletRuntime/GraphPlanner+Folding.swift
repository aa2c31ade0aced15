internal import SwiftletFormat
internal import SwiftletOperators

extension GraphPlanner {
  /// Makes convolutions do the work of the nodes before them whose results nothing else reads: a PAD,
  /// and a QUANTIZE that changes the sign of bytes.
  func foldIntoConvolutions(_ progress: inout Progress) {
    let waiting = progress.deferred.nodes
    guard progress.nodes.contains(where: { [.pad, .quantize].contains($0.node.code) }) else {
      return
    }
    var uses = [Int](repeating: 0, count: progress.tensors.infos.count)
    for node in progress.nodes {
      for tensor in node.node.inputs where tensor >= 0 { uses[tensor] += 1 }
    }
    for tensor in inlined.graph.outputs { uses[tensor] += 1 }
    /// The waiting node that writes a tensor, if it may be folded.
    var writers = [Int?](repeating: nil, count: uses.count)
    for (index, wait) in waiting.enumerated() {
      let node = progress.nodes[wait.position].node
      if [.pad, .quantize].contains(node.code) {
        writers[node.outputs[0]] = index
        continue
      }
      var operands = wait.operands
      while let source = progress.nodes[wait.position].inputs.first, source >= 0,
        uses[source] == 1, let writer = writers[source],
        let folded = fold(waiting[writer].operands, into: node, operands)
      {
        operands = folded
        let position = waiting[writer].position
        progress.nodes[position].host = wait.position
        progress.nodes[wait.position].source = progress.nodes[position].node.inputs[0]
        progress.deferred.replaceOperands(at: index, by: operands)
      }
    }
    let nodes = progress.nodes
    progress.deferred.removeAll { nodes[$0].host != nil }
  }

  /// The operands of a node that does the work of the one that writes its input 0, too.
  private func fold(_ writer: Operands, into node: Node, _ operands: Operands) -> Operands? {
    if FoldedPadding.mayFold(into: node, operands),
      let folded = FoldedPadding.fold(writer, into: operands)
    {
      return folded
    }
    return FoldedSign.mayFold(into: node, operands)
      ? FoldedSign.fold(writer, into: operands) : nil
  }
}
