package import SwiftletOperators
internal import SwiftletTensor

/// A tensor that a run shows, while its memory still holds what the step wrote.
@safe package struct ObservedTensor {
  /// The index in the graph that runs: that of the file, or beyond for tensors of composites.
  package let index: Int
  /// Type, quantisation and the shape of this run.
  package let info: TensorInfo
  /// The operand of the step in whose memory the tensor lies, if it does.
  package let sharedWith: Int?
  private let address: UnsafeMutableRawPointer
  private let byteCount: Int

  init(_ index: Int, in runner: some GraphRunner, sharedWith: Int? = nil) {
    self.index = index
    info = runner.info(of: index)
    self.sharedWith = sharedWith
    unsafe address = runner.address(of: index)
    byteCount = runner.byteCount(of: index)
  }

  /// A copy of the bytes; to be taken before the observer returns.
  package var bytes: [UInt8] {
    unsafe [UInt8](UnsafeRawBufferPointer(start: address, count: byteCount))
  }
}

/// What a run shows before the first step of a graph, and after each.
package struct ObservedStep {
  /// The subgraph's index in the file.
  package let subgraph: Int
  /// How often the subgraph was entered before in this run.
  package let call: Int
  /// The position among the graph's steps; nil for the inputs, which are shown first.
  package let position: Int?
  /// What ran, with the kernel and the work of this run; nil for the inputs.
  package let step: StepDescription?
  /// The tensors that the step read; −1 for an operand that is left out.
  package let inputs: [Int]
  /// The tensors that the step wrote, and variables that it may have changed.
  package let tensors: [ObservedTensor]
}

/// Who looks at the steps of a run, those of called graphs included.
final class RunObserver: WatchingHost {
  let session: SessionState
  private let show: (ObservedStep) -> Void
  private var calls: [Int: Int] = [:]

  init(_ session: SessionState, _ show: @escaping (ObservedStep) -> Void) {
    self.session = session
    self.show = show
  }

  func run(_ graph: any GraphRunner, of subgraph: Int) throws(RunError) {
    let number = calls[subgraph, default: 0]
    calls[subgraph] = number + 1
    try graph.run(observedBy: Call(observer: self, subgraph: subgraph, number: number))
  }

  /// One run of one graph.
  struct Call {
    let observer: RunObserver
    fileprivate let subgraph: Int
    fileprivate let number: Int

    /// Shows a step.
    func show(
      _ position: Int?, _ step: StepDescription?, inputs: [Int], tensors: [ObservedTensor]
    ) {
      observer.show(
        ObservedStep(
          subgraph: subgraph, call: number, position: position, step: step, inputs: inputs,
          tensors: tensors))
    }
  }
}

extension TensorInfo {
  /// The bytes that a step reads or writes of the tensor.
  var operandBytes: Int { constant?.count ?? byteCount }
}
