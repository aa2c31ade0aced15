internal import SwiftletFormat
internal import SwiftletOperators
internal import SwiftletTensor

/// Plans one subgraph: reads its nodes, infers shapes, folds constants, lowers and places memory.
struct GraphPlanner {
  let model: Model
  let inlined: InlinedSubgraph
  let subgraph: Int
  let context: LoweringContext
  let options: PlanOptions
  /// What counts the constants that are computed while planning.
  let folding: MemoryBudget
  /// What counts the time for it.
  let foldingTime: FoldingTime

  private var graph: Subgraph { inlined.graph }
  private var limits: PlanLimits { options.limits }

  /// What is known after the nodes before the present one.
  struct Progress {
    var tensors: GraphTensors
    /// Tensors whose shape only a run tells.
    var unknown: Set<Int> = []
    var nodes: [PlannedNode] = []
    var deferred = DeferredLowering()
    var isFlexible = false
    /// What LiteRT's delegate makes tables of.
    var tables: TableChains
  }

  /// A node that is left to the runs.
  struct PlannedNode {
    let node: Node
    let body: FlexiblePlan.Body
    /// Nil where shapes are not known, or the node is interpreted.
    var step: Step?
    /// Whether LiteRT evaluates it while it makes a table.
    var isInTable = false
    /// The tensor that it reads in place of its input 0.
    var source: Int?
    /// The position of the node that does its work.
    var host: Int?

    /// The tensors that it reads.
    var inputs: [Int] { source.map { [$0] + node.inputs.dropFirst() } ?? node.inputs }
  }

  /// The shapes of a graph's inputs, by their positions; inputs without one keep that of the file.
  enum Inputs {
    /// Of the graph that is run: LiteRT's delegate takes them for those of the file.
    case stated([Int: Shape])
    /// Of a called graph, by the operands of a call.
    case called([Int: Shape])
    /// Known only to the calls.
    case open
  }

  /// Plans for the given shapes of inputs.
  ///
  /// Nodes that cannot be run are collected, and the rest is planned with the shapes of the file,
  /// so that the error names all of them.
  func plan(_ inputs: Inputs) throws(PlanError) -> GraphProgram {
    var invalid: PlanError?
    var progress = Progress(
      tensors: try GraphTensors(graph, of: model, limits: limits, folding: folding),
      tables: TableChains(graph))
    do throws(PlanError) {
      switch inputs {
      case .stated(let shapes): try progress.tensors.setInputShapes(shapes, areStated: true)
      case .called(let shapes): try progress.tensors.setInputShapes(shapes, areStated: false)
      case .open:
        progress.isFlexible = true
        progress.unknown.formUnion(graph.inputs)
      }
    } catch {
      invalid = error
    }
    var failures: [(node: Node, error: OperatorError)] = []
    for node in graph.operators {
      do throws(OperatorError) {
        if let planned = try plan(node, &progress) { progress.nodes.append(planned) }
      } catch {
        failures.append((node, error))
      }
    }
    if !progress.isFlexible, !options.keepsTensors { foldIntoConvolutions(&progress) }
    for (position, outcome) in progress.deferred.lower(in: context) {
      switch outcome {
      case .waiting: preconditionFailure("all nodes were lowered or failed")
      case .lowered(let step): progress.nodes[position].step = step
      case .failed(let error): failures.append((progress.nodes[position].node, error))
      }
    }
    for planned in progress.nodes {
      guard let host = planned.host else { continue }
      progress.nodes[host].step?.kernel += ", with operator \(place(of: planned.node).index)"
    }
    try report(failures, or: invalid)
    return progress.isFlexible
      ? .flexible(try flexiblePlan(progress)) : .fixed(try fixedPlan(progress))
  }

