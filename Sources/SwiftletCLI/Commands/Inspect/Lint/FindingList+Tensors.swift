internal import SwiftletFormat
internal import SwiftletTensor

/// What tensors and their quantisation say.
extension FindingList {
  mutating func checkTensors(of model: Model, forms: StoredForms) {
    var unsigned = 0
    for (index, graph) in model.subgraphs.enumerated() {
      let used = usedTensors(of: graph)
      let ends = Set(graph.inputs + graph.outputs)
      for tensor in graph.tensors {
        let place = place(ofTensor: tensor, subgraph: index)
        if let quantization = tensor.quantization {
          check(quantization, of: tensor, at: place)
          if tensor.type == .uint8, !quantization.scales.isEmpty { unsigned += 1 }
        } else if ends.contains(tensor.index), [.int8, .uint8, .int16].contains(tensor.type) {
          add(.missingScale, at: place, "is \(tensor.type.name) without a scale")
        }
        if !used.contains(tensor.index) {
          add(.unusedTensor, at: place, "is neither read nor written")
        }
        checkSize(of: tensor, in: model, at: place)
      }
      for input in Set(graph.inputs).sorted() {
        let tensor = graph.tensors[input]
        guard let signature = tensor.shapeSignature, signature.dimensions.contains(-1) else {
          continue
        }
        let open = signature.dimensions.map { $0 < 0 ? "?" : "\($0)" }.joined(separator: "×")
        add(
          .dynamicShape, at: place(ofTensor: tensor, subgraph: index),
          "is an input of the shape \(open), taken as \(tensor.shape)")
      }
    }
    if unsigned > 0 {
      let verb = unsigned == 1 ? "is" : "are"
      add(.deprecatedQuantization, "\(counted(unsigned, "tensor")) \(verb) quantised to uint8")
    }
    add(forms, of: model)
  }

  private mutating func add(_ forms: StoredForms, of model: Model) {
    func name(_ place: StoredForms.Place) -> String {
      SwiftletCLI.place(
        ofTensor: model.subgraphs[place.subgraph].tensors[place.tensor], subgraph: place.subgraph)
    }
    let corrected = forms.correctedAxes.sorted {
      ($0.key.subgraph, $0.key.tensor) < ($1.key.subgraph, $1.key.tensor)
    }
    for (place, axis) in corrected {
      add(
        .channelAxis, at: name(place),
        "has one axis, but its scales are said to change along axis \(axis)")
    }
    for place in forms.boundsWithoutScales {
      add(.boundsWithoutScale, at: name(place), "has observed bounds but no scale")
    }
    if !forms.byteOperatorCodes.isEmpty {
      let count = forms.byteOperatorCodes.count
      add(
        .deprecatedOperatorCode,
        "\(count) of \(counted(model.operatorCodes.count, "operator code")) are stored in the "
          + "deprecated byte alone")
    }
  }

  private mutating func check(
    _ quantization: Quantization, of tensor: Tensor, at place: String
  ) {
    let scales = quantization.scales
    let zeros = scales.count { $0 == 0 }
    if zeros > 0 {
      add(.scaleZero, at: place, "has \(counted(zeros, "scale")) of 0 among \(scales.count)")
    }
    if let wrong = scales.first(where: { !$0.isFinite || $0 < 0 }) {
      add(.scaleInvalid, at: place, "has the scale \(wrong)")
    }
    guard let range = tensor.type.zeroPointRange else { return }
    if let wrong = quantization.zeroPoints.first(where: { !range.contains($0) }) {
      add(
        .zeroPointRange, at: place,
        "has the zero point \(wrong), which \(tensor.type.name) cannot represent")
    }
  }

  private mutating func checkSize(of tensor: Tensor, in model: Model, at place: String) {
    let stored = tensor.sparsity.map(\.storedValueCount) ?? tensor.shape.elementCount
    guard tensor.isConstant, let needed = tensor.type.byteCount(elements: stored) else { return }
    let count = model.buffers[tensor.buffer].count
    if count > needed {
      add(.oversizedConstant, at: place, "has \(count) bytes but needs \(needed)")
    }
  }

  /// Tensors that anything refers to, blocks' scales included.
  private func usedTensors(of graph: Subgraph) -> Set<Int> {
    var used = Set(graph.inputs + graph.outputs)
    for node in graph.operators { used.formUnion(node.inputs + node.outputs + node.intermediates) }
    for tensor in graph.tensors {
      switch tensor.quantization?.details {
      case .blockwise(let scales, let zeroPoints, _),
        .multiAxis(let scales, let zeroPoints, _, _):
        used.formUnion([scales, zeroPoints])
      case .custom, .some(.none), nil: break
      }
    }
    return used
  }
}

/// A number and its noun, as in `1 scale` and `2 scales`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
