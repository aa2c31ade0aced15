import SwiftletCLI
import SwiftletTestSupport
import Testing

/// Graphs are drawn from top to bottom, without boxes on one another.
@Suite struct LayeredLayoutTests {
  private typealias Node = LayeredLayout.Node
  private typealias Edge = LayeredLayout.Edge

  private func box(_ isLow: Bool = false) -> Node { Node(width: 100, height: 40, isLow: isLow) }

  @Test func chainsAreStraightAndGoDown() {
    let layout = LayeredLayout(
      nodes: (0..<5).map { _ in box() }, edges: (0..<4).map { Edge(from: $0, to: $0 + 1) })
    #expect(Set(layout.centers.map { ($0.x * 10).rounded() }).count == 1)
    #expect(zip(layout.centers, layout.centers.dropFirst()).allSatisfy { $0.y + 40 < $1.y })
    for route in layout.routes { #expect(route.count == 2 && route[0].y < route[1].y) }
  }

  /// A diamond with an edge past its middle layer.
  @Test func longEdgesPassBesideBoxes() throws {
    let layout = LayeredLayout(
      nodes: (0..<4).map { _ in box() },
      edges: [
        Edge(from: 0, to: 1), Edge(from: 0, to: 2), Edge(from: 1, to: 3), Edge(from: 2, to: 3),
        Edge(from: 0, to: 3),
      ])
    #expect(abs(layout.centers[1].x - layout.centers[2].x) >= 100)
    let long = layout.routes[4]
    #expect(long.count == 4)
    for node in 1...2 {
      #expect(abs(long[1].x - layout.centers[node].x) >= 50)
    }
  }

  @Test func twoChainsDoNotCross() {
    // Ends in the opposite order of their beginnings, which the order of layers undoes.
    let layout = LayeredLayout(
      nodes: (0..<4).map { _ in box() }, edges: [Edge(from: 0, to: 3), Edge(from: 1, to: 2)])
    let (first, second) = (layout.centers[0].x, layout.centers[1].x)
    #expect((first < second) == (layout.centers[3].x < layout.centers[2].x))
  }

  @Test func lowNodesStandAboveTheirReaders() {
    let edges = [Edge(from: 0, to: 1), Edge(from: 1, to: 3), Edge(from: 2, to: 3)]
    let high = LayeredLayout(nodes: [box(), box(), box(), box()], edges: edges)
    let chain = edges + [Edge(from: 4, to: 5), Edge(from: 5, to: 6), Edge(from: 3, to: 6)]
    let low = LayeredLayout(
      nodes: [box(), box(), box(), box(), box(true), box(true), box()], edges: chain)
    #expect(high.centers[2].y == high.centers[1].y)
    #expect(low.centers[5].y == low.centers[3].y && low.centers[4].y == low.centers[1].y)
  }

  /// A chain whose nodes all read the first one too: its drawing must not grow with the square.
  @Test func longEdgesOfOneNodeAreToldFromWhereTheyPart() throws {
    let count = 600
    let chain = (1..<count).map { Edge(from: $0 - 1, to: $0) }
    let fan = (2..<count).map { Edge(from: 0, to: $0) }
    let layout = LayeredLayout(nodes: (0..<count).map { _ in box() }, edges: chain + fan)
    let routes = layout.routes.suffix(fan.count)
    let whole = try #require(routes.last)
    let points = Set(whole)
    #expect(whole.count == 2 * (count - 2) + 2 && whole[0].y == layout.centers[0].y + 20)
    #expect(routes.reduce(0) { $0 + $1.count } < 40 * count)
    for (edge, route) in zip(fan, routes) {
      let end = try #require(route.last)
      #expect(end.x == layout.centers[edge.to].x && end.y == layout.centers[edge.to].y - 20)
      #expect(route.dropLast().allSatisfy { points.contains($0) })
      #expect(edge.to - edge.from > 65 || route[0] == whole[0])
    }
  }

  /// Whatever the graph, boxes keep apart, edges go down and all numbers are finite.
  @Test func randomGraphsKeepApart() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<60 {
      let count = Int.random(in: 0...60, using: &random)
      let nodes = (0..<count).map { _ in
        Node(
          width: .random(in: 20...200, using: &random),
          height: .random(in: 20...90, using: &random), isLow: .random(using: &random))
      }
      // Edges that lead backwards or outside get no way.
      let edges = (0..<(2 * count)).map { _ in
        Edge(
          from: Int.random(in: -1...count, using: &random),
          to: Int.random(in: -1...count, using: &random))
      }
      let layout = LayeredLayout(nodes: nodes, edges: edges)
      #expect(layout.centers.count == count && layout.routes.count == edges.count)
      #expect(layout.centers.allSatisfy { $0.x.isFinite && $0.y.isFinite })
      for (edge, route) in zip(edges, layout.routes) {
        let isUsable = edge.from >= 0 && edge.from < edge.to && edge.to < count
        #expect(isUsable == !route.isEmpty)
        #expect(zip(route, route.dropFirst()).allSatisfy { $0.y <= $1.y })
      }
      for a in nodes.indices {
        for b in nodes.indices where b > a {
          let (p, q) = (layout.centers[a], layout.centers[b])
          let x = abs(p.x - q.x) - (nodes[a].width + nodes[b].width) / 2
          let y = abs(p.y - q.y) - (nodes[a].height + nodes[b].height) / 2
          #expect(max(x, y) > -0.01)
        }
      }
    }
  }
}
