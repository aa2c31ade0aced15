/// A box that may be chosen.
struct Candidate: BitwiseCopyable {
  var index: Int
  var score: Float
  /// The first of the chosen boxes that it was not yet compared with.
  var firstRival = 0
}

/// Candidates of which the one with the highest score comes first: a binary heap in memory of others.
///
/// Equal scores come in the order of the C++ library's priority queue, on which LiteRT's choice
/// depends.
@safe struct CandidateQueue {
  private let heap: UnsafeMutablePointer<Candidate>
  /// The number of candidates.
  private(set) var count = 0

  /// Makes an empty queue.
  ///
  /// - Parameter memory: Room for all candidates that are in the queue at one time.
  @unsafe init(_ memory: UnsafeMutableRawPointer) {
    unsafe heap = memory.assumingMemoryBound(to: Candidate.self)
  }

  /// Adds a candidate.
  mutating func push(_ candidate: Candidate) {
    count += 1
    raise(candidate, from: count - 1)
  }

  /// Takes out the first candidate.
  mutating func pop() -> Candidate? {
    guard count > 0 else { return nil }
    let first = unsafe heap[0]
    count -= 1
    guard count > 0 else { return first }
    // The gap sinks to the bottom whatever takes its place, and the last element rises from there.
    let last = unsafe heap[count]
    var gap = 0
    while 2 * gap + 2 < count {
      var child = 2 * gap + 2
      if unsafe heap[child].score < heap[child - 1].score { child -= 1 }
      unsafe heap[gap] = heap[child]
      gap = child
    }
    if 2 * gap + 2 == count {
      unsafe heap[gap] = heap[2 * gap + 1]
      gap = 2 * gap + 1
    }
    raise(last, from: gap)
    return first
  }

  private func raise(_ candidate: Candidate, from start: Int) {
    var gap = start
    while gap > 0, unsafe heap[(gap - 1) / 2].score < candidate.score {
      unsafe heap[gap] = heap[(gap - 1) / 2]
      gap = (gap - 1) / 2
    }
    unsafe heap[gap] = candidate
  }
}
