internal import SwiftletFormat
internal import SwiftletOperators
internal import SwiftletTensor

/// The tensors of one subgraph while it is planned: shapes and constants become known node by node.
struct GraphTensors {
  private(set) var infos: [TensorInfo]
  private let limits: PlanLimits
  /// What counts the constants that are computed while planning.
  private let folding: MemoryBudget

  private let inputs: [Int]

  /// Takes what the file says.
  init(
    _ graph: Subgraph, of model: Model, limits: PlanLimits, folding: MemoryBudget
  ) throws(PlanError) {
    self.limits = limits
    self.folding = folding
    inputs = graph.inputs
    infos = graph.tensors.map { tensor in
      TensorInfo(
        name: tensor.name, type: tensor.type, shape: tensor.shape,
        quantization: tensor.quantization, constant: model.constant(tensor).map(RedZones.apart),
        isVariable: tensor.isVariable, blockwise: Self.blockScales(of: tensor, graph, model))
    }
    for tensor in graph.tensors {
      guard let sparsity = tensor.sparsity, let stored = infos[tensor.index].constant,
        SparseConstants.canExpand(tensor.type)
      else { continue }
      if let excess = excess(of: infos[tensor.index]) {
        throw .tooLarge("The model cannot be planned: \(excess); raise the limit.")
      }
      guard canFold(byteCount: infos[tensor.index].byteCount) else {
        throw .tooLarge(
          "The model cannot be planned: its sparse constants take more than the limit of "
            + "\(folding.limit) bytes; raise the limit.")
      }
      let dense = SparseConstants.dense(
        stored, sparsity, type: tensor.type, shape: tensor.shape)
      dense.count(in: folding)
      infos[tensor.index].isSparse = true
      infos[tensor.index].constant = TensorBytes(dense)
    }
  }

  /// Checks the inputs, and gives them the shapes that the caller wants.
  ///
  /// - Parameters:
  ///   - shapes: By the positions of the inputs.
  ///   - areStated: Whether they count as those of the file.
  /// - Throws: Where there is no such input, or one is too large or a constant.
  mutating func setInputShapes(
    _ shapes: [Int: Shape], areStated: Bool
  ) throws(PlanError) {
    for (position, shape) in shapes.sorted(by: { $0.key < $1.key }) {
      guard inputs.indices.contains(position) else {
        throw .invalidInput(
          "The model has \(inputs.count) inputs, so there is no input \(position) to resize.")
      }
      let name = infos[inputs[position]].name
      guard shape.rank <= Shape.maximumRank else {
        throw .invalidInput(
          "Input \(position) (\(name)) cannot have \(shape.rank) dimensions; at most "
            + "\(Shape.maximumRank) are possible.")
      }
      infos[inputs[position]].shape = shape
      if areStated { infos[inputs[position]].statedShape = shape }
    }
    for (position, tensor) in inputs.enumerated() {
      guard infos[tensor].constant == nil else {
        throw .invalidInput(
          "Input \(position) (\(infos[tensor].name)) is a constant, which a caller cannot fill; "
            + "convert the model again.")
      }
      guard let excess = excess(of: infos[tensor]) else { continue }
      throw .tooLarge(
        "The model cannot be planned: \(excess); raise the limit or use smaller inputs.")
    }
  }

  /// The scales of a tensor that is quantised by blocks, from the tensor that holds them.
  private static func blockScales(
    of tensor: Tensor, _ graph: Subgraph, _ model: Model
  ) -> BlockScales? {
    guard case .blockwise(let scales, _, let blockSize)? = tensor.quantization?.details,
      graph.tensors.indices.contains(scales)
    else { return nil }
    return BlockScales(
      blockSize: blockSize, type: graph.tensors[scales].type,
      bytes: model.constant(graph.tensors[scales]))
  }

  /// The operands of a node: known inputs, and outputs as the file declares them.
  func operands(of node: Node) -> Operands {
    Operands(
      inputs: node.inputs.map { $0 < 0 ? nil : infos[$0] },
      outputs: node.outputs.map {
        $0 < 0 ? TensorInfo(name: "", type: .float32, shape: []) : infos[$0]
      })
  }

  /// The tensors that carry the quantisation of a node's inner values.
  func intermediates(of node: Node) -> [TensorInfo?] {
    node.intermediates.map { $0 < 0 ? nil : infos[$0] }
  }

  /// Throws where a node reads what is too large to plan, before anything is made that grows with it.
  ///
  /// That is an input of the graph, of which the caller is told later, or a constant of many rows
  /// without elements; constants with elements are as large as the file.
  func checkInputs(of node: Node) throws(OperatorError) {
    for tensor in node.inputs where tensor >= 0 {
      let info = infos[tensor]
      guard info.constant == nil || info.shape.dimensions.contains(0) else { continue }
      if let excess = excess(of: info) { throw .invalid("has too large an operand: \(excess)") }
    }
  }

  /// Fixes the shapes of a node's outputs.
  mutating func setOutputShapes(_ shapes: [Shape], of node: Node) throws(OperatorError) {
    guard shapes.count == node.outputs.count else {
      throw .invalid(
        "has \(node.outputs.count) outputs where its definition gives \(shapes.count)")
    }
    for (tensor, shape) in zip(node.outputs, shapes) where tensor >= 0 {
      guard shape.rank <= Shape.maximumRank else {
        throw .invalid(
          "gives \(shape.rank) dimensions, more than the \(Shape.maximumRank) possible")
      }
      infos[tensor].shape = shape
      if let excess = excess(of: infos[tensor]) {
        throw .invalid("gives too large a result: \(excess)")
      }
    }
  }

  /// Replaces a node's outputs by values computed while planning, if the budget allows it.
  mutating func fold(_ values: [AlignedMemory], of node: Node) {
    for (tensor, value) in zip(node.outputs, values) where tensor >= 0 {
      value.count(in: folding)
      infos[tensor].constant = TensorBytes(value)
      infos[tensor].isFolded = true
      infos[tensor].isUnpacked = node.code == .densify || node.code == .dequantize
    }
  }

  /// Whether constants of this size may still be computed while planning.
  func canFold(byteCount: Int) -> Bool { folding.allows(byteCount) }

  /// What makes a tensor too large to plan, or nil.
  private func excess(of info: TensorInfo) -> String? {
    if let count = info.shape.elementBound {
      if info.type == .string {
        if count <= limits.arenaBytes / TensorValue.stringOverhead { return nil }
      } else if info.type.bitWidth == nil {
        return nil
      }
      if let bytes = info.type.byteCount(elements: count), bytes <= limits.arenaBytes { return nil }
    }
    return "tensor \"\(info.name)\" of shape \(info.shape) exceeds the arena limit of "
      + "\(limits.arenaBytes) bytes"
  }
}
