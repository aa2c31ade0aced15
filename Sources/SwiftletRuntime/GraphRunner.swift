internal import SwiftletOperators
internal import SwiftletTensor

/// A planned graph with memory of its own, ready to run.
protocol GraphRunner: AnyObject {
  /// Runs all nodes in order.
  func run() throws(RunError)

  /// Where each element of `run(timing:)` stands in the file.
  var places: [NodePlace] { get }

  /// Runs all nodes and adds the time of each to one element of the array.
  ///
  /// The host runs the graphs that the nodes call.
  func run(timing nanoseconds: inout [Int], in host: any OperatorHost) throws(RunError)

  /// Runs all nodes and shows inputs and results while they are in memory.
  func run(observedBy call: RunObserver.Call) throws(RunError)

  /// Sets variables to their initial values.
  func resetVariables()

  /// Sets variables and random generators to where they were before the first run.
  func restart()

  /// Whether a later run depends on earlier ones.
  var keepsState: Bool { get }

  /// Frees memory that is held only to be used again.
  func releaseSpareMemory()

  /// The present type and shape of a tensor.
  func info(of tensor: Int) -> TensorInfo

  /// Where a tensor's bytes lie; valid until the next run.
  func address(of tensor: Int) -> UnsafeMutableRawPointer

  /// The bytes that a tensor has now.
  func byteCount(of tensor: Int) -> Int

  /// Replaces the value of a graph input.
  ///
  /// - Returns: Whether the graph is planned for a value of this type and shape.
  func assign(_ value: TensorValue, to tensor: Int) -> Bool

  /// The value of a tensor, to be passed to another graph.
  func value(of tensor: Int) -> TensorValue
}

/// The initial value of a variable: every byte the zero point of `int8`, else 0, also for `uint8`.
func initialByte(of variable: TensorInfo) -> UInt8 {
  switch variable.type {
  case .int8: UInt8(truncatingIfNeeded: variable.zeroPoint)
  default: 0
  }
}
