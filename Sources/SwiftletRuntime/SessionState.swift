internal import SwiftletFormat
internal import SwiftletOperators
internal import SwiftletTensor

/// The graphs of a session with their memory, and what they share.
final class SessionState: OperatorHost {
  let engine: Engine
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
    runners[plan.subgraph] = makeRunner(plan.program(of: plan.subgraph))
  }

  /// The graph that callers see.
  var main: any GraphRunner { runner(of: plan.subgraph) }

  var resources: Resources { engine.resources }

  var iterationLimit: Int { plan.options.limits.loopIterations }

  var resultByteLimit: Int { plan.options.limits.arenaBytes }

  func run() throws(RunError) {
    remainingCalls = plan.options.limits.subgraphCalls
    engine.pool.beginRun()
    defer { engine.pool.endRun() }
    try main.run()
  }

  func run(timing nanoseconds: inout [Int]) throws(RunError) {
    remainingCalls = plan.options.limits.subgraphCalls
    engine.pool.beginRun()
    defer { engine.pool.endRun() }
    try main.run(timing: &nanoseconds)
  }

  /// Sets the variables of all graphs to their initial values.
  func resetVariables() {
    for runner in runners.values { runner.resetVariables() }
  }

  func resetVariables(of subgraph: Int) { runners[subgraph]?.resetVariables() }

  func call(subgraph: Int, with inputs: [TensorValue]) throws(OperatorError) -> [TensorValue] {
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
    var callee = runner(of: subgraph)
    if !zip(inputs, graph.inputs).allSatisfy({ callee.assign($0, to: $1) }) {
      callee = try replan(subgraph, for: inputs)
      guard zip(inputs, graph.inputs).allSatisfy({ callee.assign($0, to: $1) }) else {
        throw .invalid("calls subgraph \(subgraph) with values of other types than its inputs")
      }
    }
    do throws(RunError) { try callee.run() } catch { throw .invalid("failed: \(error)") }
    return graph.outputs.map { callee.value(of: $0) }
  }

  private func runner(of subgraph: Int) -> any GraphRunner {
    if let runner = runners[subgraph] { return runner }
    let runner = makeRunner(plan.program(of: subgraph))
    runners[subgraph] = runner
    return runner
  }

  /// Plans a called graph for the shapes of its operands.
  private func replan(
    _ subgraph: Int, for inputs: [TensorValue]
  ) throws(OperatorError) -> any GraphRunner {
    let shapes = Dictionary(uniqueKeysWithValues: inputs.enumerated().map { ($0, $1.shape) })
    do throws(PlanError) {
      let program = try plan.replan(subgraph, inputShapes: shapes, in: context)
      let runner = makeRunner(program)
      runners[subgraph] = runner
      return runner
    } catch {
      throw .invalid("calls a subgraph that cannot be planned: \(error)")
    }
  }

  private func makeRunner(_ program: GraphProgram) -> any GraphRunner {
    switch program {
    case .fixed(let graph): FixedGraphRunner(graph, engine: engine)
    case .flexible(let graph):
      FlexibleGraphRunner(graph, engine: engine, host: self, context: context)
    }
  }
}