  /// Throws all unsupported nodes together, else `earlier`, else what is invalid first.
  private func report(
    _ failures: [(node: Node, error: OperatorError)], or earlier: PlanError?
  ) throws(PlanError) {
    var unsupported: [UnsupportedNode] = []
    var seen: Set<UnsupportedNode> = []
    var invalid = earlier
    for (node, error) in failures.sorted(by: { $0.node.index < $1.node.index }) {
      switch error {
      case .unsupported:
        let unknown = UnsupportedNode(
          place: place(of: node), version: node.version,
          inputTypes: node.inputs.map { $0 < 0 ? nil : graph.tensors[$0].type },
          outputTypes: node.outputs.map { $0 < 0 ? nil : graph.tensors[$0].type },
          reason: error.words,
          remedy: Support.remedy(for: node, registered: options.customOperators))
        if seen.insert(unknown).inserted { unsupported.append(unknown) }
      case .invalid:
        // After an unsupported node shapes are guesses, and so are contradictions.
        invalid = invalid ?? .invalidNode(place: place(of: node), reason: error.words)
      }
    }
    guard unsupported.isEmpty else { throw .unsupported(unsupported) }
    if let invalid { throw invalid }
  }

  /// Plans one node; nil where its results were computed instead.
  private func plan(_ node: Node, _ progress: inout Progress) throws(OperatorError) -> PlannedNode?
  {
    let operands = progress.tensors.operands(of: node)
    let reader = NodeReader(
      node: node, inputs: operands.inputs, outputs: operands.outputs,
      intermediates: progress.tensors.intermediates(of: node), model: model)
    switch try Support.body(for: node, in: graph, registered: options.customOperators) {
    case .registered(let custom):
      return try plan(RegisteredOperator(custom, reading: reader), node, &progress)
    case .interpreted(let type):
      let value = try type.init(reading: reader)
      progress.isFlexible = true
      progress.unknown.formUnion(node.outputs)
      return PlannedNode(node: node, body: .interpreted(value), step: nil)
    case .lowered(let type):
      // A step writes all results, so that each needs memory.
      if let position = node.outputs.firstIndex(where: { $0 < 0 }) {
        throw .invalid("leaves out its result \(position)")
      }
      let value = try type.init(reading: reader)
      let isInTable =
        progress.tables.matter
        && progress.tables.add(node, of: value.elementwiseNodes(operands), operands)
      guard !node.inputs.contains(where: progress.unknown.contains),
        let shapes = try value.outputShapes(for: operands)
      else {
        progress.isFlexible = true
        progress.unknown.formUnion(node.outputs)
        return PlannedNode(node: node, body: .lowered(value), step: nil, isInTable: isInTable)
      }
      try progress.tensors.checkInputs(of: node)
      try progress.tensors.setOutputShapes(shapes, of: node)
      var shaped = progress.tensors.operands(of: node)
      shaped.isInTable = isInTable
      guard ConstantFolding.mayApply(to: shaped, of: type) else {
        progress.deferred.append(
          DeferredLowering.Waiting(
            position: progress.nodes.count, value: value, operands: shaped))
        return PlannedNode(node: node, body: .lowered(value), step: nil, isInTable: isInTable)
      }
      let step = try context.step(of: value, shaped)
      let nanoseconds = ConstantFolding.nanoseconds(step)
      if ConstantFolding.applies(to: shaped, step, of: type), foldingTime.allows(nanoseconds),
        progress.tensors.canFold(byteCount: shaped.outputs.reduce(0) { $0 + $1.byteCount })
      {
        foldingTime.spend(nanoseconds)
        progress.tensors.fold(try ConstantFolding.run(step, on: shaped), of: node)
        return nil
      }
      return PlannedNode(node: node, body: .lowered(value), step: step, isInTable: isInTable)
    }
  }

  /// Plans a node of an application's operator, which is called only when the model runs.
  private func plan(
    _ value: RegisteredOperator, _ node: Node, _ progress: inout Progress
  ) throws(OperatorError) -> PlannedNode {
    let operands = progress.tensors.operands(of: node)
    guard !value.hasStrings, !node.inputs.contains(where: progress.unknown.contains),
      let shapes = try value.outputShapes(for: operands)
    else {
      progress.isFlexible = true
      progress.unknown.formUnion(node.outputs)
      return PlannedNode(node: node, body: .interpreted(value), step: nil)
    }
    try progress.tensors.setOutputShapes(shapes, of: node)
    let step = try value.step(progress.tensors.operands(of: node), in: context)
    return PlannedNode(node: node, body: .interpreted(value), step: step)
  }

