public import SwiftletFormat
internal import SwiftletKernels
package import SwiftletOperators
public import SwiftletSIMD
public import SwiftletTensor

/// A model made ready to run at fixed input shapes: steps, packed weights and an arena layout.
///
/// Immutable, and shared by all sessions that run it.
public struct Plan: Sendable {
  /// The model that is planned.
  public let model: Model
  /// The instruction set of the kernels.
  public let isa: ISA
  /// The options that the plan was made with.
  public let options: PlanOptions
  /// The bytes of weights in the layouts of the kernels.
  public let packedWeightBytes: Int
  /// The subgraph that sessions run.
  let subgraph: Int
  /// The subgraph and all that it calls.
  private let graphs: [Int: InlinedSubgraph]
  /// Their programs.
  private let programs: [Int: GraphProgram]
  private let kernels: KernelTable
  /// What counts the constants that are computed while planning, now or while a session runs.
  private let folding: MemoryBudget

  /// Plans a subgraph of a model, and those that it calls.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - options: Arithmetic, instruction set, threads and limits.
  ///   - subgraph: The subgraph to run; 0 is the main one.
  ///   - inputShapes: Shapes of inputs, by position, that differ from those in the file.
  /// - Throws: `PlanError`, with every unsupported operator in one error.
  public init(
    for model: Model, options: PlanOptions = PlanOptions(), subgraph: Int = 0,
    inputShapes: [Int: Shape] = [:]
  ) throws(PlanError) {
    guard model.subgraphs.indices.contains(subgraph) else {
      throw .invalidInput(
        "The model has \(model.subgraphs.count) subgraphs, so there is no subgraph \(subgraph).")
    }
    kernels = try Self.kernels(for: options)
    isa = kernels.isa
    self.model = model
    self.options = options
    self.subgraph = subgraph
    folding = MemoryBudget(limit: options.limits.foldedBytes(forFileOf: model.byteCount))
    let context = Self.makeContext(options, kernels, model, pool: Self.pool(for: model))
    let graphs = model.subgraphsReached(from: subgraph)
    self.graphs = Dictionary(uniqueKeysWithValues: graphs.map { ($0.index, $0.graph) })
    programs = try Self.programs(
      model, graphs, inputShapes: [subgraph: inputShapes], context, options, folding)
    packedWeightBytes = context.packedByteCount
  }

  /// Whether all shapes of the subgraph are known before it runs; then its runs allocate nothing.
  public var isFixed: Bool {
    if case .fixed = programs[subgraph] { return true }
    return false
  }

  private static func kernels(for options: PlanOptions) throws(PlanError) -> KernelTable {
    if options.gemm == .openblas, let reason = OpenBLAS.reasonForAbsence {
      throw .unavailable(reason)
    }
    guard (1...options.limits.threads).contains(options.threads) else {
      throw .unavailable(
        "A session cannot have \(options.threads) threads; choose 1 to \(options.limits.threads).")
    }
    guard let isa = options.isa else { return Kernels.widest }
    guard let table = Kernels.table(for: isa) else {
      throw .unavailable(
        "This processor cannot run \(isa.rawValue) kernels; choose "
          + Kernels.available.map(\.isa.rawValue).joined(separator: " or ") + ".")
    }
    return table
  }

  private static func makeContext(
    _ options: PlanOptions, _ kernels: KernelTable, _ model: Model, pool: MemoryPool? = nil
  ) -> LoweringContext {
    LoweringContext(
      arithmetic: options.arithmetic, kernels: kernels, gemm: options.gemm,
      allowsWinograd: options.allowsWinograd,
      packedByteLimit: options.limits.packedBytes(forFileOf: model.byteCount),
      pool: pool)
  }

  /// Memory for the steps of a plan in one piece; for small models a large page is a waste.
  private static func pool(for model: Model) -> MemoryPool? {
    model.byteCount < 1 << 19 ? nil : MemoryPool(expecting: model.byteCount)
  }

