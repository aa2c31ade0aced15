internal import SwiftletFormat
internal import SwiftletOperators

extension GraphPlanner {
  /// Makes convolutions pad their input themselves where nothing else reads what a PAD before them
  /// gives.
  func foldPads(_ progress: inout Progress) {
    let waiting = progress.deferred.nodes
    guard progress.nodes.contains(where: { $0.node.code == .pad }) else { return }
    var uses = [Int](repeating: 0, count: progress.tensors.infos.count)
    for node in progress.nodes {
      for tensor in node.node.inputs where tensor >= 0 { uses[tensor] += 1 }
    }
    for tensor in inlined.graph.outputs { uses[tensor] += 1 }
    /// The waiting PAD that writes a tensor.
    var pads = [Int?](repeating: nil, count: uses.count)
    for (index, wait) in waiting.enumerated() {
      let node = progress.nodes[wait.position].node
      if node.code == .pad {
        pads[node.outputs[0]] = index
        continue
      }
      guard FoldedPadding.mayFold(into: node, wait.operands), let pad = pads[node.inputs[0]],
        uses[node.inputs[0]] == 1,
        let operands = FoldedPadding.fold(waiting[pad].operands, into: wait.operands)
      else { continue }
      let position = waiting[pad].position
      progress.deferred.replaceOperands(at: index, by: operands)
      progress.nodes[position].host = wait.position
      progress.nodes[wait.position].source = progress.nodes[position].node.inputs[0]
    }
    let nodes = progress.nodes
    progress.deferred.removeAll { nodes[$0].host != nil }
  }
}
