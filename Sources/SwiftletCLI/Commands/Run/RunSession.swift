internal import SwiftletFormat
internal import SwiftletRuntime

/// A model that is run once or several times; its subgraphs share resource variables.
final class RunSession {
  private let path: String
  private let model: Model
  private let engine: EngineChoices
  private let seed: UInt64
  private let dump: TensorDump.Options
  private let keepsTensors: Bool
  private var graphs: [Int: RunGraph] = [:]

  /// Opens a model; `keepsTensors` for those who look at every tensor.
  init(
    path: String, engine: EngineChoices, seed: UInt64, dump: TensorDump.Options = .init(),
    keepsTensors: Bool = false
  ) throws(CommandError) {
    self.path = path
    self.engine = engine
    self.seed = seed
    self.dump = dump
    self.keepsTensors = keepsTensors
    model = try ModelFile.open(path)
  }

  /// Runs one case on the subgraph of its signature, else on the main one.
  func run(_ case: RunCase) throws(CommandError) -> [RunGraph.Output] {
    let names = try RunNames(model: model, signature: `case`.signature, path: path)
    return try graph(names.subgraph).run(`case`, names)
  }

  /// Runs one case and shows its steps.
  ///
  /// - Returns: What ran, and the subgraph that the caller asked for.
  func run(
    _ case: RunCase, observing show: @escaping (ObservedStep) -> Void
  ) throws(CommandError) -> (plan: Plan, main: Int) {
    let names = try RunNames(model: model, signature: `case`.signature, path: path)
    let graph = graph(names.subgraph)
    try graph.prepare(`case`, names)
    return (try graph.run(observing: show), names.subgraph)
  }

  private func graph(_ subgraph: Int) -> RunGraph {
    if let graph = graphs[subgraph] { return graph }
    var options = engine.planOptions
    options.keepsTensors = keepsTensors
    let interpreter = Interpreter(
      model: model, options: options, subgraph: subgraph,
      sharingResourcesOf: graphs.values.first?.interpreter)
    let graph = RunGraph(interpreter, path: path, seed: seed, dump: dump)
    graphs[subgraph] = graph
    return graph
  }
}
