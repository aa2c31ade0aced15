internal import SwiftletOperators
internal import SwiftletTensor

/// Nodes whose shapes are known and whose steps nothing else needs while planning: they can be
/// lowered in any order, on several threads.
struct DeferredLowering {
  /// A node that waits.
  struct Waiting: @unchecked Sendable {
    // Sendable: while planning, operands have no values that a run could change.

    /// Its position among the planned nodes.
    let position: Int
    let value: any Operator
    var operands: Operands
  }

  /// The nodes in the order in which they were added.
  private(set) var nodes: [Waiting] = []
  private var constantBytes = 0

  /// Below so many bytes of constants, or so few nodes, a thread takes longer to start than it saves.
  private static let worthBytes = 1 << 18
  /// More threads than this wait for memory rather than for each other.
  private static let mostThreads = 8

  /// Adds a node.
  mutating func append(_ node: Waiting) {
    nodes.append(node)
    constantBytes += node.operands.inputs.reduce(0) { $0 + ($1?.constant?.count ?? 0) }
  }

  /// Changes what an operator works on, before it is lowered.
  mutating func replaceOperands(at index: Int, by operands: Operands) {
    nodes[index].operands = operands
  }

  /// Leaves out nodes whose positions satisfy a condition.
  mutating func removeAll(where isLeftOut: (Int) -> Bool) {
    nodes.removeAll { isLeftOut($0.position) }
  }

  /// What became of a node.
  enum Outcome: Sendable {
    case waiting
    case lowered(Step)
    case failed(OperatorError)
  }

  /// Lowers all nodes, and gives what became of each with its position, in the order in which they
  /// were added.
  func lower(in context: LoweringContext) -> [(position: Int, outcome: Outcome)] {
    let threads =
      constantBytes < Self.worthBytes ? 1 : min(Processor.count, Self.mostThreads)
    // Layers at the end tend to have the most weights, and should not be the last to be begun.
    let nodes = nodes
    let shared = Shared(count: nodes.count)
    ParallelWork.perform(count: nodes.count, threads: threads) { index in
      let place = nodes.count - 1 - index
      let node = nodes[place]
      let outcome: Outcome
      do throws(OperatorError) {
        outcome = .lowered(try context.step(of: node.value, node.operands))
      } catch {
        outcome = .failed(error)
      }
      shared.outcomes.withLock { $0[place] = outcome }
    }
    let outcomes = shared.outcomes.withLock { $0 }
    return nodes.indices.map { (nodes[$0].position, outcomes[$0]) }
  }

  /// What several threads write.
  private final class Shared: Sendable {
    let outcomes: Locked<[Outcome]>

    init(count: Int) {
      outcomes = Locked(Array(repeating: .waiting, count: count))
    }
  }
}
