internal import SwiftletFormat
internal import SwiftletTensor

extension Inspection {
  /// What people read; `isFull` lists what otherwise is summed up.
  func text(isFull: Bool) -> String {
    var lines = ["\(path): TensorFlow Lite model, schema version 3, \(model.byteCount) bytes"]
    if let description = model.description, !description.isEmpty {
      lines.append("description: \(printable(description))")
    }
    let totals = ModelTotals(self)
    lines.append(
      "\(scaled(totals.parameters)) parameters in \(totals.parameterBytes) bytes, "
        + "\(scaled(totals.multiplyAccumulates.first ?? 0)) multiply-accumulates a run"
        + (model.subgraphs.count > 1 ? " of subgraph 0" : ""))
    for (index, graph) in model.subgraphs.enumerated() {
      lines += [""] + self.lines(of: graph, index: index, isFull: isFull)
    }
    lines += signatureLines + metadataLines(isFull: isFull) + associatedFileLines
    lines += metadataEntryLines + fileMapLines + (isFull ? regionLines : []) + findingLines
    return lines.joined(separator: "\n")
  }

  private func lines(of graph: Subgraph, index: Int, isFull: Bool) -> [String] {
    let name = graph.name.isEmpty ? "" : " \"\(printable(graph.name))\""
    var lines = ["subgraph \(index)\(name)"]
    lines += section("inputs", tensorTable(graph.inputs.map { graph.tensors[$0] }, of: index))
    lines += section("outputs", tensorTable(graph.outputs.map { graph.tensors[$0] }, of: index))
    var operators = TextTable(.right, .left, .left, .right, .right)
    for node in graph.operators {
      let work = OperatorWork(node, in: graph)
      let macs = plans.multiplyAccumulates(of: node, in: index, work)
      let parameters = work.parameters.reduce(0) { $0 + $1.shape.elementCount }
      operators.append(
        "\(node.index)", "\(node.operatorName) v\(node.version)",
        "\(indices(node.inputs)) → \(indices(node.outputs))",
        macs > 0 ? "\(scaled(macs)) MAC" : "", parameters > 0 ? "\(scaled(parameters)) par." : "",
        plans.fate(of: node, in: index).text, optionText(node))
    }
    lines += section("operators (\(graph.operators.count))", operators)
    lines += section("tensors (\(graph.tensors.count))", tensorTable(graph.tensors, of: index))
    if let report = plans.reports[index] { lines += arenaLines(report, isFull: isFull) }
    if isFull { lines += constantLines(of: graph) }
    return lines
  }

  func section(_ title: String, _ table: TextTable) -> [String] {
    ["  \(title)"] + table.lines(indentation: 4)
  }

  func indices(_ list: [Int]) -> String {
    list.map { $0 < 0 ? "–" : "\($0)" }.joined(separator: " ")
  }

  private func optionText(_ node: Node) -> String {
    var parts = node.options.map(describe)?.map { "\($0.name)=\(text(of: $0.value))" } ?? []
    if node.customOptions.count > 0 { parts.append("\(node.customOptions.count) bytes of options") }
    return parts.joined(separator: " ")
  }

  private func text(of value: OptionValue) -> String {
    switch value {
    case .string(let text): text
    case .list(let values): "[" + values.map(text(of:)).joined(separator: ",") + "]"
    default: JSON(value).description
    }
  }

  private func tensorTable(_ tensors: [Tensor], of subgraph: Int) -> TextTable {
    var table = TextTable(.right)
    for tensor in tensors {
      let kind =
        tensor.isConstant ? "constant" : (tensor.isVariable ? "variable" : "")
      table.append(
        "\(tensor.index)", tensor.name, typeName(tensor, of: subgraph) ?? "unknown type",
        hasShape(tensor, of: subgraph) ? shapeText(tensor) : "unknown shape", kind,
        quantizationText(tensor))
    }
    return table
  }

  /// The element type's name, or nil where the file's is unknown.
  func typeName(_ tensor: Tensor, of subgraph: Int) -> String? {
    let place = StoredForms.Place(subgraph: subgraph, tensor: tensor.index)
    return reading.typeless.contains(place) ? nil : tensor.type.name
  }

  /// Whether the file's shape is possible.
  func hasShape(_ tensor: Tensor, of subgraph: Int) -> Bool {
    let place = StoredForms.Place(subgraph: subgraph, tensor: tensor.index)
    return !reading.shapeless.contains(place)
  }

  private func quantizationText(_ tensor: Tensor) -> String {
    var parts: [String] = []
    if let quantization = tensor.quantization {
      let scales = quantization.scales
      if scales.count == 1, let zeroPoint = quantization.zeroPoints.first {
        parts.append("scale \(scales[0]) zero point \(zeroPoint)")
      } else if let least = scales.min(), let most = scales.max() {
        let zeroPoints = Set(quantization.zeroPoints)
        let zeros = zeroPoints.count == 1 ? "zero point \(zeroPoints.first ?? 0)" : "zero points"
        parts.append(
          "\(scales.count) scales \(least)…\(most) along axis \(quantization.axis) \(zeros)")
      }
      switch quantization.details {
      case .none: break
      case .custom(let bytes): parts.append("custom quantisation of \(bytes.count) bytes")
      case .blockwise(let scales, _, let size):
        parts.append("blocks of \(size), scales in tensor \(scales)")
      case .multiAxis(let scales, _, let size, let axes):
        parts.append("blocks of \(size) along axes \(indices(axes)), scales in tensor \(scales)")
      }
    }
    if let sparsity = tensor.sparsity { parts.append("sparse, \(sparsity.levels.count) levels") }
    return parts.joined(separator: ", ")
  }

  private var signatureLines: [String] {
    guard !model.signatures.isEmpty else { return [] }
    var lines = ["", "signatures"]
    for signature in model.signatures {
      func names(_ list: [Signature.Alias]) -> String {
        list.map { "\($0.name) (\($0.tensor))" }.joined(separator: ", ")
      }
      let mapping = "\(names(signature.inputs)) → \(names(signature.outputs))"
      lines.append(printable("  \(signature.key): subgraph \(signature.subgraph), \(mapping)"))
    }
    return lines
  }

  private var metadataEntryLines: [String] {
    guard !model.metadataEntries.isEmpty else { return [] }
    var table = TextTable(.left, .right)
    for entry in model.metadataEntries {
      let count =
        model.buffers.indices.contains(entry.buffer) ? model.buffers[entry.buffer].count : 0
      table.append(entry.name, "\(count) bytes")
    }
    return ["", "metadata entries"] + table.lines()
  }

  private var findingLines: [String] {
    let verdict =
      reading.isSound && plans.failures.isEmpty ? ["", "this version can run the model"] : []
    guard !findings.isEmpty else { return verdict }
    return verdict + ["", "findings"] + findings.map { "  \(printable($0.text))" }
  }
}
