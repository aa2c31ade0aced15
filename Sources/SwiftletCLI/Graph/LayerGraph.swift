/// The layers of a graph with the bends of its long edges as further nodes.
struct LayerGraph {
  /// How many bends an edge may pass and yet be told whole beside a longer one with the same bends.
  private static let sharedLength = 64
  /// How many of its bends are told otherwise, without its first node.
  private static let ownLength = 8

  /// The layer of each node and bend.
  var layer: [Int]
  /// Nodes and bends of each layer in their order.
  var layers: [[Int]] = []
  /// The nodes and bends of each edge from its first to its last; empty for edges without a way.
  ///
  /// Long edges of one node are told from where they part, so that what is drawn grows with the edges
  /// and not with their square.
  var ways: [[Int]] = []
  /// The size of each node and bend.
  private(set) var widths: [Double]
  private(set) var heights: [Double]
  /// How many of them are nodes; the others are bends.
  let nodeCount: Int
  /// The neighbours of each in the layers above and below.
  private(set) var above: [[Int]] = []
  private(set) var below: [[Int]] = []

  init(
    nodes: [LayeredLayout.Node], edges: [LayeredLayout.Edge], bendLimit: Int, lane: Double
  ) {
    nodeCount = nodes.count
    widths = nodes.map(\.width)
    heights = nodes.map(\.height)
    // Edges of models lead from earlier to later nodes, which makes one pass enough.
    let isUsable = edges.map { edge in
      nodes.indices.contains(edge.from) && nodes.indices.contains(edge.to) && edge.from < edge.to
    }
    var outgoing = [[Int]](repeating: [], count: nodes.count)
    var incoming = [[Int]](repeating: [], count: nodes.count)
    for (edge, usable) in zip(edges, isUsable) where usable {
      outgoing[edge.from].append(edge.to)
      incoming[edge.to].append(edge.from)
    }
    layer = [Int](repeating: 0, count: nodes.count)
    for node in nodes.indices {
      layer[node] = (incoming[node].map { layer[$0] }.max() ?? -1) + 1
    }
    // Nodes with more ways out than in come down, so that fewer edges are long.
    for node in nodes.indices.reversed()
    where nodes[node].isLow || outgoing[node].count > incoming[node].count {
      if let next = outgoing[node].map({ layer[$0] }).min() { layer[node] = next - 1 }
    }
    layers = [[Int]](repeating: [], count: (layer.max() ?? -1) + 1)
    for node in nodes.indices { layers[layer[node]].append(node) }
    above = [[Int]](repeating: [], count: nodes.count)
    below = above
    addWays(edges, isUsable, bendLimit: bendLimit, lane: lane)
  }

  /// Makes the bends, which edges from one node share as they carry the same values.
  private mutating func addWays(
    _ edges: [LayeredLayout.Edge], _ isUsable: [Bool], bendLimit: Int, lane: Double
  ) {
    var bends = 0
    /// The bends of each node, and the edge that passes all of them.
    var lanes: [Int: (bends: [Int], longest: Int)] = [:]
    let lengths = edges.indices.map { index -> Int? in
      let edge = edges[index]
      guard isUsable[index] else { return nil }
      let needed = layer[edge.to] - layer[edge.from] - 1
      if needed == 0 { connect(edge.from, edge.to) }
      guard needed > 0, bends + needed <= bendLimit else { return 0 }
      var shared = lanes.removeValue(forKey: edge.from) ?? ([], index)
      if shared.bends.count < needed { shared.longest = index }
      while shared.bends.count < needed {
        let bend = layer.count
        let row = layer[edge.from] + 1 + shared.bends.count
        layer.append(row)
        layers[row].append(bend)
        widths.append(lane)
        heights.append(0)
        above.append([])
        below.append([])
        connect(shared.bends.last ?? edge.from, bend)
        shared.bends.append(bend)
        bends += 1
      }
      lanes[edge.from] = shared
      connect(shared.bends[needed - 1], edge.to)
      return needed
    }
    ways = edges.indices.map { index in
      let edge = edges[index]
      guard let length = lengths[index] else { return [] }
      guard length > 0, let lane = lanes[edge.from] else { return [edge.from, edge.to] }
      if length > Self.sharedLength, lane.longest != index {
        return Array(lane.bends[(length - Self.ownLength)..<length]) + [edge.to]
      }
      return [edge.from] + lane.bends[..<length] + [edge.to]
    }
  }

  private mutating func connect(_ upper: Int, _ lower: Int) {
    below[upper].append(lower)
    above[lower].append(upper)
  }
}
