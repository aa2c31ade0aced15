internal import SwiftletFormat
internal import SwiftletTensor

/// How much an operator computes and how many parameters it has, by the shapes in the file.
struct OperatorWork {
  /// Multiplications with accumulation in one run; 0 for operators that are no sums of products.
  let multiplyAccumulates: Int
  /// The constants whose elements are parameters.
  let parameters: [Tensor]

  /// Looks at a node.
  init(_ node: Node, in graph: Subgraph) {
    func tensor(_ list: [Int], _ position: Int) -> Tensor? {
      list.indices.contains(position) && list[position] >= 0 ? graph.tensors[list[position]] : nil
    }
    func elements(_ tensor: Tensor?) -> Int { tensor?.shape.elementCount ?? 0 }
    let output = tensor(node.outputs, 0)
    let weights = tensor(node.inputs, 1)?.shape.dimensions ?? []
    multiplyAccumulates =
      switch (node.code, weights.count) {
      case (.conv2D, 4): product([elements(output)] + weights[1...])
      case (.depthwiseConv2D, 4): product([elements(output), weights[1], weights[2]])
      case (.transposeConv, 4):
        product([elements(tensor(node.inputs, 2))] + weights[..<3])
      case (.conv3D, 5): product([elements(output)] + weights[..<4])
      case (.fullyConnected, 2): product([elements(output), weights[1]])
      case (.batchMatMul, 2...):
        product([elements(output), Self.depth(of: node, weights)])
      default: 0
      }
    parameters = node.inputs.enumerated().compactMap { position, index in
      guard index >= 0, graph.tensors[index].isConstant else { return nil }
      let tensor = graph.tensors[index]
      return Self.isParameter(tensor, at: position, of: node) ? tensor : nil
    }
  }

  /// The extent over which a product of matrices sums.
  private static func depth(of node: Node, _ right: [Int]) -> Int {
    node.options(as: BatchMatMulOptions.self).adjY ? right[right.count - 1] : right[right.count - 2]
  }

  /// Whether a constant holds learnt values, and not a shape, an axis or indices.
  private static func isParameter(_ tensor: Tensor, at position: Int, of node: Node) -> Bool {
    switch tensor.type {
    case .int32, .int64:
      guard tensor.quantization == nil else { return true }
      switch node.code {
      // The bias of an integer layer may lack its scale.
      case .conv2D, .depthwiseConv2D, .fullyConnected, .conv3D: return position == 2
      case .transposeConv: return position == 3
      default: return false
      }
    case .bool, .string, .resource, .variant, .uint32, .uint64: return false
    default: return true
    }
  }
}

/// A product that stays at the largest integer instead of overflowing.
private func product(_ factors: [Int]) -> Int {
  if factors.contains(0) { return 0 }
  return factors.reduce(1) { product, factor in
    let (result, overflow) = product.multipliedReportingOverflow(by: factor)
    return overflow ? .max : result
  }
}
