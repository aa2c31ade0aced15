/// An operator in an error: `Operator 3 (CONV_2D) of subgraph 0`.
struct NodeName: CustomStringConvertible {
  let subgraph: Int
  let index: Int
  let code: OperatorCode

  var description: String {
    "Operator \(index) (\(code.name)) of subgraph \(subgraph)"
  }
}

/// A tensor in an error: `Tensor 4 "conv/weights" of subgraph 0`.
struct TensorName: CustomStringConvertible {
  let subgraph: Int
  let index: Int
  let name: String

  var description: String {
    name.isEmpty
      ? "Tensor \(index) of subgraph \(subgraph)"
      : "Tensor \(index) \"\(name)\" of subgraph \(subgraph)"
  }
}