  private func fixedPlan(_ progress: Progress) throws(PlanError) -> GraphPlan {
    let tensors = progress.tensors.infos
    let steps = progress.nodes.compactMap { planned in
      planned.step.map { (node: planned.node, inputs: planned.inputs, step: $0) }
    }
    for (node, _, step) in steps {
      // Each thread has scratch of its own.
      let (scratch, isHuge) = step.scratchBytes.multipliedReportingOverflow(by: options.threads)
      let largest = max(step.temporaries.max() ?? 0, isHuge ? Int.max : scratch)
      guard largest <= limits.arenaBytes else {
        throw .tooLarge(
          "\(place(of: node)) needs a buffer of \(largest) bytes, more than the arena limit of "
            + "\(limits.arenaBytes); raise the limit or use smaller inputs.")
      }
    }
    let storage = StoragePlanner(
      tensors: tensors, inputs: graph.inputs, outputs: graph.outputs,
      steps: steps.map { ($0.step, $0.inputs, $0.node.outputs) })
    let placed = storage.place(temporaries: steps.map(\.step.temporaries))
    guard placed.memory.plannedBytes <= limits.arenaBytes else {
      throw .tooLarge(
        "The model needs an arena of \(placed.memory.plannedBytes) bytes, more than the limit of "
          + "\(limits.arenaBytes); raise the limit or use smaller inputs.")
    }
    guard SystemMemory.allows(placed.arenaBytes) else {
      throw .tooLarge(
        "The model needs an arena of \(placed.arenaBytes) bytes, which the system refuses; give the "
          + "process more memory or use smaller inputs.")
    }
    let locations = tensors.indices.map { tensor -> GraphPlan.Location in
      if let offset = placed.tensors[tensor] { return .arena(offset) }
      return tensors[tensor].constant.map { .constant($0) } ?? .none
    }
    return GraphPlan(
      tensors: tensors, inputs: graph.inputs, outputs: graph.outputs,
      steps: steps.indices.map { index in
        let (node, inputs, step) = steps[index]
        return GraphPlan.PlacedStep(
          step: step, place: place(of: node), inputs: inputs, outputs: node.outputs,
          temporaries: placed.temporaries[index], isElided: storage.elided.contains(index))
      },
      locations: locations, variables: tensors.indices.filter { tensors[$0].isVariable },
      folded: progress.nodes.compactMap { planned in
        planned.host.map {
          GraphReport.Folded(
            place: place(of: planned.node), host: place(of: progress.nodes[$0].node))
        }
      }, arenaBytes: placed.arenaBytes, memory: placed.memory)
  }

  private func flexiblePlan(_ progress: Progress) throws(PlanError) -> FlexiblePlan {
    let tensors = progress.tensors.infos
    var lastUse: [Int: Int] = [:]
    for (index, planned) in progress.nodes.enumerated() {
      for tensor in planned.node.inputs + planned.node.outputs where tensor >= 0 {
        lastUse[tensor] = index
      }
    }
    let kept = Set(graph.inputs + graph.outputs)
    var lastUses = [[Int]](repeating: [], count: progress.nodes.count)
    for (tensor, index) in lastUse
    where !kept.contains(tensor) && !tensors[tensor].isVariable && tensors[tensor].constant == nil {
      lastUses[index].append(tensor)
    }
    let bytes = tensors.reduce(0) {
      $0 + ($1.constant == nil ? MemoryPlanner.rounded($1.byteCount) : 0)
    }
    let plan = FlexiblePlan(
      tensors: tensors, inputs: graph.inputs, outputs: graph.outputs,
      entries: progress.nodes.enumerated().map { index, planned in
        FlexiblePlan.Entry(
          body: planned.body, node: planned.node, place: place(of: planned.node),
          lastUses: lastUses[index], isInTable: planned.isInTable)
      },
      variables: tensors.indices.filter { tensors[$0].isVariable },
      memory: MemoryReport(plannedBytes: bytes, naiveBytes: bytes, lowerBoundBytes: bytes))
    guard plan.ownBytes <= limits.arenaBytes else {
      throw .tooLarge(
        "The model needs \(plan.ownBytes) bytes for its inputs and variables, more than the limit "
          + "of \(limits.arenaBytes); raise the limit or use smaller inputs.")
    }
    return plan
  }

  private func place(of node: Node) -> NodePlace {
    let origin = inlined.origins[node.index]
    return NodePlace(
      subgraph: origin.subgraph, index: origin.index, operatorName: node.operatorCode.name)
  }
}
