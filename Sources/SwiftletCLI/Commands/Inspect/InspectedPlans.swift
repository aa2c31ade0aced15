internal import SwiftletFormat
internal import SwiftletRuntime
internal import SwiftletSIMD
internal import SwiftletTensor

/// How the engine would run a model: the main graph, those that signatures name, and all that they
/// call.
struct InspectedPlans {
  /// What becomes of an operator.
  enum Fate: Equatable {
    /// A kernel runs it, possibly in several steps.
    case runs(kernel: String)
    /// Its result is its operand's memory.
    case shares
    /// Its results are computed while planning.
    case computed
    /// Another operator does its work.
    case folded(host: NodePlace)
    /// The operators of its decomposition run in its place.
    case decomposed
    /// Its graph is not planned: nothing leads to it, or something in it cannot be run.
    case unplanned

    /// In words.
    var text: String {
      switch self {
      case .runs(let kernel): kernel
      case .shares: "shares memory"
      case .computed: "computed while planning"
      case .folded(let host): "part of operator \(host.index)"
      case .decomposed: "decomposed"
      case .unplanned: "not planned"
      }
    }
  }

  /// Why a graph cannot be planned.
  struct Failure {
    let error: PlanError
    /// Whether an input has an extent, or a rank, that the file leaves open.
    let hasOpenInputs: Bool
  }

  /// The instruction set of the kernels; nil where nothing can be planned.
  let isa: String?
  /// Why parts cannot be planned.
  let failures: [Failure]
  /// Operators that are lacking for subgraphs that nothing leads to, and that are not planned.
  let unreached: [UnsupportedNode]
  /// The planned subgraphs by index.
  let reports: [Int: GraphReport]
  private var steps: [Place: [StepDescription]] = [:]

  private struct Place: Hashable {
    let subgraph: Int
    let index: Int
  }

  /// Plans a model, which alone can tell whether and how it runs.
  init(of reading: ModelReading, options: PlanOptions) {
    guard reading.isSound else {
      (isa, failures, unreached, reports) = (nil, [], [], [:])
      return
    }
    let model = reading.model
    var failures: [Failure] = []
    var reports: [Int: GraphReport] = [:]
    var isa: String?
    let starts = Set([0] + model.signatures.map(\.subgraph)).sorted()
    for start in starts where model.subgraphs.indices.contains(start) && reports[start] == nil {
      do throws(PlanError) {
        let plan = try Plan(for: model, options: options, subgraph: start)
        isa = plan.isa.rawValue
        for report in plan.graphReports where reports[report.subgraph] == nil {
          reports[report.subgraph] = report
        }
      } catch {
        let graph = model.subgraphs[start]
        let isOpen = graph.inputs.contains { graph.tensors[$0].isOpen }
        failures.append(Failure(error: error, hasOpenInputs: isOpen))
      }
    }
    self.isa = isa
    self.failures = failures
    unreached = model.unreachedSubgraphs.flatMap { index in
      UnsupportedNode.all(in: index, of: model, registered: options.customOperators)
    }
    self.reports = reports
    for report in reports.values {
      for step in report.steps {
        steps[Place(subgraph: step.place.subgraph, index: step.place.index), default: []].append(
          step)
      }
    }
  }

  /// What becomes of an operator.
  func fate(of node: Node, in subgraph: Int) -> Fate {
    if let steps = steps[Place(subgraph: subgraph, index: node.index)] {
      if steps.allSatisfy(\.isElided) { return .shares }
      var kernels: [String] = []
      for step in steps where !step.isElided && !kernels.contains(step.kernel) {
        kernels.append(step.kernel)
      }
      return .runs(kernel: kernels.joined(separator: ", "))
    }
    guard let report = reports[subgraph] else { return .unplanned }
    if let folded = report.folded.first(where: {
      $0.place.subgraph == subgraph && $0.place.index == node.index
    }) {
      return .folded(host: folded.host)
    }
    return node.code == .stablehloComposite ? .decomposed : .computed
  }

  /// Multiplications with accumulation of an operator: those that the plan counts, else those that
  /// the shapes tell.
  func multiplyAccumulates(of node: Node, in subgraph: Int, _ work: OperatorWork) -> Int {
    let steps = steps[Place(subgraph: subgraph, index: node.index)] ?? []
    let planned = steps.reduce(0) { sum, step in
      let (result, overflow) = sum.addingReportingOverflow(step.multiplyAccumulates)
      return overflow ? .max : result
    }
    return planned > 0 ? planned : work.multiplyAccumulates
  }
}

extension Tensor {
  /// Whether the file leaves an extent or the rank open.
  fileprivate var isOpen: Bool {
    shapeSignature?.dimensions.contains(-1) ?? (shape.rank == 0 && !hasRank)
  }
}
