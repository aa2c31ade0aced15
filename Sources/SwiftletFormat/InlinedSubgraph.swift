internal import SwiftletTensor

/// A subgraph in which composites are replaced by the operators of their decompositions.
///
/// Its tensors begin with those of the subgraph in the file, so that inputs and outputs stay the same.
package struct InlinedSubgraph: Sendable {
  /// The subgraph; an operator's index is its place in this list.
  package let graph: Subgraph
  /// Where each operator stands in the file.
  package let origins: [Origin]

  /// A place in the file.
  package struct Origin: Sendable, Hashable {
    /// The subgraph's index.
    package let subgraph: Int
    /// The operator's index in the subgraph.
    package let index: Int
  }
}

extension Model {
  /// A subgraph with the operators of its composites, and of theirs, in their place.
  ///
  /// A composite stays where its decomposition has state of its own, passes operands through, or sees
  /// other types, shapes or scales than the composite's operands have; and where the subgraph would
  /// grow by more than `limit` operators and tensors, since composites of composites may be very many.
  ///
  /// - Precondition: `index` is that of one of the subgraphs.
  package func inlinedSubgraph(_ index: Int, limit: Int = 200_000) -> InlinedSubgraph {
    let graph = subgraphs[index]
    var inlining = Inlining(subgraphs: subgraphs, tensors: graph.tensors, budget: limit)
    inlining.append(operatorsOf: index, tensors: Array(graph.tensors.indices))
    return InlinedSubgraph(
      graph: Subgraph(
        name: graph.name, tensors: inlining.tensors, inputs: graph.inputs, outputs: graph.outputs,
        operators: inlining.operators),
      origins: inlining.origins)
  }
}

/// The work of replacing composites, which ends because no subgraph runs itself.
private struct Inlining {
  let subgraphs: [Subgraph]
  var tensors: [Tensor]
  var operators: [Node] = []
  var origins: [InlinedSubgraph.Origin] = []
  /// Operators that go on from run to run with random numbers, and begin anew in each call.
  private static let generators: Set<BuiltinOperator> = [
    .multinomial, .randomStandardNormal, .randomUniform,
  ]
  /// The operators and tensors that may still be added by composites.
  var budget: Int
  /// What was found of decompositions, as very many composites may have the same.
  private var areSelfContained: [Int: Bool] = [:]

  init(subgraphs: [Subgraph], tensors: [Tensor], budget: Int) {
    self.subgraphs = subgraphs
    self.tensors = tensors
    self.budget = budget
  }

  /// Adds the operators of a subgraph; `map` gives the tensor that each of its own has become.
  mutating func append(operatorsOf index: Int, tensors map: [Int]) {
    for node in subgraphs[index].operators {
      let (inputs, outputs) = (moved(node.inputs, map), moved(node.outputs, map))
      if let callee = decomposition(of: node, inputs: inputs, outputs: outputs) {
        append(operatorsOf: callee, tensors: place(callee, inputs: inputs, outputs: outputs))
        continue
      }
      origins.append(InlinedSubgraph.Origin(subgraph: index, index: node.index))
      operators.append(
        Node(
          index: operators.count, operatorCode: node.operatorCode, inputs: inputs, outputs: outputs,
          intermediates: moved(node.intermediates, map),
          mutatingVariableInputs: node.mutatingVariableInputs, options: node.options,
          customOptions: node.customOptions))
    }
  }

  private func moved(_ list: [Int], _ map: [Int]) -> [Int] { list.map { $0 < 0 ? $0 : map[$0] } }

  /// The subgraph whose operators may stand in a node's place, or nil.
  private mutating func decomposition(of node: Node, inputs: [Int], outputs: [Int]) -> Int? {
    guard node.code == .stablehloComposite,
      let options = node.options as? StableHLOCompositeOptions,
      subgraphs.indices.contains(options.decompositionSubgraphIndex)
    else { return nil }
    let graph = subgraphs[options.decompositionSubgraphIndex]
    guard graph.operators.count + graph.tensors.count <= budget,
      graph.inputs.count == inputs.count, graph.outputs.count == outputs.count,
      Set(graph.inputs).count == inputs.count, Set(graph.outputs).count == outputs.count,
      Set(outputs).count == outputs.count, (inputs + outputs).allSatisfy({ $0 >= 0 }),
      isSelfContained(options.decompositionSubgraphIndex),
      zip(graph.inputs + graph.outputs, inputs + outputs).allSatisfy({
        graph.tensors[$0].isInterchangeable(with: tensors[$1])
      })
    else { return nil }
    return options.decompositionSubgraphIndex
  }

  /// Whether a subgraph has no state, and gives what its operators write.
  private mutating func isSelfContained(_ index: Int) -> Bool {
    if let known = areSelfContained[index] { return known }
    let graph = subgraphs[index]
    let written = Set(graph.operators.flatMap(\.outputs))
    let result =
      !graph.tensors.contains(where: \.isVariable)
      && !graph.operators.contains(where: { Self.generators.contains($0.code) })
      && graph.outputs.allSatisfy(written.contains)
      && graph.inputs.allSatisfy { !graph.tensors[$0].isConstant }
    areSelfContained[index] = result
    return result
  }

  /// Adds a subgraph's tensors but for its inputs and outputs, and tells what each has become.
  private mutating func place(_ index: Int, inputs: [Int], outputs: [Int]) -> [Int] {
    let graph = subgraphs[index]
    budget -= graph.operators.count + graph.tensors.count
    var map = [Int](repeating: -1, count: graph.tensors.count)
    for (own, outer) in zip(graph.inputs + graph.outputs, inputs + outputs) { map[own] = outer }
    var next = tensors.count
    for tensor in graph.tensors.indices where map[tensor] < 0 {
      map[tensor] = next
      next += 1
    }
    for tensor in graph.tensors where map[tensor.index] >= tensors.count {
      tensors.append(tensor.moved(map))
    }
    return map
  }
}

extension Tensor {
  /// Whether an operator would do the same with another tensor.
  ///
  /// LiteRT's delegate decides by the shape that the file states.
  fileprivate func isInterchangeable(with other: Tensor) -> Bool {
    guard type == other.type, shape == other.shape else { return false }
    guard ![.float32, .float16, .float64, .bool, .string].contains(type) else { return true }
    return quantization?.scales == other.quantization?.scales
      && quantization?.zeroPoints == other.quantization?.zeroPoints
      && quantization?.axis == other.quantization?.axis
      && quantization?.details == other.quantization?.details
  }

  /// The same tensor in another list; `map` gives the new index of each old one.
  fileprivate func moved(_ map: [Int]) -> Tensor {
    var quantization = quantization
    switch quantization?.details {
    case .blockwise(let scales, let zeroPoints, let size):
      quantization?.details = .blockwise(
        scales: Self.moved(scales, map), zeroPoints: Self.moved(zeroPoints, map), blockSize: size)
    case .multiAxis(let scales, let zeroPoints, let size, let axes):
      quantization?.details = .multiAxis(
        scales: Self.moved(scales, map), zeroPoints: Self.moved(zeroPoints, map), blockSize: size,
        axes: axes)
    case .custom, .none?, nil: break
    }
    return Tensor(
      index: map[index], name: name, type: type, shape: shape, shapeSignature: shapeSignature,
      hasRank: hasRank, buffer: buffer, isConstant: isConstant, isVariable: isVariable,
      quantization: quantization, sparsity: sparsity, variantTensors: variantTensors,
      externalBuffer: externalBuffer)
  }

  private static func moved(_ tensor: Int, _ map: [Int]) -> Int {
    map.indices.contains(tensor) ? map[tensor] : tensor
  }
}
