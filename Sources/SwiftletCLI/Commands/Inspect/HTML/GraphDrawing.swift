internal import SwiftletFormat
internal import SwiftletTensor

/// A subgraph as the page draws it: boxes for operators, inputs and outputs, and lines for the tensors
/// between them.
struct GraphDrawing {
  /// A box.
  private struct Box {
    let kind: String
    /// The operator's or tensor's index.
    let index: Int
    let title: String
    let lines: [String]
    let family: String
    /// Whether its values are known before the model runs.
    var isConstant = false

    /// The size that the texts need, by the mean width of letters.
    var size: LayeredLayout.Node {
      let longest = max(
        Double(title.count) * 7.4 + 26, lines.reduce(0) { max($0, Double($1.count) * 6.3 + 22) })
      return LayeredLayout.Node(
        width: min(max(longest, 96), 280),
        height: 26 + (lines.isEmpty ? 0 : 15 * Double(lines.count) + 7), isLow: isConstant)
    }
  }

  private let boxes: [Box]
  private let edges: [(edge: LayeredLayout.Edge, tensor: Int)]
  private let layout: LayeredLayout

  init(ofSubgraph index: Int, in inspection: Inspection) {
    let model = inspection.model
    let graph = model.subgraphs[index]
    func ends(_ tensor: Int, _ kind: String) -> Box {
      let tensor = graph.tensors[tensor]
      let type = inspection.typeName(tensor, of: index) ?? "unknown type"
      let shape = inspection.hasShape(tensor, of: index) ? shapeText(tensor) : "unknown shape"
      return Box(
        kind: kind, index: tensor.index,
        title: Self.shortened(tensor.name.isEmpty ? kind : tensor.name),
        lines: ["\(type) \(shape)"], family: kind)
    }
    var boxes: [Box] = []
    var edges: [(edge: LayeredLayout.Edge, tensor: Int)] = []
    /// The box that last wrote each tensor.
    var writer: [Int: Int] = [:]
    for tensor in graph.inputs where writer[tensor] == nil {
      writer[tensor] = boxes.count
      boxes.append(ends(tensor, "input"))
    }
    for node in graph.operators {
      let box = boxes.count
      let isConstant = node.inputs.allSatisfy { input in
        input < 0 || graph.tensors[input].isConstant
          || writer[input].map { boxes[$0].isConstant } ?? false
      }
      boxes.append(
        Box(
          kind: "operator", index: node.index, title: node.operatorName,
          lines: Self.lines(for: node, in: graph, of: model), family: node.family,
          isConstant: isConstant))
      for tensor in Set(node.inputs).sorted() {
        guard let from = writer[tensor] else { continue }
        edges.append((LayeredLayout.Edge(from: from, to: box), tensor))
      }
      for tensor in node.outputs where tensor >= 0 { writer[tensor] = box }
    }
    for tensor in graph.outputs {
      if let from = writer[tensor] {
        edges.append((LayeredLayout.Edge(from: from, to: boxes.count), tensor))
      }
      boxes.append(ends(tensor, "output"))
    }
    self.boxes = boxes
    self.edges = edges
    layout = LayeredLayout(nodes: boxes.map(\.size), edges: edges.map(\.edge))
  }

  /// The constants of an operator and its activation.
  private static func lines(for node: Node, in graph: Subgraph, of model: Model) -> [String] {
    var lines: [String] = []
    let limit = 4
    for (position, index) in node.inputs.enumerated() where index >= 0 {
      let tensor = graph.tensors[index]
      guard tensor.isConstant else { continue }
      let role = node.role(ofInput: position)
      let value = tensor.shape.elementCount <= 4 ? smallValue(tensor, of: model) : nil
      lines.append(shortened("\(role) \(value ?? shapeText(tensor))"))
    }
    if lines.count > limit {
      let rest = lines.count - limit + 1
      lines = lines.prefix(limit - 1) + ["\(rest) more constants"]
    }
    for option in node.options.map(describe) ?? [] {
      if option.name == "fused_activation_function", case .string(let name) = option.value,
        name != "NONE"
      {
        lines.append(name)
      }
    }
    return lines
  }

  private static func smallValue(_ tensor: Tensor, of model: Model) -> String? {
    guard tensor.sparsity == nil, let bytes = model.constant(tensor),
      let needed = tensor.type.byteCount(elements: tensor.shape.elementCount)
    else { return nil }
    let stored = Array(bytes.elements(as: UInt8.self).prefix(needed))
    return TensorConversion.array(
      stored, type: tensor.type, shape: tensor.shape.dimensions)?.preview(4)
  }

