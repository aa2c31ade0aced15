import SwiftletTensor

/// Checks that values flow through a subgraph in order: each operator reads constants, inputs,
/// variables and results of earlier operators, and writes tensors that nothing else writes.
struct GraphCheck {
  private let graph: Subgraph
  private let index: Int
  private let faults: ModelFaults
  /// For each tensor the first operator that writes it.
  private let writer: [Int?]

  init(_ graph: Subgraph, index: Int, _ faults: ModelFaults) {
    self.graph = graph
    self.index = index
    self.faults = faults
    var writer = [Int?](repeating: nil, count: graph.tensors.count)
    for node in graph.operators {
      for output in node.outputs where output >= 0 && writer[output] == nil {
        writer[output] = node.index
      }
    }
    self.writer = writer
  }

  /// The subgraph, in which tensors without elements that nothing writes count as constants, as
  /// converters write an empty buffer for an empty list of axes.
  func checked() throws(ModelError) -> Subgraph {
    let inputs = Set(graph.inputs)
    let tensors = graph.tensors.map { tensor in
      let isEmpty =
        tensor.buffer > 0 && tensor.shape.dimensions.contains(0) && !tensor.isVariable
        && writer[tensor.index] == nil && !inputs.contains(tensor.index)
      return isEmpty ? tensor.asConstant() : tensor
    }
    var isWritten = [Bool](repeating: false, count: tensors.count)
    // Operands may be very many, so that each is looked at once: for each tensor the last operator
    // that has it as output.
    var lastWriter = [Int](repeating: -1, count: tensors.count)
    var isKnown = tensors.map { $0.isConstant || $0.isVariable || inputs.contains($0.index) }
    var isChecked = [Bool](repeating: false, count: tensors.count)
    func checkUse(_ tensor: Int) throws(ModelError) {
      guard !isChecked[tensor] else { return }
      isChecked[tensor] = true
      do throws(ModelError) {
        try ModelLoader.checkUse(tensors[tensor], subgraph: index)
      } catch { try faults.note(error) }
    }
    for node in graph.operators {
      for output in node.outputs where output >= 0 { lastWriter[output] = node.index }
      for (position, input) in node.inputs.enumerated() where input >= 0 {
        if lastWriter[input] == node.index {
          try faults.note(
            .invalid(
              "\(name(node)) has \(lowercase(tensors[input])) both as input and as output; convert "
                + "the model again."))
        } else if !isKnown[input], !mayLackData(node, position, tensors[input]) {
          try faults.note(undefined(tensors[input], node, position))
        }
        try checkUse(input)
      }
      for output in node.outputs where output >= 0 {
        try checkWritable(tensors[output], by: node, isInput: inputs.contains(output))
        if isWritten[output] {
          try faults.note(
            .invalid(
              "\(name(node)) writes \(lowercase(tensors[output])), which is already written; "
                + "convert the model again."))
        }
        isWritten[output] = true
        isKnown[output] = true
        try checkUse(output)
      }
    }
    for input in graph.inputs { try checkUse(input) }
    for (position, output) in graph.outputs.enumerated() {
      if !isKnown[output] {
        try faults.note(
          .invalid(
            "Subgraph \(index) has \(lowercase(tensors[output])) as output \(position), but nothing "
              + "writes it; convert the model again."))
      }
      try checkUse(output)
    }
    return Subgraph(
      name: graph.name, tensors: tensors, inputs: graph.inputs, outputs: graph.outputs,
      operators: graph.operators)
  }

  /// RESHAPE takes its shape from its options where the operand is no list.
  private func mayLackData(_ node: Node, _ position: Int, _ tensor: Tensor) -> Bool {
    node.code == .reshape && position == 1 && tensor.shape.rank != 1
      && writer[tensor.index] == nil
  }

  private func undefined(_ tensor: Tensor, _ node: Node, _ position: Int) -> ModelError {
    let what = "\(name(node)) reads \(lowercase(tensor)) as input \(position), "
    if let later = writer[tensor.index] {
      return .invalid(
        what + "which operator \(later) writes only later; convert the model again so that "
          + "operators are in order.")
    }
    if tensor.externalBuffer != 0 {
      return .invalid(
        what + "whose data lie in another file (external buffer \(tensor.externalBuffer)); "
          + "convert the model into a single file.")
    }
    return .invalid(
      what + "which has no data and which nothing writes; convert the model again.")
  }

  private func checkWritable(
    _ tensor: Tensor, by node: Node, isInput: Bool
  ) throws(ModelError) {
    var role: String?
    if tensor.isVariable { role = "a variable" }
    if isInput { role = "an input" }
    if tensor.isConstant { role = "a constant" }
    if let role {
      try faults.note(
        .invalid(
          "\(name(node)) writes \(lowercase(tensor)), which is \(role); convert the model again."))
    }
  }

  private func name(_ node: Node) -> NodeName {
    NodeName(subgraph: index, index: node.index, code: node.operatorCode)
  }

  private func lowercase(_ tensor: Tensor) -> String {
    tensor.name.isEmpty ? "tensor \(tensor.index)" : "tensor \(tensor.index) \"\(tensor.name)\""
  }
}

extension Tensor {
  /// The same tensor, marked as a constant.
  fileprivate func asConstant() -> Tensor {
    Tensor(
      index: index, name: name, type: type, shape: shape, shapeSignature: shapeSignature,
      hasRank: hasRank, buffer: buffer, isConstant: true, isVariable: isVariable,
      quantization: quantization, sparsity: sparsity, variantTensors: variantTensors,
      externalBuffer: externalBuffer)
  }
}
