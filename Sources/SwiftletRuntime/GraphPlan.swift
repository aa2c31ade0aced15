internal import SwiftletOperators
internal import SwiftletTensor

/// One subgraph, planned for one set of input shapes.
struct GraphPlan: Sendable {
  /// Where a tensor lies while the graph runs.
  enum Location: Sendable {
    /// At an offset of the session's arena.
    case arena(Int)
    /// In the model file, or computed while planning.
    case constant(TensorBytes)
    /// Nowhere: the tensor is not used.
    case none
  }

  /// A step with the tensors and arena offsets that it works on.
  struct PlacedStep: Sendable {
    let step: Step
    let place: NodePlace
    /// Tensor indices; −1 for an operand that is left out.
    let inputs: [Int]
    /// Tensor indices; −1 for a result that is left out.
    let outputs: [Int]
    /// Arena offsets of temporaries.
    let temporaries: [Int]
    /// Whether output 0 shares the storage of input 0 and has its bytes, so that nothing is to do.
    let isElided: Bool
  }

  let tensors: [TensorInfo]
  let inputs: [Int]
  let outputs: [Int]
  let steps: [PlacedStep]
  let locations: [Location]
  /// Tensors that keep their value between runs.
  let variables: [Int]
  /// Operators without a step, since others do their work.
  let folded: [GraphReport.Folded]
  /// The bytes of the arena: those of the report, and in checked builds the red zones.
  let arenaBytes: Int
  let memory: MemoryReport

  /// A step for profiles.
  func description(of placed: PlacedStep) -> StepDescription {
    let operands = placed.isElided ? [] : Set(placed.inputs + placed.outputs)
    return StepDescription(
      place: placed.place, kernel: placed.step.kernel,
      multiplyAccumulates: placed.step.multiplyAccumulates,
      byteCount: operands.reduce(0) { $0 + ($1 < 0 ? 0 : tensors[$1].operandBytes) },
      isElided: placed.isElided)
  }

  /// The operand of a step whose memory a result takes over, if any.
  func operand(of placed: PlacedStep, under tensor: Int) -> Int? {
    guard case .arena(let offset) = locations[tensor], tensors[tensor].byteCount > 0 else {
      return nil
    }
    return placed.inputs.first { input in
      guard input >= 0, input != tensor, case .arena(offset) = locations[input] else {
        return false
      }
      return tensors[input].byteCount > 0
    }
  }
}

/// What an arena takes, and what it would take otherwise.
public struct MemoryReport: Sendable, Hashable {
  /// The bytes of the arena.
  public let plannedBytes: Int
  /// The bytes if no two tensors shared memory.
  public let naiveBytes: Int
  /// The largest sum of tensors alive at one time; in-place pairs count once.
  public let lowerBoundBytes: Int
}
