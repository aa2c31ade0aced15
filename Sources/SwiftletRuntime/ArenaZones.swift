internal import SwiftletOperators
internal import SwiftletTensor

/// The red zones of an arena, of which there are none but in checked builds.
@safe struct ArenaZones {
  /// For each step, the ends of the tensors and temporaries that it works on.
  private var ends: [[UnsafeMutableRawPointer]] = unsafe []

  /// Lays a zone behind each tensor and temporary of an arena that was placed with room for them.
  init(_ graph: GraphPlan, in arena: AlignedMemory) {
    guard RedZones.isOn else { return }
    for placed in graph.steps {
      var ends: [UnsafeMutableRawPointer] = unsafe []
      for tensor in placed.inputs + placed.outputs where tensor >= 0 {
        guard case .arena(let offset) = graph.locations[tensor] else { continue }
        unsafe ends.append(
          Self.lay(offset, byteCount: graph.tensors[tensor].byteCount, in: arena))
      }
      for (offset, byteCount) in zip(placed.temporaries, placed.step.temporaries) {
        unsafe ends.append(Self.lay(offset, byteCount: byteCount, in: arena))
      }
      unsafe self.ends.append(ends)
    }
  }

  /// Ends the process where a step wrote behind what it works on.
  func check(_ step: Int, _ graph: GraphPlan) {
    let isIntact = unsafe ends[step].allSatisfy { unsafe RedZones.isIntact($0) }
    precondition(isIntact, "\(graph.steps[step].place) wrote behind one of its tensors")
  }

  private static func lay(
    _ offset: Int, byteCount: Int, in arena: AlignedMemory
  ) -> UnsafeMutableRawPointer {
    let limit = offset + MemoryPlanner.rounded(byteCount) + RedZones.byteCount
    precondition(
      offset % MemoryPlanner.alignment == 0 && offset >= 0 && limit <= arena.byteCount,
      "a tensor lies outside the arena")
    let end = unsafe arena.pointer + offset + byteCount
    unsafe RedZones.paint(end)
    unsafe RedZones.poison(end, upTo: arena.pointer + limit)
    return unsafe end
  }
}
