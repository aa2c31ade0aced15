import SwiftletFlatBuffers
import SwiftletTensor

extension ModelLoader {
  func loadSubgraphs(
    buffers: [BufferLocation], codes: [OperatorCode]
  ) throws(ModelError) -> [Subgraph] {
    guard let tables = try root.tables(2, "subgraphs", name: "SubGraph"), tables.count > 0 else {
      throw .invalid("The model has no subgraphs, so that there is nothing to run.")
    }
    try count(tables.count, of: "subgraphs", limits.subgraphs)
    var subgraphs: [Subgraph] = []
    subgraphs.reserveCapacity(tables.count)
    var tensorCount = 0
    var operatorCount = 0
    for index in 0..<tables.count {
      let table = try tables.table(at: index)
      let tensors = try loadTensors(of: table, subgraph: index, buffers, before: &tensorCount)
      let nodes = try loadNodes(
        of: table, subgraph: index, tensors: tensors.count, subgraphs: tables.count, codes,
        before: &operatorCount)
      let unchecked = Subgraph(
        name: try table.string(4, "name") ?? "", tensors: tensors,
        inputs: try indices(table.ints(1, "inputs", as: .int32), "input", index, tensors.count),
        outputs: try indices(
          table.ints(2, "outputs", as: .int32), "output", index, tensors.count),
        operators: nodes)
      subgraphs.append(try GraphCheck(unchecked, index: index).checked())
    }
    return subgraphs
  }

  /// Throws where a total exceeds its limit.
  func count(_ total: Int, of things: String, _ limit: Int) throws(ModelError) {
    guard total <= limit else {
      throw ModelError(
        .tooLarge,
        "The model has \(total) \(things), more than \(limit); raise ModelLimits to load it.")
    }
  }

  private func indices(
    _ indices: [Int], _ role: String, _ subgraph: Int, _ tensorCount: Int
  ) throws(ModelError) -> [Int] {
    for (position, tensor) in indices.enumerated()
    where tensor < 0 || tensor >= tensorCount {
      throw .invalid(
        "Subgraph \(subgraph) names tensor \(tensor) as \(role) \(position), but has "
          + "\(tensorCount) tensors; convert the model again.")
    }
    return indices
  }
}
