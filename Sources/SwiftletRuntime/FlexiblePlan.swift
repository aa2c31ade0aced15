internal import SwiftletFormat
internal import SwiftletOperators
internal import SwiftletTensor

/// How a graph is run: at fixed addresses, or node by node.
enum GraphProgram: Sendable {
  /// All shapes are known, and every node is lowered.
  case fixed(GraphPlan)
  /// Shapes depend on values, or a node is interpreted.
  case flexible(FlexiblePlan)

  /// What the tensors take.
  var memory: MemoryReport {
    switch self {
    case .fixed(let plan): plan.memory
    case .flexible(let plan): plan.memory
    }
  }

  /// The bytes that a graph takes before it runs.
  var ownBytes: Int {
    switch self {
    case .fixed(let plan): plan.memory.plannedBytes
    case .flexible(let plan): plan.ownBytes
    }
  }

  /// The tensors, with shapes as far as they are known.
  var tensors: [TensorInfo] {
    switch self {
    case .fixed(let plan): plan.tensors
    case .flexible(let plan): plan.tensors
    }
  }
}

/// One subgraph that is run node by node: shapes and steps are found while it runs.
struct FlexiblePlan: Sendable {
  /// What runs a node.
  enum Body: Sendable {
    /// Lowered for the shapes that a run has; the step is kept while they stay the same.
    case lowered(any Operator)
    /// Run on values.
    case interpreted(any InterpretedNode)

    /// The name of the kernel as far as it is known before a run.
    var kernel: String {
      switch self {
      case .lowered: "chosen in the run"
      case .interpreted: "interpreted"
      }
    }
  }

  /// One node.
  struct Entry: Sendable {
    let body: Body
    let node: Node
    let place: NodePlace
    /// Tensors that no later node needs.
    let lastUses: [Int]
    /// Whether LiteRT evaluates it while it makes a table.
    let isInTable: Bool
  }

  /// As the file declares them, constants computed while planning included.
  let tensors: [TensorInfo]
  let inputs: [Int]
  let outputs: [Int]
  let entries: [Entry]
  let variables: [Int]
  let memory: MemoryReport

  /// The bytes of inputs and variables, which exist before a run.
  var ownBytes: Int { Set(inputs + variables).reduce(0) { $0 + tensors[$1].byteCount } }
}
