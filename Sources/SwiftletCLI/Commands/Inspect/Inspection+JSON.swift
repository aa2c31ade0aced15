internal import SwiftletFormat
internal import SwiftletRuntime
internal import SwiftletTensor

extension Inspection {
  /// The line for `--json`.
  var json: JSON {
    let budget = OptionsBudget()
    return [
      "model": .string(path),
      "bytes": .integer(model.byteCount),
      "description": .optional(model.description),
      "isa": .optional(plans.isa),
      "totals": totals,
      "subgraphs": .array(
        model.subgraphs.enumerated().map { json(of: $1, index: $0, budget) }),
      "metadata": metadata.map(Self.json(of:)) ?? .null,
      "associatedFiles": .array(files.map(Self.json(of:))),
      "metadataEntries": .array(model.metadataEntries.map(json(of:))),
      "signatures": .array(model.signatures.map(Self.json(of:))),
      "fileMap": file.map.json,
      "findings": .array(findings.map(\.json)),
    ]
  }

  private var totals: JSON {
    let totals = ModelTotals(self)
    return [
      "macs": .integer(totals.multiplyAccumulates.first ?? 0),
      "parameters": .integer(totals.parameters),
      "parameterBytes": .integer(totals.parameterBytes),
    ]
  }

  private func json(of graph: Subgraph, index: Int, _ budget: OptionsBudget) -> JSON {
    [
      "name": .string(graph.name),
      "inputs": .integers(graph.inputs),
      "outputs": .integers(graph.outputs),
      "operators": .array(graph.operators.map { json(of: $0, in: graph, index: index, budget) }),
      "tensors": .array(graph.tensors.map { json(of: $0, in: index) }),
      "arena": plans.reports[index].map(Self.json(of:)) ?? .null,
    ]
  }

  private func json(
    of node: Node, in graph: Subgraph, index: Int, _ budget: OptionsBudget
  ) -> JSON {
    let work = OperatorWork(node, in: graph)
    let fate = plans.fate(of: node, in: index)
    var members: [JSON.Member] = [
      .init(key: "index", value: .integer(node.index)),
      .init(key: "op", value: .string(node.operatorName)),
      .init(key: "version", value: .integer(node.version)),
      .init(key: "inputs", value: .integers(node.inputs)),
      .init(key: "outputs", value: .integers(node.outputs)),
      .init(key: "options", value: options(of: node, budget)),
      .init(key: "kernel", value: fate == .unplanned ? .null : .string(fate.text)),
      .init(
        key: "macs", value: .integer(plans.multiplyAccumulates(of: node, in: index, work))),
      .init(
        key: "parameters",
        value: .integer(work.parameters.reduce(0) { $0 + $1.shape.elementCount })),
    ]
    if !node.intermediates.isEmpty {
      members.append(.init(key: "intermediates", value: .integers(node.intermediates)))
    }
    if node.customOptions.count > 0 {
      members.append(
        .init(
          key: "customOptions",
          value: [
            "offset": .integer(node.customOptions.offset),
            "length": .integer(node.customOptions.count),
          ]))
    }
    return .object(members)
  }

  /// The options by name; those of a custom operator where they are a FlexBuffer.
  private func options(of node: Node, _ budget: OptionsBudget) -> JSON {
    guard let options = node.options else {
      // Other bytes are no fault: what they mean is between the operator and its writer.
      guard budget.bytes > 0, let value = try? model.flexOptions(of: node) else { return .null }
      return budget.spend(JSON(value))
    }
    return .object(describe(options).map { JSON.Member(key: $0.name, value: JSON($0.value)) })
  }

  private static func json(of report: GraphReport) -> JSON {
    [
      "fixed": .bool(report.isFixed),
      "steps": .array(report.steps.map { .string("\($0.place)") }),
      "bytes": .integer(report.memory.plannedBytes),
      "naiveBytes": .integer(report.memory.naiveBytes),
      "lowerBoundBytes": .integer(report.memory.lowerBoundBytes),
      "placements": .array(
        report.placements.map { placement in
          [
            "tensor": placement.tensor.map(JSON.integer) ?? .null,
            "name": .string(placement.name), "offset": .integer(placement.offset),
            "length": .integer(placement.byteCount),
            "firstStep": .integer(placement.lifetime.lowerBound),
            "lastStep": .integer(placement.lifetime.upperBound),
          ]
        }),
    ]
  }