  /// Plans subgraphs; unsupported nodes of all of them make one error, which comes before others.
  private static func programs(
    _ model: Model, _ graphs: [(index: Int, graph: InlinedSubgraph)],
    inputShapes: [Int: [Int: Shape]], _ context: LoweringContext, _ options: PlanOptions,
    _ folding: MemoryBudget
  ) throws(PlanError) -> [Int: GraphProgram] {
    var programs: [Int: GraphProgram] = [:]
    var unsupported: [UnsupportedNode] = []
    var seen: Set<UnsupportedNode> = []
    var other: PlanError?
    let foldingTime = FoldingTime()
    for (index, graph) in graphs {
      let planner = GraphPlanner(
        model: model, inlined: graph, subgraph: index, context: context, options: options,
        folding: folding, foldingTime: foldingTime)
      do throws(PlanError) {
        programs[index] = try program(planner, inputShapes: inputShapes[index])
      } catch .unsupported(let nodes) {
        // Several composites may share a decomposition.
        for node in nodes where seen.insert(node).inserted { unsupported.append(node) }
      } catch {
        other = other ?? error
      }
    }
    guard unsupported.isEmpty else { throw .unsupported(unsupported) }
    if let other { throw other }
    return programs
  }

  /// Plans one subgraph; nil stands for one that is only called.
  ///
  /// What the file states for the inputs of a called graph need not be what any call hands over.
  private static func program(
    _ planner: GraphPlanner, inputShapes: [Int: Shape]?
  ) throws(PlanError) -> GraphProgram {
    if let inputShapes { return try planner.plan(.stated(inputShapes)) }
    do throws(PlanError) {
      return try planner.plan(.called([:]))
    } catch {
      guard case .invalidNode = error, let program = try? planner.plan(.open) else { throw error }
      return program
    }
  }

  /// A context for what is lowered while running.
  func makeContext() -> LoweringContext { Self.makeContext(options, kernels, model) }

  /// The program of a subgraph that this plan covers.
  func program(of subgraph: Int) -> GraphProgram {
    guard let program = programs[subgraph] else {
      preconditionFailure("subgraph \(subgraph) is not reached from subgraph \(self.subgraph)")
    }
    return program
  }

  /// The program of a called subgraph for other shapes.
  func replan(
    _ subgraph: Int, inputShapes: [Int: Shape], in context: LoweringContext
  ) throws(PlanError) -> GraphProgram {
    guard let graph = graphs[subgraph] else {
      preconditionFailure("subgraph \(subgraph) is not reached from subgraph \(self.subgraph)")
    }
    return try GraphPlanner(
      model: model, inlined: graph, subgraph: subgraph, context: context, options: options,
      folding: folding, foldingTime: FoldingTime()
    ).plan(.called(inputShapes))
  }

  /// What the arena takes; for a graph that is run node by node, what its tensors take.
  public var memory: MemoryReport { program(of: subgraph).memory }

  /// The inputs in the order of the file.
  public var inputs: [TensorDescription] {
    model.subgraphs[subgraph].inputs.map { description(of: $0) }
  }

  /// The outputs in the order of the file; extents known only after a run are those of the file.
  public var outputs: [TensorDescription] {
    model.subgraphs[subgraph].outputs.map { description(of: $0) }
  }

  /// The steps in the order in which they run.
  public var steps: [StepDescription] { program(of: subgraph).steps }

  /// The subgraphs that runs may reach.
  package var reachedSubgraphs: [Int] { graphs.keys.sorted() }

  /// The tensors of a subgraph that is reached, with constants and shapes as far as planned; those
  /// of the file come first, then those of composites.
  package func tensors(of subgraph: Int) -> [TensorInfo] { program(of: subgraph).tensors }

  private func description(of tensor: Int) -> TensorDescription {
    TensorDescription(
      program(of: subgraph).tensors[tensor], declared: model.subgraphs[subgraph].tensors[tensor])
  }
}

/// One step of a plan, for profiles.
public struct StepDescription: Sendable, Hashable {
  /// The operator that it runs.
  public let place: NodePlace
  /// The kernel in words.
  public let kernel: String
  /// Multiplications with accumulation in one run.
  public let multiplyAccumulates: Int
  /// The bytes of operands and results in one run, each tensor once; 0 where nothing is to do or
  /// only a run tells.
  public let byteCount: Int
  /// Whether the result shares its operand's memory, so that nothing is to do.
  public let isElided: Bool
}
