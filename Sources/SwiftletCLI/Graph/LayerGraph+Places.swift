extension LayerGraph {
  /// A layer's extent from its upper to its lower border.
  struct Row {
    let top: Double
    let bottom: Double
    var middle: Double { (top + bottom) / 2 }
  }

  /// The extents of the layers, each as high as its highest node.
  func rows(gap: Double) -> [Row] {
    var y = 0.0
    return layers.map { row in
      let height = row.reduce(0) { max($0, heights[$1]) }
      defer { y += height + gap }
      return Row(top: y, bottom: y + height)
    }
  }

  /// The middle of each node and bend, so that the leftmost border is at zero.
  ///
  /// Layer by layer, down and up in turn, each node is drawn to the mean of its neighbours; edges
  /// between bends pull hardest, which makes long edges straight.
  func columns(gap: Double, lane: Double) -> [Double] {
    var x = [Double](repeating: 0, count: layer.count)
    for row in layers {
      var right = 0.0
      for node in row {
        x[node] = right + widths[node] / 2
        right += widths[node] + gap
      }
      let middle = (right - gap) / 2
      for node in row { x[node] -= middle }
    }
    let rounds = 15
    for round in 0..<rounds {
      let isDown = round % 2 == 0
      // The last round goes down, which puts chains in a line.
      let isBoth = (rounds - 4..<rounds - 1).contains(round)
      for row in isDown ? Array(layers.indices) : layers.indices.reversed() {
        settle(layers[row], gap: gap, lane: lane, &x) { node in
          isBoth ? above[node] + below[node] : isDown ? above[node] : below[node]
        }
      }
    }
    let left = layers.joined().reduce(Double.infinity) { min($0, x[$1] - widths[$1] / 2) }
    return left.isFinite ? x.map { $0 - left } : x
  }

  /// Moves the nodes of a layer as near to the mean of their neighbours as their order and sizes
  /// allow: isotonic regression, by joining neighbours that would overlap into blocks.
  private func settle(
    _ row: [Int], gap: Double, lane: Double, _ x: inout [Double], _ neighbours: (Int) -> [Int]
  ) {
    struct Block {
      var sum: Double
      var weight: Double
      var count: Int
      var mean: Double { sum / weight }
    }
    // Distances from the first node if all stood side by side.
    var offsets: [Double] = []
    var blocks: [Block] = []
    for (place, node) in row.enumerated() {
      if place == 0 {
        offsets.append(0)
      } else {
        let previous = row[place - 1]
        let isLanes = node >= nodeCount && previous >= nodeCount
        offsets.append(
          offsets[place - 1] + (widths[node] + widths[previous]) / 2 + (isLanes ? lane : gap))
      }
      // A node without neighbours stays where it is, but gives way.
      var (sum, weight) = (0.01 * x[node], 0.01)
      for other in neighbours(node) {
        let bends = (node >= nodeCount ? 1 : 0) + (other >= nodeCount ? 1 : 0)
        let pull = [1.0, 2, 8][bends]
        sum += pull * x[other]
        weight += pull
      }
      blocks.append(
        Block(sum: sum - weight * offsets[place], weight: weight, count: 1))
      while blocks.count > 1, blocks[blocks.count - 2].mean > blocks[blocks.count - 1].mean {
        let last = blocks.removeLast()
        blocks[blocks.count - 1].sum += last.sum
        blocks[blocks.count - 1].weight += last.weight
        blocks[blocks.count - 1].count += last.count
      }
    }
    var place = 0
    for block in blocks {
      for _ in 0..<block.count {
        x[row[place]] = block.mean + offsets[place]
        place += 1
      }
    }
  }
}
