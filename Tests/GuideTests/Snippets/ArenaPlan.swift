/// Places buffers in one block of memory, the largest first.
struct ArenaPlan {
  /// A tensor: its bytes, and the first and last step that need it.
  struct Buffer {
    let name: String
    let bytes: Int
    let steps: ClosedRange<Int>
  }

  private(set) var offsets: [Int]
  private(set) var size = 0

  init(_ buffers: [Buffer]) {
    offsets = [Int](repeating: 0, count: buffers.count)
    let bySize = buffers.indices.sorted { first, second in
      let (a, b) = (buffers[first], buffers[second])
      return (-a.bytes, a.steps.lowerBound, first) < (-b.bytes, b.steps.lowerBound, second)
    }
    var placed: [Int] = []
    for index in bySize {
      // What lives at the same time, from the lowest offset up, leaves gaps; the tightest is taken.
      let neighbours =
        placed.filter { buffers[$0].steps.overlaps(buffers[index].steps) }
        .sorted { offsets[$0] < offsets[$1] }
      var best: (offset: Int, gap: Int)?
      var end = 0
      for neighbour in neighbours {
        let gap = offsets[neighbour] - end
        if gap >= buffers[index].bytes, gap < best?.gap ?? .max { best = (end, gap) }
        end = max(end, offsets[neighbour] + buffers[neighbour].bytes)
      }
      offsets[index] = best?.offset ?? end
      size = max(size, offsets[index] + buffers[index].bytes)
      placed.append(index)
    }
  }

  /// The most bytes that are alive at one time, below which no plan can go.
  static func lowerBound(_ buffers: [Buffer]) -> Int {
    buffers.flatMap { [$0.steps.lowerBound, $0.steps.upperBound] }.map { step in
      buffers.reduce(0) { $0 + ($1.steps.contains(step) ? $1.bytes : 0) }
    }.max() ?? 0
  }
}
