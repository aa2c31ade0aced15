extension LayerGraph {
  /// Sorts each layer by the medians of its neighbours in the layers above and below, in turn, and
  /// keeps the order with the fewest crossings.
  mutating func orderLayers() {
    var positions = [Double](repeating: 0, count: layer.count)
    func place(_ row: [Int]) {
      for (place, node) in row.enumerated() { positions[node] = Double(place) }
    }
    layers.forEach(place)
    var best = layers
    var fewest = crossings(positions)
    for round in 0..<10 where fewest > 0 {
      let isDown = round % 2 == 0
      for row in isDown ? Array(layers.indices) : layers.indices.reversed() {
        layers[row] = sorted(layers[row], by: isDown ? above : below, positions)
        place(layers[row])
      }
      let count = crossings(positions)
      if count < fewest { (fewest, best) = (count, layers) }
    }
    layers = best
  }

  private func sorted(_ row: [Int], by neighbours: [[Int]], _ positions: [Double]) -> [Int] {
    guard row.count > 1 else { return row }
    let keys = row.enumerated().map { place, node -> (Double, Int) in
      let near = neighbours[node].map { positions[$0] }.sorted()
      guard !near.isEmpty else { return (Double(place), place) }
      let middle = near.count / 2
      let median = near.count % 2 == 1 ? near[middle] : (near[middle - 1] + near[middle]) / 2
      return (median, place)
    }
    return zip(row, keys).sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// How many pairs of edges cross between neighbouring layers.
  private func crossings(_ positions: [Double]) -> Int {
    var count = 0
    for row in layers where row.count > 1 {
      // From left to right by their upper ends, the lower ends of edges that cross are out of order.
      var ends: [Int] = []
      for node in row { ends += below[node].map { Int(positions[$0]) }.sorted() }
      count += inversions(&ends)
    }
    return count
  }

  /// How many pairs are out of order; sorts by merging.
  private func inversions(_ values: inout [Int]) -> Int {
    guard values.count > 1 else { return 0 }
    var left = Array(values[..<(values.count / 2)])
    var right = Array(values[(values.count / 2)...])
    var count = inversions(&left) + inversions(&right)
    var (i, j) = (0, 0)
    for index in values.indices {
      if j == right.count || i < left.count && left[i] <= right[j] {
        values[index] = left[i]
        i += 1
      } else {
        values[index] = right[j]
        j += 1
        count += left.count - i
      }
    }
    return count
  }
}
