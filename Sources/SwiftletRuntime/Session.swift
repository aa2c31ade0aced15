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
    self.plan = plan
    state = SessionState(plan)
  }

  deinit {
    state.stop()
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
    try state.run(timing: &nanoseconds)
  }

  /// Sets variable tensors to their initial values: every byte to the zero point.
  public mutating func resetVariables() { state.resetVariables() }

  /// The bytes of an input, to be written before a run.
  ///
  /// - Precondition: `index` is that of one of the plan's inputs.
  @_lifetime(&self)
  public mutating func inputBytes(_ index: Int) -> MutableRawSpan {
    let span = unsafe MutableRawSpan(
      _unsafeStart: state.inputAddress(index), byteCount: state.inputByteCount(index))
    return unsafe _overrideLifetime(span, mutating: &self)
  }

  /// The bytes of an output, valid until the next run.
  ///
  /// - Precondition: `index` is that of one of the plan's outputs.
  @_lifetime(borrow self)
  public func outputBytes(_ index: Int) -> RawSpan {
    let span = unsafe RawSpan(
      _unsafeStart: state.outputAddress(index), byteCount: state.outputByteCount(index))
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// Copies an input's bytes in.
  ///
  /// - Precondition: `index` is that of one of the plan's inputs.
  /// - Throws: `RunError.wrongByteCount`.
  public mutating func writeInput(_ index: Int, _ bytes: [UInt8]) throws(RunError) {
    let expected = state.inputByteCount(index)
    guard bytes.count == expected else {
      throw .wrongByteCount(
        tensor: plan.inputs[index].name, expected: expected, found: bytes.count)
    }
    unsafe bytes.withUnsafeBytes { source in
      guard let first = source.baseAddress else { return }
      unsafe state.inputAddress(index).copyMemory(from: first, byteCount: expected)
    }
  }

  /// A copy of an output's bytes after the last run.
  ///
  /// - Precondition: `index` is that of one of the plan's outputs.
  public func readOutput(_ index: Int) -> [UInt8] {
    unsafe [UInt8](
      UnsafeRawBufferPointer(
        start: state.outputAddress(index), count: state.outputByteCount(index)))
  }
}
