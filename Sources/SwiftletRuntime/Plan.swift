public import SwiftletFormat
internal import SwiftletKernels
internal import SwiftletOperators
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
  let graph: GraphPlan

  /// Plans the main subgraph of a model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - options: Arithmetic, instruction set, threads and limits.
  ///   - inputShapes: Shapes of inputs, by position, that differ from those in the file.
  /// - Throws: `PlanError`, with every unsupported operator in one error.
  public init(
    for model: Model, options: PlanOptions = PlanOptions(), inputShapes: [Int: Shape] = [:]
  ) throws(PlanError) {
    let kernels: KernelTable
    if let isa = options.isa {
      guard let table = Kernels.table(for: isa) else {
        throw .unavailable(
          "This processor cannot run \(isa.rawValue) kernels; choose "
            + Kernels.available.map(\.isa.rawValue).joined(separator: " or ") + ".")
      }
      kernels = table
    } else {
      kernels = Kernels.widest
    }
    if options.gemm == .openblas, !OpenBLAS.isAvailable {
      throw .unavailable(
        "OpenBLAS is not part of this build; build with the trait OpenBLAS or choose own kernels.")
    }
    guard (1...options.limits.threads).contains(options.threads) else {
      throw .unavailable(
        "A session cannot have \(options.threads) threads; choose 1 to \(options.limits.threads).")
    }
    let context = LoweringContext(
      arithmetic: options.arithmetic, kernels: kernels, gemm: options.gemm,
      allowsWinograd: options.allowsWinograd)
    let planner = GraphPlanner(
      model: model, subgraph: 0, context: context, limits: options.limits)
    graph = try planner.plan(inputShapes: inputShapes)
    packedWeightBytes = context.packedByteCount
    isa = kernels.isa
    self.model = model
    self.options = options
  }

  /// What the arena takes.
  public var memory: MemoryReport { graph.memory }

  /// The inputs in the order of the file.
  public var inputs: [TensorDescription] { graph.inputs.map(description) }

  /// The outputs in the order of the file.
  public var outputs: [TensorDescription] { graph.outputs.map(description) }

  /// The steps in the order in which they run.
  public var steps: [StepDescription] {
    graph.steps.map { step in
      StepDescription(
        place: step.place, kernel: step.step.kernel,
        multiplyAccumulates: step.step.multiplyAccumulates, isElided: step.isElided)
    }
  }

  private func description(of tensor: Int) -> TensorDescription {
    let info = graph.tensors[tensor]
    return TensorDescription(
      name: info.name, type: info.type, shape: info.shape,
      shapeSignature: model.subgraphs[0].tensors[tensor].shapeSignature,
      quantization: info.quantization)
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
  /// Whether the result shares its operand's memory, so that nothing is to do.
  public let isElided: Bool
}
