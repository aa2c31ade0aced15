internal import SwiftletFormat
internal import SwiftletOperators

/// The chains of nodes that LiteRT's delegate turns into one table of 256 bytes each.
///
/// XNNPACK looks for nodes that map each element by itself, the first of bytes, each read by the next
/// alone, takes ten at most, and cuts off what follows the last result of bytes. The table gives what
/// the nodes give, but for a tensor multiplied by itself, which is a square elsewhere and a product
/// in a table (`Mul`), so that the planner has to know.
struct TableChains {
  private static let longest = 10

  /// A chain so far: the tensor it begins with, and the results of its nodes, -1 for one that only
  /// XNNPACK has.
  private struct Chain {
    var tensors: [Int]
    var areBytes: [Bool]

    var nodeCount: Int { tensors.count - 1 }
  }

  /// Whether the graph multiplies a tensor of bytes by itself.
  let matter: Bool
  /// How many nodes and outputs of the graph read each tensor.
  private let readers: [Int]
  /// The chains by their last tensor.
  private var chains: [Int: Chain] = [:]

  init(_ graph: Subgraph) {
    // XNNPACK leaves out nodes whose results nothing needs.
    var readers = [Int](repeating: 0, count: graph.tensors.count)
    for tensor in graph.outputs { readers[tensor] += 1 }
    for node in graph.operators.reversed()
    where node.outputs.isEmpty || node.outputs.contains(where: { $0 >= 0 && readers[$0] > 0 }) {
      for tensor in Set(node.inputs) where tensor >= 0 { readers[tensor] += 1 }
    }
    self.readers = readers
    matter = graph.operators.contains { node in
      node.code == .mul && node.inputs.count == 2 && node.inputs[0] == node.inputs[1]
        && node.inputs[0] >= 0 && graph.tensors[node.inputs[0]].type.isQuantizedByte
    }
  }

  /// Adds the graph's next node, and tells whether it goes on with a chain.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - count: What the operator says of `Operator.elementwiseNodes(_:)`.
  ///   - operands: Its operands.
  /// - Returns: Whether the node is in a table behind another one.
  mutating func add(_ node: Node, of count: Int, _ operands: Operands) -> Bool {
    guard count > 0, node.outputs.count == 1, let result = node.outputs.first, result >= 0,
      readers[result] > 0, let (source, isPair) = source(of: node, operands)
    else { return false }
    let before = chains.removeValue(forKey: source)
    var chain = before.flatMap { readers[source] == 1 ? $0 : nil } ?? start(source, operands, node)
    if chain?.nodeCount == Self.longest { chain = chain.flatMap(Self.rest) }
    let isByte = operands.outputs[0].type.isQuantizedByte
    var first = 1
    if isPair {
      let isInside = chain.map {
        Set(node.inputs).isSubset(of: Set($0.tensors)) && $0.nodeCount > 0
      }
      if isInside != true {
        // The fused activation is a node of its own, which begins a chain behind the pair.
        chain = count > 1 && isByte ? Chain(tensors: [-1], areBytes: [true]) : nil
        first = 2
      }
    }
    guard var chain else { return false }
    let goesOn = first == 1 && chain.nodeCount > 0
    for part in first...count {
      if chain.nodeCount == Self.longest {
        guard let rest = Self.rest(of: chain) else { return goesOn }
        chain = rest
      }
      chain.tensors.append(part == count ? result : -1)
      chain.areBytes.append(isByte)
    }
    chains[result] = chain
    return goesOn
  }

  /// The tensor that the node maps, and whether there is another that is no constant of one element.
  private func source(of node: Node, _ operands: Operands) -> (tensor: Int, isPair: Bool)? {
    let positions = node.inputs.indices.filter { position in
      guard node.inputs[position] >= 0, let info = operands.inputs[position] else { return false }
      return info.constant == nil || info.elementCount != 1
    }
    guard let first = positions.first else { return nil }
    let tensors = positions.map { node.inputs[$0] }
    let last = tensors.first { chains[$0] != nil && readers[$0] == 1 }
    return (last ?? node.inputs[first], positions.count > 1)
  }

  private func start(_ source: Int, _ operands: Operands, _ node: Node) -> Chain? {
    guard let position = node.inputs.firstIndex(of: source), let info = operands.inputs[position],
      info.constant == nil, info.type.isQuantizedByte
    else { return nil }
    return Chain(tensors: [source], areBytes: [true])
  }

  /// What is left of a full chain behind its last result of bytes, where the next one begins.
  private static func rest(of chain: Chain) -> Chain? {
    guard let last = chain.areBytes.lastIndex(of: true), last > 0 else { return nil }
    return Chain(
      tensors: Array(chain.tensors[last...]), areBytes: Array(chain.areBytes[last...]))
  }
}
