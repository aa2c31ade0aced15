package import SwiftletTensor

/// A node that an application's operator runs.
package struct RegisteredOperator: InterpretedNode {
  private let custom: any CustomOperator
  /// The node with the shapes of the file.
  private let node: CustomOperatorNode

  /// Reads the node's options.
  package init(_ custom: any CustomOperator, reading reader: NodeReader) {
    self.custom = custom
    node = CustomOperatorNode(reading: reader)
  }

  /// Whether an operand has no fixed size, so that the node can only be run on values.
  package var hasStrings: Bool {
    node.inputs.contains { $0?.type.bitWidth == nil && $0 != nil }
      || node.outputs.contains { $0.type.bitWidth == nil }
  }

  /// The shapes of the results, or nil where only a run tells them.
  package func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard let shapes = try prepare(present(operands)) else { return nil }
    guard shapes.count == node.outputs.count else {
      throw .unsupported(
        "is given \(shapes.count) shapes for \(node.outputs.count) results by the registered "
          + "operator")
    }
    return shapes
  }

  private func prepare(_ node: CustomOperatorNode) throws(OperatorError) -> [Shape]? {
    do {
      return try custom.prepare(node)
    } catch {
      throw .unsupported("is refused by the registered operator: \(error)")
    }
  }

  private func present(_ operands: Operands) -> CustomOperatorNode {
    var node = node
    node.inputs = operands.inputs.map { $0.map { CustomOperatorTensor($0) } }
    node.outputs = operands.outputs.map { CustomOperatorTensor($0) }
    return node
  }

  /// A step for exactly these shapes, which allocates nothing but what the operator does.
  package func step(
    _ operands: Operands, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let (custom, node) = (custom, present(operands))
    // Constants in a file may lie anywhere, but spans of elements have to be aligned.
    let constants = try operands.inputs.map { info throws(OperatorError) in
      try info?.constant.map(context.sharedCopy)
    }
    let phase = Phase(units: 1, nanoseconds: 0) { buffers, _ in
      let inputs = unsafe CustomOperatorInputs(
        node.inputs, .arena(copy buffers, constants: constants))
      var outputs = unsafe CustomOperatorOutputs(
        node.outputs, .arena(copy buffers), byteLimit: 0)
      do {
        try custom.run(node, inputs: inputs, outputs: &outputs)
      } catch {
        buffers.fail("it failed: \(error)")
      }
    }
    return Step(kernel: "registered \(node.name)", phases: [phase], canFault: true)
  }

  package func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    var node = node
    for (index, value) in inputs.enumerated() {
      if let value { node.inputs[index]?.shape = value.shape }
    }
    let limit = host.resultByteLimit
    var values = [TensorValue?](repeating: nil, count: node.outputs.count)
    if let shapes = try prepare(node) {
      guard shapes.count == values.count else {
        throw .invalid("is given \(shapes.count) shapes for \(values.count) results")
      }
      for (index, shape) in shapes.enumerated() {
        node.outputs[index].shape = shape
        guard node.outputs[index].type != .string else { continue }
        guard let count = shape.checkedElementCount,
          let bytes = node.outputs[index].type.byteCount(elements: count), bytes <= limit
        else { throw .invalid("gives a result of shape \(shape), which exceeds the limits") }
        values[index] = try TensorValue(zeros: node.outputs[index].type, shape: shape)
      }
    }
    let operands = unsafe CustomOperatorInputs(node.inputs, .values(inputs))
    var outputs = unsafe CustomOperatorOutputs(node.outputs, .values(values), byteLimit: limit)
    do {
      try custom.run(node, inputs: operands, outputs: &outputs)
    } catch {
      throw .invalid("failed: \(error)")
    }
    var results: [TensorValue] = []
    for (index, value) in outputs.values.enumerated() {
      guard let value else { throw .invalid("gave no result \(index)") }
      results.append(value)
    }
    return results
  }
}
