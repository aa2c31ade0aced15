internal import SwiftletFormat

extension FileMap {
  /// The regions of a model file: its FlatBuffer with buffers and custom options told apart, and
  /// what follows it.
  init(of model: Model) {
    var known = [Region(offset: 0, length: 8, kind: "header", label: nil)]
    var names: [Int: String] = [:]
    for entry in model.metadataEntries { names[entry.buffer] = entry.name }
    for (index, location) in model.buffers.enumerated() {
      known.append(
        Region(
          offset: location.offset, length: location.count,
          kind: names[index] == nil ? "buffer" : "metadata",
          label: names[index] ?? "buffer \(index)"))
    }
    for (index, graph) in model.subgraphs.enumerated() {
      for node in graph.operators {
        known.append(
          Region(
            offset: node.customOptions.offset, length: node.customOptions.count,
            kind: "customOptions", label: "operator \(node.index) of subgraph \(index)"))
      }
    }
    self.init(byteCount: model.byteCount, known: known) { _ in "flatbuffer" }
  }
}
