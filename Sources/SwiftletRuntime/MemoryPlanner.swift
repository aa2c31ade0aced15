internal import SwiftletTensor

/// Places buffers with known lifetimes in one arena.
///
/// Greedy by size with the best gap (Pisarchyk and Lee, "Efficient Memory Management for Deep
/// Neural Net Inference", 2020); the same with the orders "size × lifetime" and "first use" is
/// tried as well, and the smallest arena wins.
package enum MemoryPlanner {
  /// A buffer to place.
  package struct Request: Sendable {
    /// The bytes, a multiple of `alignment`.
    package var byteCount: Int
    /// The first and last step that need the buffer.
    package var lifetime: ClosedRange<Int>

    /// Makes a request and rounds its size up.
    package init(byteCount: Int, lifetime: ClosedRange<Int>) {
      self.byteCount = MemoryPlanner.rounded(byteCount)
      self.lifetime = lifetime
    }
  }

  /// Where each buffer lies, in the order of the requests.
  package struct Layout: Sendable {
    /// Offsets from the start of the arena.
    package var offsets: [Int]
    /// The bytes of the arena.
    package var byteCount: Int
  }

  /// Offsets and sizes are multiples of a cache line.
  package static let alignment = 64

  /// A size rounded up to the alignment.
  package static func rounded(_ byteCount: Int) -> Int {
    (byteCount + alignment - 1) / alignment * alignment
  }

  /// The largest sum of sizes alive at one time, which no layout can beat.
  package static func lowerBound(of requests: [Request]) -> Int {
    var changes: [(time: Int, bytes: Int)] = []
    for request in requests where request.byteCount > 0 {
      changes.append((request.lifetime.lowerBound, request.byteCount))
      changes.append((request.lifetime.upperBound + 1, -request.byteCount))
    }
    changes.sort { ($0.time, $0.bytes) < ($1.time, $1.bytes) }
    var alive = 0
    var most = 0
    for change in changes {
      alive += change.bytes
      most = max(most, alive)
    }
    return most
  }

  /// The number of buffers up to which space is reused; the search takes quadratic time.
  package static let searchLimit = 20_000

  /// Places all buffers; beyond `searchLimit` one after the other.
  package static func place(_ requests: [Request]) -> Layout {
    guard requests.count <= searchLimit else { return placeInSequence(requests) }
    let bound = lowerBound(of: requests)
    var best: Layout?
    for key in keys {
      let layout = place(requests, in: order(of: requests, by: key))
      if layout.byteCount < best?.byteCount ?? .max { best = layout }
      if layout.byteCount == bound { break }
    }
    return best ?? Layout(offsets: [], byteCount: 0)
  }

  /// What orders buffers, largest first.
  private static let keys: [@Sendable (Request) -> Int] = [
    { $0.byteCount },
    { $0.byteCount.multipliedReportingOverflow(by: $0.lifetime.count).partialValue },
    { -$0.lifetime.lowerBound },
  ]

  private static func order(of requests: [Request], by key: (Request) -> Int) -> [Int] {
    let keys = requests.map(key)
    return requests.indices.sorted {
      (-keys[$0], requests[$0].lifetime.lowerBound, $0)
        < (-keys[$1], requests[$1].lifetime.lowerBound, $1)
    }
  }

  private static func place(_ requests: [Request], in order: [Int]) -> Layout {
    var offsets = [Int](repeating: 0, count: requests.count)
    /// Placed buffers by ascending offset.
    var placed: [Int] = []
    var end = 0
    for index in order where requests[index].byteCount > 0 {
      let request = requests[index]
      var bestOffset: Int?
      var bestGap = Int.max
      var free = 0
      for other in placed where requests[other].lifetime.overlaps(request.lifetime) {
        let gap = offsets[other] - free
        if gap >= request.byteCount, gap < bestGap {
          bestGap = gap
          bestOffset = free
        }
        free = max(free, offsets[other] + requests[other].byteCount)
      }
      let offset = bestOffset ?? free
      offsets[index] = offset
      end = max(end, offset + request.byteCount)
      let position = placed.firstIndex { offsets[$0] > offset } ?? placed.endIndex
      placed.insert(index, at: position)
    }
    return Layout(offsets: offsets, byteCount: end)
  }

  /// Places all buffers one after the other with red zones behind them.
  static func placeApart(_ requests: [Request]) -> Layout {
    placeInSequence(
      requests.map {
        Request(byteCount: $0.byteCount + RedZones.byteCount, lifetime: $0.lifetime)
      })
  }

  private static func placeInSequence(_ requests: [Request]) -> Layout {
    var layout = Layout(offsets: [], byteCount: 0)
    for request in requests {
      layout.offsets.append(layout.byteCount)
      layout.byteCount += request.byteCount
    }
    return layout
  }
}