  private func json(of tensor: Tensor, in subgraph: Int) -> JSON {
    var members: [JSON.Member] = [
      .init(key: "index", value: .integer(tensor.index)),
      .init(key: "name", value: .string(tensor.name)),
      .init(key: "type", value: .optional(typeName(tensor, of: subgraph))),
      .init(
        key: "shape",
        value: hasShape(tensor, of: subgraph) ? .integers(tensor.shape.dimensions) : .null),
      .init(
        key: "shapeSignature",
        value: tensor.shapeSignature.map { .integers($0.dimensions) } ?? .null),
      .init(key: "quantization", value: tensor.quantization.map(Self.json(of:)) ?? .null),
      .init(key: "hasRank", value: .bool(tensor.hasRank)),
      .init(key: "buffer", value: .integer(tensor.buffer)),
      .init(key: "isConstant", value: .bool(tensor.isConstant)),
      .init(key: "isVariable", value: .bool(tensor.isVariable)),
    ]
    if let statistics = ConstantStatistics(tensor, of: model) {
      members.append(.init(key: "statistics", value: statistics.json))
    }
    if let sparsity = tensor.sparsity {
      members.append(.init(key: "sparsity", value: Self.json(of: sparsity)))
    }
    if tensor.externalBuffer != 0 {
      members.append(.init(key: "externalBuffer", value: .integer(tensor.externalBuffer)))
    }
    return .object(members)
  }

  private static func json(of quantization: Quantization) -> JSON {
    [
      "scales": .array(quantization.scales.map(JSON.float)),
      "zeroPoints": .integers(quantization.zeroPoints),
      "axis": .integer(quantization.axis),
      "minimum": .array(quantization.minimum.map(JSON.float)),
      "maximum": .array(quantization.maximum.map(JSON.float)),
      "details": json(of: quantization.details),
    ]
  }

  private static func json(of details: Quantization.Details) -> JSON {
    switch details {
    case .none: .null
    case .custom(let bytes): ["kind": "custom", "length": .integer(bytes.count)]
    case .blockwise(let scales, let zeroPoints, let blockSize):
      [
        "kind": "blockwise", "scales": .integer(scales), "zeroPoints": .integer(zeroPoints),
        "blockSize": .integer(blockSize),
      ]
    case .multiAxis(let scales, let zeroPoints, let blockSize, let axes):
      [
        "kind": "multiAxis", "scales": .integer(scales), "zeroPoints": .integer(zeroPoints),
        "blockSize": .integer(blockSize), "axes": .integers(axes),
      ]
    }
  }

  private static func json(of sparsity: Sparsity) -> JSON {
    [
      "traversalOrder": .integers(sparsity.traversalOrder),
      "blockMap": .integers(sparsity.blockMap),
      "levels": .array(
        sparsity.levels.map { level in
          switch level {
          case .dense(let size): ["format": "dense", "size": .integer(size)]
          case .compressed(let segments, let indices):
            [
              "format": "compressed", "segments": .integer(segments.count),
              "indices": .integer(indices.count),
            ]
          }
        }),
    ]
  }

  private static func json(of signature: Signature) -> JSON {
    func aliases(_ list: [Signature.Alias]) -> JSON {
      .array(list.map { ["name": .string($0.name), "tensor": .integer($0.tensor)] })
    }
    return [
      "key": .string(signature.key), "subgraph": .integer(signature.subgraph),
      "inputs": aliases(signature.inputs), "outputs": aliases(signature.outputs),
    ]
  }

  private func json(of entry: MetadataEntry) -> JSON {
    let isThere = model.buffers.indices.contains(entry.buffer)
    let location = isThere ? model.buffers[entry.buffer] : .empty
    return [
      "name": .string(entry.name), "buffer": .integer(entry.buffer),
      "offset": .integer(location.offset), "length": .integer(location.count),
    ]
  }
}

/// How much may be told of the options of custom operators: many nodes can share one block.
private final class OptionsBudget {
  private(set) var bytes = 64 << 20

  /// The value if there is room for it, else null.
  func spend(_ value: JSON) -> JSON {
    bytes -= Self.bytes(of: value)
    return bytes >= 0 ? value : .null
  }

  private static func bytes(of value: JSON) -> Int {
    let own = 16
    return switch value {
    case .string(let text): own + text.utf8.count
    case .array(let values): values.reduce(own) { $0 + bytes(of: $1) }
    case .object(let members):
      members.reduce(own) { $0 + $1.key.utf8.count + bytes(of: $1.value) }
    case .null, .bool, .integer, .unsigned, .float, .double: own
    }
  }
}