  private static func shortened(_ text: String) -> String {
    text.count > 38 ? "…" + text.suffix(37) : text
  }

  /// The value that the page's script reads: boxes, and for each line its points one after another.
  var json: JSON {
    [
      "width": .double(layout.width), "height": .double(layout.height),
      "boxes": .array(
        zip(boxes, layout.centers).map { box, center in
          [
            "kind": .string(box.kind), "index": .integer(box.index), "title": .string(box.title),
            "lines": .strings(box.lines), "family": .string(box.family),
            "x": tenth(center.x), "y": tenth(center.y), "w": tenth(box.size.width),
            "h": tenth(box.size.height),
          ]
        }),
      "lines": .array(
        zip(edges, layout.routes).map { edge, route in
          [
            "from": .integer(edge.edge.from), "to": .integer(edge.edge.to),
            "tensor": .integer(edge.tensor),
            "points": .array(route.flatMap { [tenth($0.x), tenth($0.y)] }),
          ]
        }),
    ]
  }

  private func tenth(_ value: Double) -> JSON { .double((value * 10).rounded() / 10) }
}

/// A tensor's shape with open extents as question marks.
func shapeText(_ tensor: Tensor) -> String {
  guard let signature = tensor.shapeSignature, signature.dimensions.contains(-1) else {
    return tensor.shape.rank == 0
      ? (tensor.hasRank || tensor.isConstant ? "scalar" : "–") : "\(tensor.shape)"
  }
  return signature.dimensions.map { $0 < 0 ? "?" : "\($0)" }.joined(separator: "×")
}

extension Node {
  /// What an operand is called in the operator's definition.
  fileprivate func role(ofInput position: Int) -> String {
    let roles: [String] =
      switch code {
      case .conv2D, .depthwiseConv2D, .fullyConnected, .conv3D: ["input", "filter", "bias"]
      case .transposeConv: ["shape", "filter", "input", "bias"]
      case .reshape: ["input", "shape"]
      case .pad, .padV2, .mirrorPad: ["input", "paddings", "value"]
      case .transpose: ["input", "permutation"]
      case .mean, .sum, .reduceMax, .reduceMin, .reduceProd, .reduceAny, .reduceAll,
        .argMax, .argMin:
        ["input", "axes"]
      case .gather, .gatherND: ["input", "indices"]
      case .stridedSlice: ["input", "begin", "end", "strides"]
      case .slice: ["input", "begin", "size"]
      case .resizeBilinear, .resizeNearestNeighbor: ["input", "size"]
      default: []
      }
    return roles.indices.contains(position) ? roles[position] : "operand \(position)"
  }

  /// The family that gives a box its colour.
  fileprivate var family: String {
    switch code {
    case .conv2D, .depthwiseConv2D, .fullyConnected, .conv3D, .transposeConv, .conv3DTranspose,
      .batchMatMul, .lstm, .unidirectionalSequenceLSTM, .bidirectionalSequenceLSTM, .rnn, .svdf,
      .unidirectionalSequenceRNN, .bidirectionalSequenceRNN, .stablehloConvolution,
      .stablehloDotGeneral:
      "product"
    case .relu, .relu6, .reluN1To1, .relu0To1, .prelu, .leakyRelu, .elu, .gelu, .hardSwish,
      .logistic, .tanh, .softmax, .logSoftmax:
      "activation"
    case .maxPool2D, .averagePool2D, .l2Pool2D, .mean, .sum, .reduceMax, .reduceMin, .reduceProd,
      .reduceAny, .reduceAll, .argMax, .argMin, .topKV2, .cumsum:
      "reduction"
    case .reshape, .transpose, .concatenation, .split, .splitV, .slice, .stridedSlice, .pad,
      .padV2, .mirrorPad, .pack, .unpack, .gather, .gatherND, .squeeze, .expandDims, .tile,
      .broadcastTo, .shape, .rank, .spaceToDepth, .depthToSpace, .spaceToBatchND,
      .batchToSpaceND, .resizeBilinear, .resizeNearestNeighbor, .reverseV2, .reverseSequence,
      .scatterND, .fill, .zerosLike, .range, .oneHot, .where:
      "movement"
    case .quantize, .dequantize, .cast, .fakeQuant, .densify, .bitcast: "conversion"
    case .if, .while, .call, .callOnce, .varHandle, .readVariable, .assignVariable, .hashtable,
      .hashtableFind, .hashtableImport, .hashtableSize, .stablehloComposite, .stablehloWhile,
      .stablehloCase:
      "control"
    case .custom, .placeholderForGreaterOpCodes: "custom"
    default: "arithmetic"
    }
  }
}
