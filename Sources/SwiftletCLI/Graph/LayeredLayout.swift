/// Where the nodes and edges of a directed graph are drawn, from top to bottom.
///
/// The method of Sugiyama, Tagawa and Toda ("Methods for Visual Understanding of Hierarchical System
/// Structures", 1981): layers by longest paths, bends where an edge crosses a layer, orders by
/// medians of neighbours, then places that minimise the squared distance to the neighbours' mean
/// while nodes keep apart.
package struct LayeredLayout {
  /// A node to place, with its size.
  package struct Node {
    package var width: Double
    package var height: Double
    /// Whether it stands as low as its successors allow, instead of as high as its predecessors do.
    package var isLow: Bool

    /// Makes a node.
    package init(width: Double, height: Double, isLow: Bool = false) {
      self.width = width
      self.height = height
      self.isLow = isLow
    }
  }

  /// An edge between two nodes, which leads from the upper to the lower one.
  package struct Edge {
    package var from: Int
    package var to: Int

    /// Makes an edge.
    package init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// A point of the drawing; `y` grows downwards.
  package struct Point: Hashable {
    package var x: Double
    package var y: Double
  }

  /// The middle of each node.
  package private(set) var centers: [Point] = []
  /// The way of each edge, from the lower border of its first node to the upper border of its last.
  ///
  /// A long edge that shares its way with a longer one from the same node begins where they part.
  package private(set) var routes: [[Point]] = []
  /// The size of the drawing.
  package private(set) var width = 0.0
  package private(set) var height = 0.0

  /// Space between neighbours in a layer, and between layers.
  private static let gap = (between: 28.0, layers: 46.0)
  /// The width of the lane that a passing edge takes.
  private static let lane = 10.0
  /// How many bends are made; edges that would need more than remain go straight.
  private static let bendLimit = 40_000

  /// Lays out a graph; edges that would close a cycle, or lead outside, get no way.
  package init(nodes: [Node], edges: [Edge]) {
    var graph = LayerGraph(nodes: nodes, edges: edges, bendLimit: Self.bendLimit, lane: Self.lane)
    graph.orderLayers()
    let x = graph.columns(gap: Self.gap.between, lane: Self.lane)
    let y = graph.rows(gap: Self.gap.layers)
    centers = nodes.indices.map { Point(x: x[$0], y: y[graph.layer[$0]].middle) }
    routes = graph.ways.enumerated().map { index, way in
      guard !way.isEmpty else { return [] }
      let (from, to) = (edges[index].from, edges[index].to)
      var points =
        way[0] == from
        ? [Point(x: x[from], y: centers[from].y + nodes[from].height / 2)]
        : [Point(x: x[way[0]], y: y[graph.layer[way[0]]].bottom)]
      for bend in way[1..<(way.count - 1)] {
        // Through the layer in a straight line.
        let row = y[graph.layer[bend]]
        points.append(Point(x: x[bend], y: row.top))
        points.append(Point(x: x[bend], y: row.bottom))
      }
      points.append(Point(x: x[to], y: centers[to].y - nodes[to].height / 2))
      return points
    }
    width = zip(centers, nodes).reduce(0) { max($0, $1.0.x + $1.1.width / 2) }
    for route in routes { for point in route { width = max(width, point.x) } }
    height = y.last?.bottom ?? 0
  }
}
