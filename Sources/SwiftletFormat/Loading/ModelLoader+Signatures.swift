import SwiftletFlatBuffers
import SwiftletTensor

extension ModelLoader {
  func loadSignatures(_ subgraphs: [Subgraph]) throws(ModelError) -> [Signature] {
    guard let tables = try root.tables(7, "signature_defs", name: "SignatureDef") else {
      return []
    }
    var signatures: [Signature] = []
    signatures.reserveCapacity(tables.count)
    for index in 0..<tables.count {
      let table = try tables.table(at: index)
      guard let key = try table.string(2, "signature_key") else {
        let fault = table.missing("signature_key")
        try faults.note(fault)
        continue
      }
      let subgraph = try table.int(4, "subgraph_index", as: .uint32)
      guard subgraph < subgraphs.count else {
        try faults.note(
          .invalid(
            "Signature \"\(key)\" runs subgraph \(subgraph), but the model has "
              + "\(subgraphs.count); convert it again."))
        continue
      }
      let count = subgraphs[subgraph].tensors.count
      signatures.append(
        Signature(
          key: key, subgraph: subgraph,
          inputs: try aliases(table.tables(0, "inputs", name: "TensorMap"), count, key),
          outputs: try aliases(table.tables(1, "outputs", name: "TensorMap"), count, key)))
    }
    return signatures
  }

  private func aliases(
    _ tables: SchemaTables<ModelError>?, _ tensorCount: Int, _ key: String
  ) throws(ModelError) -> [Signature.Alias] {
    guard let tables else { return [] }
    var aliases: [Signature.Alias] = []
    aliases.reserveCapacity(tables.count)
    for index in 0..<tables.count {
      let table = try tables.table(at: index)
      // The reference runtime skips an entry without a name, which nobody could ask for.
      guard let name = try table.string(0, "name") else { continue }
      let tensor = try table.int(1, "tensor_index", as: .uint32)
      guard tensor < tensorCount else {
        try faults.note(
          .invalid(
            "Signature \"\(key)\" gives the name \"\(name)\" to tensor \(tensor), but its "
              + "subgraph has \(tensorCount); convert the model again."))
        continue
      }
      aliases.append(Signature.Alias(name: name, tensor: tensor))
    }
    return aliases
  }
}
