internal import SwiftletFormat
internal import SwiftletOperators
internal import SwiftletTensor

/// Plans one subgraph: reads its nodes, infers shapes, folds constants, lowers and places memory.
struct GraphPlanner {
  let model: Model
  let subgraph: Int
  let context: LoweringContext
  let limits: PlanLimits

  private var graph: Subgraph { model.subgraphs[subgraph] }

  /// Plans for the given shapes of inputs; inputs without one keep that of the file.
  ///
  /// Nodes that cannot be run are collected, and the rest is planned with the shapes of the file,
  /// so that the error names all of them.
  func plan(inputShapes: [Int: Shape]) throws(PlanError) -> GraphPlan {
    var tensors = try GraphTensors(graph, of: model, inputShapes: inputShapes, limits: limits)
    var steps: [(node: Node, step: Step)] = []
    var unsupported: [UnsupportedNode] = []
    for node in graph.operators {
      do throws(OperatorError) {
        if let step = try plan(node, &tensors) { steps.append((node, step)) }
      } catch {
        switch error {
        case .unsupported(let reason):
          unsupported.append(
            UnsupportedNode(place: place(of: node), version: node.version, reason: reason))
        case .invalid(let reason):
          // After an unsupported node shapes are guesses, and so are contradictions.
          guard unsupported.isEmpty else { continue }
          throw .invalidNode(place: place(of: node), reason: reason)
        }
      }
    }
    guard unsupported.isEmpty else { throw .unsupported(unsupported) }
    return try arrange(steps, tensors.infos)
  }

  /// Lowers one node; nil where its results were computed instead.
  private func plan(_ node: Node, _ tensors: inout GraphTensors) throws(OperatorError) -> Step? {
    let type = try Support.operatorType(for: node, in: graph)
    let declared = tensors.operands(of: node)
    let value = try type.init(
      reading: NodeReader(node: node, inputs: declared.inputs, outputs: declared.outputs))
    guard let shapes = try value.outputShapes(for: declared) else {
      throw .unsupported("gives a shape that is known only while running")
    }
    try tensors.setOutputShapes(shapes, of: node)
    let operands = tensors.operands(of: node)
    let step = try value.lower(operands, in: context)
    guard type.isPure, ConstantFolding.applies(to: operands, step),
      tensors.canFold(byteCount: operands.outputs.reduce(0) { $0 + $1.byteCount })
    else { return step }
    tensors.fold(try ConstantFolding.run(step, on: operands), of: node)
    return nil
  }

  private func arrange(
    _ steps: [(node: Node, step: Step)], _ tensors: [TensorInfo]
  ) throws(PlanError) -> GraphPlan {
    for (node, step) in steps {
      let largest = max(step.temporaries.max() ?? 0, step.scratchBytes)
      guard largest <= limits.arenaBytes else {
        throw .tooLarge(
          "\(place(of: node)) needs a buffer of \(largest) bytes, more than the arena limit of "
            + "\(limits.arenaBytes); raise the limit or use smaller inputs.")
      }
    }
    let storage = StoragePlanner(
      tensors: tensors, inputs: graph.inputs, outputs: graph.outputs,
      steps: steps.map { ($0.step, $0.node.inputs, $0.node.outputs) })
    let placed = storage.place(temporaries: steps.map(\.step.temporaries))
    guard placed.memory.plannedBytes <= limits.arenaBytes else {
      throw .tooLarge(
        "The model needs an arena of \(placed.memory.plannedBytes) bytes, more than the limit of "
          + "\(limits.arenaBytes); raise the limit or use smaller inputs.")
    }
    let locations = tensors.indices.map { tensor -> GraphPlan.Location in
      if let offset = placed.tensors[tensor] { return .arena(offset) }
      return tensors[tensor].constant.map { .constant($0) } ?? .none
    }
    return GraphPlan(
      tensors: tensors, inputs: graph.inputs, outputs: graph.outputs,
      steps: steps.indices.map { index in
        let (node, step) = steps[index]
        return GraphPlan.PlacedStep(
          step: step, place: place(of: node), inputs: node.inputs, outputs: node.outputs,
          temporaries: placed.temporaries[index], isElided: storage.elided.contains(index))
      },
      locations: locations, variables: tensors.indices.filter { tensors[$0].isVariable },
      memory: placed.memory)
  }

  private func place(of node: Node) -> NodePlace {
    NodePlace(
      subgraph: subgraph, index: node.index,
      operatorName: node.customName.isEmpty ? node.code.schemaName : node.customName)
  }
}
