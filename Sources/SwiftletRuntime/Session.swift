internal import SwiftletFormat
internal import SwiftletOperators
internal import SwiftletTensor

/// One execution of a plan at a time: an arena, scratch space and threads.
///
/// Inputs are written and outputs read in place. A run neither allocates nor, unless the data makes
/// an operator fail, throws. A session is used by one task at a time; several may share a plan.
public struct Session: ~Copyable {
  /// The plan that is run.
  public let plan: Plan
  private let state: SessionState

  /// Allocates the arena and starts the threads.
  public init(_ plan: Plan) {
    self.init(plan, resources: Resources())
  }

  /// A session that shares variables and hash tables with others.
  init(_ plan: Plan, resources: Resources) {
    self.plan = plan
    state = SessionState(plan, resources: resources)
  }

  deinit {
    state.engine.pool.stop()
  }

  /// Runs all steps in order.
  ///
  /// - Throws: `RunError.fault` when the data made an operator fail; outputs after it are stale.
  public mutating func run() throws(RunError) {
    try state.run()
  }

  /// Runs all steps and adds the time of each to `nanoseconds`, one element for each of the plan's
  /// steps.
  public mutating func run(timing nanoseconds: inout [Int]) throws(RunError) {
    precondition(nanoseconds.count == plan.steps.count, "one counter for each step of the plan")
    try state.run(timing: &nanoseconds)
  }

  /// Runs all steps and adds the time of each to `nanoseconds`.
  ///
  /// - Returns: The times of the steps of called graphs, which are part of those of their callers.
  package mutating func runWithCalls(
    timing nanoseconds: inout [Int]
  ) throws(RunError) -> [CalledStep] {
    precondition(nanoseconds.count == plan.steps.count, "one counter for each step of the plan")
    return try state.runWithCalls(timing: &nanoseconds)
  }

  /// Runs all steps and shows each to a closure while its results are in memory.
  ///
  /// The plan is that of other runs: tensors that share memory are shown one after the other.
  package mutating func run(
    observing show: @escaping (ObservedStep) -> Void
  ) throws(RunError) {
    try state.run(observing: show)
  }

  /// Sets variable tensors of all subgraphs to their initial values: the zero point of `int8`, else 0.
  public mutating func resetVariables() { state.resetVariables() }

  /// The outputs with the shapes that they had in the last run.
  public var outputs: [TensorDescription] {
    let graph = plan.model.subgraphs[plan.subgraph]
    return graph.outputs.map {
      TensorDescription(state.main.info(of: $0), declared: graph.tensors[$0])
    }
  }

  /// The bytes of an input, to be written before a run.
  ///
  /// - Precondition: `index` is that of one of the plan's inputs.
  @_lifetime(&self)
  public mutating func inputBytes(_ index: Int) -> MutableRawSpan {
    let tensor = input(index)
    let span = unsafe MutableRawSpan(
      _unsafeStart: state.main.address(of: tensor), byteCount: state.main.byteCount(of: tensor))
    return unsafe _overrideLifetime(span, mutating: &self)
  }

  /// The bytes of an output, valid until the next run.
  ///
  /// - Precondition: `index` is that of one of the plan's outputs.
  @_lifetime(borrow self)
  public func outputBytes(_ index: Int) -> RawSpan {
    let tensor = output(index)
    let span = unsafe RawSpan(
      _unsafeStart: state.main.address(of: tensor), byteCount: state.main.byteCount(of: tensor))
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// Copies an input's bytes in; a string tensor may have any number of bytes.
  ///
  /// - Precondition: `index` is that of one of the plan's inputs.
  /// - Throws: `RunError.wrongByteCount`, or `RunError.invalidStrings` for bytes that are no string
  ///   tensor of the input's shape.
  public mutating func writeInput(_ index: Int, _ bytes: [UInt8]) throws(RunError) {
    let tensor = input(index)
    let info = state.main.info(of: tensor)
    if info.type == .string {
      let value = TensorValue(bytes, type: .string, shape: info.shape)
      guard value.strings?.count == info.elementCount else {
        throw .invalidStrings(tensor: info.name, expected: info.elementCount)
      }
      _ = state.main.assign(value, to: tensor)
      return
    }
    let expected = state.main.byteCount(of: tensor)
    guard bytes.count == expected else {
      throw .wrongByteCount(tensor: info.name, expected: expected, found: bytes.count)
    }
    unsafe bytes.withUnsafeBytes { source in
      guard let first = source.baseAddress else { return }
      unsafe state.main.address(of: tensor).copyMemory(from: first, byteCount: expected)
    }
  }

  /// A copy of an output's bytes after the last run.
  ///
  /// - Precondition: `index` is that of one of the plan's outputs.
  public func readOutput(_ index: Int) -> [UInt8] {
    let tensor = output(index)
    return unsafe [UInt8](
      UnsafeRawBufferPointer(
        start: state.main.address(of: tensor), count: state.main.byteCount(of: tensor)))
  }

  private func input(_ index: Int) -> Int { plan.model.subgraphs[plan.subgraph].inputs[index] }

  private func output(_ index: Int) -> Int { plan.model.subgraphs[plan.subgraph].outputs[index] }
}
