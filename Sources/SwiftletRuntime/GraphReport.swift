internal import SwiftletFormat
internal import SwiftletOperators

/// How one subgraph of a plan is run: its steps, and where its tensors lie meanwhile.
package struct GraphReport: Sendable {
  /// The subgraph's index.
  package let subgraph: Int
  /// Whether all shapes are known before it runs; only then there are placements.
  package let isFixed: Bool
  /// The steps in the order in which they run.
  package let steps: [StepDescription]
  /// Operators without a step, since others do their work.
  package let folded: [Folded]
  /// What the arena takes.
  package let memory: MemoryReport
  /// What lies in the arena.
  package let placements: [Placement]

  /// An operator that another one does.
  package struct Folded: Sendable, Hashable {
    /// Where it stands in the file.
    package let place: NodePlace
    /// Where the other stands.
    package let host: NodePlace
  }

  /// A tensor, or a step's temporary, in the arena.
  package struct Placement: Sendable, Hashable {
    /// The tensor's index, which is beyond those of the file where a composite brought it; nil for a
    /// temporary.
    package let tensor: Int?
    /// The tensor's name; empty for a temporary.
    package let name: String
    /// The first byte in the arena.
    package let offset: Int
    /// The bytes that it takes.
    package let byteCount: Int
    /// The first and the last step that need it; the number of steps stands for the end of the run.
    package let lifetime: ClosedRange<Int>
  }
}

extension Plan {
  /// How each subgraph is run that the plan covers.
  package var graphReports: [GraphReport] {
    reachedSubgraphs.map { index in
      let program = program(of: index)
      switch program {
      case .fixed(let graph):
        return GraphReport(
          subgraph: index, isFixed: true, steps: program.steps, folded: graph.folded,
          memory: program.memory, placements: graph.placements)
      case .flexible:
        return GraphReport(
          subgraph: index, isFixed: false, steps: program.steps, folded: [],
          memory: program.memory, placements: [])
      }
    }
  }
}

extension GraphProgram {
  /// The steps in the order in which they run.
  var steps: [StepDescription] {
    switch self {
    case .fixed(let graph):
      graph.steps.map { graph.description(of: $0) }
    case .flexible(let graph):
      graph.entries.map { entry in
        StepDescription(
          place: entry.place, kernel: entry.body.kernel, multiplyAccumulates: 0, byteCount: 0,
          isElided: false)
      }
    }
  }
}

extension GraphPlan {
  /// What lies in the arena, in the order of tensors and steps.
  fileprivate var placements: [GraphReport.Placement] {
    var lifetimes = [ClosedRange<Int>?](repeating: nil, count: tensors.count)
    for (index, step) in steps.enumerated() {
      for tensor in step.inputs + step.outputs where tensor >= 0 {
        lifetimes[tensor] = (lifetimes[tensor]?.lowerBound ?? index)...index
      }
    }
    for tensor in outputs {
      lifetimes[tensor] = (lifetimes[tensor]?.lowerBound ?? steps.count)...steps.count
    }
    // Callers may fill and read them at any time between two runs.
    for tensor in inputs + variables { lifetimes[tensor] = 0...steps.count }
    var placements: [GraphReport.Placement] = []
    for (index, location) in locations.enumerated() {
      guard case .arena(let offset) = location, let lifetime = lifetimes[index] else { continue }
      placements.append(
        GraphReport.Placement(
          tensor: index, name: tensors[index].name, offset: offset,
          byteCount: tensors[index].byteCount, lifetime: lifetime))
    }
    for (index, step) in steps.enumerated() {
      for (offset, byteCount) in zip(step.temporaries, step.step.temporaries) {
        placements.append(
          GraphReport.Placement(
            tensor: nil, name: "", offset: offset, byteCount: byteCount, lifetime: index...index))
      }
    }
    return placements
  }
}
