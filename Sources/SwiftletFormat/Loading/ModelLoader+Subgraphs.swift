import SwiftletFlatBuffers
import SwiftletTensor

extension ModelLoader {
  func loadSubgraphs(
    buffers: [BufferLocation], codes: [OperatorCode]
  ) throws(ModelError) -> [Subgraph] {
    guard let tables = try root.tables(2, "subgraphs", name: "SubGraph"), tables.count > 0 else {
      try faults.note(
        .invalid("The model has no subgraphs, so that there is nothing to run."))
      return []
    }
    try count(tables.count, of: "subgraphs", limits.subgraphs)
    let hasBuffers = faults.count == 0
    var subgraphs: [Subgraph] = []
    subgraphs.reserveCapacity(tables.count)
    var tensorCount = 0
    var operatorCount = 0
    for index in 0..<tables.count {
      let table = try tables.table(at: index)
      let before = faults.count
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
      // What is left out would look like a gap in the flow of values, which nobody needs to hear of.
      let isWhole = hasBuffers && faults.count == before
      subgraphs.append(
        isWhole ? try GraphCheck(unchecked, index: index, faults).checked() : unchecked)
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
    var sound: [Int] = []
    sound.reserveCapacity(indices.count)
    for (position, tensor) in indices.enumerated() {
      guard tensor >= 0, tensor < tensorCount else {
        try faults.note(
          .invalid(
            "Subgraph \(subgraph) names tensor \(tensor) as \(role) \(position), but has "
              + "\(tensorCount) tensors; convert the model again."))
        continue
      }
      sound.append(tensor)
    }
    return sound
  }
}
