/// A step of a called graph in one run.
package struct CalledStep: Sendable {
  /// Where it stands in the file.
  package let place: NodePlace
  /// How many times its graph was called.
  package let calls: Int
  /// What all calls together took; steps that call graphs themselves contain those.
  package let nanoseconds: Int
}

/// The times of the graphs that one run calls.
final class CallTimes: WatchingHost {
  private struct Counters {
    let runner: any GraphRunner
    var calls = 0
    var nanoseconds: [Int]
  }

  let session: SessionState
  /// By subgraph; those of a graph that is running are with its call.
  private var counters: [Int: Counters] = [:]
  private var sums: [NodePlace: (calls: Int, nanoseconds: Int)] = [:]

  init(_ session: SessionState) { self.session = session }

  func run(_ callee: any GraphRunner, of subgraph: Int) throws(RunError) {
    var own = takeCounters(of: subgraph, for: callee)
    own.calls += 1
    do throws(RunError) { try callee.run(timing: &own.nanoseconds, in: self) } catch {
      counters[subgraph] = own
      throw error
    }
    counters[subgraph] = own
  }

  /// All steps in the order of subgraphs and nodes.
  func steps() -> [CalledStep] {
    for counter in counters.values { add(counter) }
    counters = [:]
    return sums.map { CalledStep(place: $0, calls: $1.calls, nanoseconds: $1.nanoseconds) }
      .sorted { ($0.place.subgraph, $0.place.index) < ($1.place.subgraph, $1.place.index) }
  }

  /// The counters of a graph, which start anew where it was planned anew.
  private func takeCounters(of subgraph: Int, for runner: any GraphRunner) -> Counters {
    if let counter = counters.removeValue(forKey: subgraph) {
      if counter.runner === runner { return counter }
      add(counter)
    }
    return Counters(
      runner: runner, nanoseconds: [Int](repeating: 0, count: runner.places.count))
  }

  private func add(_ counter: Counters) {
    // A composite's steps share its place.
    var seen: Set<NodePlace> = []
    for (place, time) in zip(counter.runner.places, counter.nanoseconds) {
      var sum = sums[place] ?? (0, 0)
      if seen.insert(place).inserted { sum.calls += counter.calls }
      sum.nanoseconds += time
      sums[place] = sum
    }
  }
}
