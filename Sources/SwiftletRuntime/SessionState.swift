internal import SwiftletFormat
internal import SwiftletOperators
internal import SwiftletTensor

/// The graphs of a session with their memory, and what they share.
final class SessionState: OperatorHost {
  let engine: Engine
  /// The memory of all graphs and of the values that they pass.
  let budget: MemoryBudget
  private let plan: Plan
  private var runners: [Int: any GraphRunner] = [:]
  /// For graphs that are run node by node, or called with other shapes than those planned for.
  private let context: LoweringContext
  /// The calls that are going on, to refuse a graph that runs itself.
  private var activeCalls: Set<Int> = []
  /// The calls that the present run may still make.
  private var remainingCalls = 0

  init(_ plan: Plan, resources: Resources) {
    self.plan = plan
    engine = Engine(plan, resources: resources)
    context = plan.makeContext()
    budget = MemoryBudget(limit: plan.options.limits.arenaBytes)
    runners[plan.subgraph] = makeRunner(plan.program(of: plan.subgraph))
  }

  /// The graph that callers see.
  var main: any GraphRunner {
    guard let runner = runners[plan.subgraph] else {
      preconditionFailure("the graph that callers see is made first and never let go")
    }
    return runner
  }

  var resources: Resources { engine.resources }

  var iterationLimit: Int { plan.options.limits.loopIterations }

  var resultByteLimit: Int { plan.options.limits.arenaBytes }

  func run() throws(RunError) {
    remainingCalls = plan.options.limits.subgraphCalls
    engine.beginRun()
    defer { engine.endRun() }
    try main.run()
  }

  func run(timing nanoseconds: inout [Int]) throws(RunError) {
    try run(timing: &nanoseconds, in: self)
  }

  /// Runs, and adds the time of each step; gives those of the steps of called graphs, too.
  func runWithCalls(timing nanoseconds: inout [Int]) throws(RunError) -> [CalledStep] {
    let times = CallTimes(self)
    try run(timing: &nanoseconds, in: times)
    return times.steps()
  }

  private func run(
    timing nanoseconds: inout [Int], in host: any OperatorHost
  ) throws(RunError) {
    remainingCalls = plan.options.limits.subgraphCalls
    engine.beginRun()
    defer { engine.endRun() }
    try main.run(timing: &nanoseconds, in: host)
  }

  /// Runs and shows every step, those of called graphs too.
  func run(observing show: @escaping (ObservedStep) -> Void) throws(RunError) {
    let observer = RunObserver(self, show)
    remainingCalls = plan.options.limits.subgraphCalls
    engine.beginRun()
    defer { engine.endRun() }
    try observer.run(main, of: plan.subgraph)
  }

  /// Sets the variables of all graphs to their initial values.
  func resetVariables() {
    for runner in runners.values { runner.resetVariables() }
  }

  func restart(_ subgraph: Int) { runners[subgraph]?.restart() }

  func call(
    subgraph: Int, with inputs: consuming [TensorValue]
  ) throws(OperatorError) -> [TensorValue] {
    try call(subgraph, with: inputs) { callee throws(RunError) in try callee.run() }
  }

  /// Runs a called graph in one way or another.
  @inline(__always)
  func call(
    _ subgraph: Int, with inputs: consuming [TensorValue],
    running run: (any GraphRunner) throws(RunError) -> Void
  ) throws(OperatorError) -> [TensorValue] {
    guard plan.model.subgraphs.indices.contains(subgraph) else {
      throw .invalid("calls subgraph \(subgraph), which is not there")
    }
    guard remainingCalls > 0 else {
      throw .invalid(
        "makes more than \(plan.options.limits.subgraphCalls) calls of subgraphs in one run")
    }
    remainingCalls -= 1
    guard activeCalls.insert(subgraph).inserted else {
      throw .invalid("calls subgraph \(subgraph), which is running already")
    }
    defer { activeCalls.remove(subgraph) }
    let graph = plan.model.subgraphs[subgraph]
    guard inputs.count == graph.inputs.count else {
      throw .invalid(
        "calls subgraph \(subgraph) with \(inputs.count) values for \(graph.inputs.count) inputs")
    }
    let callee = try runner(of: subgraph, taking: inputs)
    inputs = []
    do throws(RunError) { try run(callee) } catch { throw .invalid("failed: \(error)") }
    try makeRoom(for: graph.outputs.reduce(0) { $0 + callee.byteCount(of: $1) })
    return graph.outputs.map { callee.value(of: $0) }
  }

  /// Makes sure that so many bytes can be held besides those that are.
  ///
  /// Where they could not, memory goes that is kept only to be used again: that of tensors, then
  /// that of whole graphs which are not running and remember nothing.
  func makeRoom(for byteCount: Int) throws(OperatorError) {
    guard SystemMemory.allows(byteCount) else {
      throw .invalid("needs \(byteCount) bytes more, which the system refuses")
    }
    guard !budget.allows(byteCount) else { return }
    for runner in runners.values { runner.releaseSpareMemory() }
    for (subgraph, runner) in runners where !budget.allows(byteCount) {
      let isIdle = subgraph != plan.subgraph && !activeCalls.contains(subgraph)
      if isIdle, !runner.keepsState { runners[subgraph] = nil }
    }
    guard budget.allows(byteCount) else {
      throw .invalid(
        "needs \(byteCount) bytes, with which the run would hold "
          + "\(budget.heldBytes + byteCount), more than the limit of \(budget.limit)")
    }
  }

  /// A graph with values for its inputs, planned anew where it does not fit them.
  private func runner(
    of subgraph: Int, taking inputs: [TensorValue]
  ) throws(OperatorError) -> any GraphRunner {
    let tensors = plan.model.subgraphs[subgraph].inputs
    if runners[subgraph] == nil {
      let program = plan.program(of: subgraph)
      try makeRoom(for: program.ownBytes)
      runners[subgraph] = makeRunner(program)
    }
    if let runner = runners[subgraph],
      zip(inputs, tensors).allSatisfy({ runner.assign($0, to: $1) })
    {
      return runner
    }
    runners[subgraph] = nil
    let runner = try replan(subgraph, for: inputs)
    guard zip(inputs, tensors).allSatisfy({ runner.assign($0, to: $1) }) else {
      throw .invalid("calls subgraph \(subgraph) with values of other types than its inputs")
    }
    return runner
  }

  /// Plans a called graph for the shapes of its operands.
  private func replan(
    _ subgraph: Int, for inputs: [TensorValue]
  ) throws(OperatorError) -> any GraphRunner {
    let shapes = Dictionary(uniqueKeysWithValues: inputs.enumerated().map { ($0, $1.shape) })
    let program: GraphProgram
    do throws(PlanError) {
      program = try plan.replan(subgraph, inputShapes: shapes, in: context)
    } catch {
      throw .invalid("calls a subgraph that cannot be planned: \(error)")
    }
    try makeRoom(for: program.ownBytes)
    let runner = makeRunner(program)
    runners[subgraph] = runner
    return runner
  }

  private func makeRunner(_ program: GraphProgram) -> any GraphRunner {
    switch program {
    case .fixed(let graph): FixedGraphRunner(graph, engine: engine, budget: budget)
    case .flexible(let graph):
      FlexibleGraphRunner(graph, engine: engine, session: self, context: context)
    }
  }
}
