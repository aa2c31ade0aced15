public import SwiftletFormat
internal import SwiftletOperators
public import SwiftletTensor

/// A model with one session, in the manner of the TensorFlow Lite interpreter: inputs can be
/// resized, and variables keep their values from run to run.
///
/// Not `Sendable`: one task at a time.
public final class Interpreter {
  /// The model.
  public let model: Model
  /// The subgraph that is run.
  public let subgraph: Int
  private let options: PlanOptions
  private let resources: Resources
  private var shapes: [Int: Shape] = [:]
  private var session: Session?

  /// Makes an interpreter that plans when it is first needed, so that inputs may be resized before.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - options: Arithmetic, instruction set, threads and limits.
  ///   - subgraph: The subgraph to run, such as that of a signature; 0 is the main one.
  ///   - other: An interpreter of the same model whose resource variables and hash tables are shared.
  /// - Precondition: `subgraph` is one of the model's.
  public init(
    model: Model, options: PlanOptions = PlanOptions(), subgraph: Int = 0,
    sharingResourcesOf other: Interpreter? = nil
  ) {
    precondition(model.subgraphs.indices.contains(subgraph), "no such subgraph")
    self.model = model
    self.options = options
    self.subgraph = subgraph
    resources = other?.resources ?? Resources()
  }

  /// The outputs with the shapes that they had in the last run.
  ///
  /// - Throws: `PlanError` where there is no plan yet and the model cannot be planned.
  public func outputs() throws(PlanError) -> [TensorDescription] {
    try prepare()
    return session?.outputs ?? []
  }

  /// The plan for the present input shapes.
  ///
  /// - Throws: `PlanError` where there is none yet and the model cannot be planned.
  public func plan() throws(PlanError) -> Plan {
    try prepare()
    guard let plan = session?.plan else { throw .invalidInput("The model has no plan.") }
    return plan
  }

  /// Plans the model for the present input shapes, unless it is planned already.
  ///
  /// - Throws: `PlanError`.
  public func prepare() throws(PlanError) {
    guard session == nil else { return }
    let plan = try Plan(
      for: model, options: options, subgraph: subgraph, inputShapes: shapes)
    session = Session(plan, resources: resources)
  }

  /// Changes the shape of an input; the next run plans anew, and variables start afresh.
  ///
  /// - Parameters:
  ///   - index: The input's position.
  ///   - shape: The new shape.
  ///   - strict: Whether only extents that the shape signature leaves open may change.
  /// - Throws: `PlanError.invalidInput`; the interpreter keeps its shapes.
  public func resizeInput(_ index: Int, to shape: Shape, strict: Bool = false) throws(PlanError) {
    let graph = model.subgraphs[subgraph]
    guard graph.inputs.indices.contains(index) else {
      throw .invalidInput(
        "The model has \(graph.inputs.count) inputs, so there is no input \(index) to resize.")
    }
    let tensor = graph.tensors[graph.inputs[index]]
    let present = shapes[index] ?? tensor.shape
    guard shape != present else { return }
    if strict { try check(shape, for: tensor, at: index) }
    guard shape.rank <= Shape.maximumRank, shape.checkedElementCount != nil else {
      throw .invalidInput("Input \(index) (\(tensor.name)) cannot have the shape \(shape).")
    }
    shapes[index] = shape
    session = nil
  }

  private func check(_ shape: Shape, for tensor: Tensor, at index: Int) throws(PlanError) {
    let allowed = tensor.shapeSignature ?? tensor.shape
    let fits =
      allowed.rank == shape.rank
      && zip(allowed.dimensions, shape.dimensions).allSatisfy { $0 == -1 || $0 == $1 }
    guard fits else {
      throw .invalidInput(
        "Input \(index) (\(tensor.name)) cannot have the shape \(shape); the model allows "
          + allowed.dimensions.map { $0 < 0 ? "any" : "\($0)" }.joined(separator: "×") + ".")
    }
  }

  /// Copies an input's bytes in.
  ///
  /// - Throws: `RunError` for an input that is not there, or another number of bytes than it takes.
  public func writeInput(_ index: Int, _ bytes: [UInt8]) throws(RunError) {
    try require(index, in: model.subgraphs[subgraph].inputs, "input")
    try session?.writeInput(index, bytes)
  }

  /// Runs the model once.
  ///
  /// - Throws: `RunError.fault` when the data made an operator fail; the interpreter stays usable.
  public func run() throws(RunError) {
    try require(0, in: [0], "input")
    try session?.run()
  }

  /// Runs the model once and adds the time of each step to `nanoseconds`, one element for each of
  /// the plan's steps.
  public func run(timing nanoseconds: inout [Int]) throws(RunError) {
    try require(0, in: [0], "input")
    try session?.run(timing: &nanoseconds)
  }

  /// Runs the model once and adds the time of each step to `nanoseconds`.
  ///
  /// - Returns: The times of the steps of called subgraphs, which are part of those of their callers.
  package func runWithCalls(timing nanoseconds: inout [Int]) throws(RunError) -> [CalledStep] {
    try require(0, in: [0], "input")
    return try session?.runWithCalls(timing: &nanoseconds) ?? []
  }

  /// Runs the model once and shows each step, those of called subgraphs too, to a closure while its
  /// results are in memory.
  package func run(observing show: @escaping (ObservedStep) -> Void) throws(RunError) {
    try require(0, in: [0], "input")
    try session?.run(observing: show)
  }

  /// A copy of an output's bytes after the last run.
  ///
  /// - Throws: `RunError` for an output that is not there.
  public func readOutput(_ index: Int) throws(RunError) -> [UInt8] {
    try require(index, in: model.subgraphs[subgraph].outputs, "output")
    return session?.readOutput(index) ?? []
  }

  /// Sets variable tensors to their initial values.
  public func resetVariables() { session?.resetVariables() }

  private func require(_ index: Int, in tensors: [Int], _ kind: String) throws(RunError) {
    guard session != nil else {
      throw .noSuchTensor("The model is not prepared to run; call prepare() first.")
    }
    guard tensors.indices.contains(index) else {
      throw .noSuchTensor(
        "The model has \(tensors.count) \(kind)s, so there is no \(kind) \(index).")
    }
  }
}
