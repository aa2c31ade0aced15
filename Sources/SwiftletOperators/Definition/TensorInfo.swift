package import SwiftletTensor

/// What is known of a tensor at planning: its type, the shape it will have and, for constants,
/// its bytes.
package struct TensorInfo: Sendable {
  /// The name in the file, for messages.
  package var name: String
  /// The element type.
  package var type: ElementType
  /// The shape at run time; `byteCount` of a planned tensor fits the planner's limit.
  package var shape: Shape
  /// The shape that the file states, or an input's at the first plan.
  ///
  /// LiteRT's delegate chooses its nodes before any node has told the shapes of its results, so that
  /// what a computed tensor turns out to be does not count.
  package var statedShape: Shape
  /// How integers stand for reals.
  package var quantization: Quantization?
  /// The bytes of a constant from the file or of one folded while planning.
  package var constant: TensorBytes?
  /// Whether the constant was computed while planning and is none of the file.
  package var isFolded = false
  /// Whether it was computed by nodes that LiteRT's delegate runs itself while it takes weights.
  package var isUnpacked = false
  /// Whether the tensor keeps its value between runs.
  package var isVariable: Bool
  /// Whether the constant is sparse in the file; here it is dense.
  package var isSparse = false
  /// The scales of blocks, where the quantisation is by blocks.
  package var blockwise: BlockScales?

  /// Makes a description from its parts.
  package init(
    name: String, type: ElementType, shape: Shape, quantization: Quantization? = nil,
    constant: TensorBytes? = nil, isVariable: Bool = false, blockwise: BlockScales? = nil
  ) {
    self.name = name
    self.type = type
    self.shape = shape
    statedShape = shape
    self.quantization = quantization
    self.constant = constant
    self.isVariable = isVariable
    self.blockwise = blockwise
  }

  /// The number of elements.
  package var elementCount: Int { shape.elementCount }

  /// The bytes that the elements take; 0 for types without a fixed size.
  package var byteCount: Int { type.byteCount(elements: elementCount) ?? 0 }

  /// Whether the file has the value.
  ///
  /// LiteRT's delegate takes some nodes only where it knows axes and sizes from there.
  package var isStatic: Bool { constant != nil && !isFolded }

  /// Whether LiteRT's delegate can take the tensor for weights.
  package var isStaticWeight: Bool { constant != nil && (!isFolded || isUnpacked) }

  /// Whether the file states the shape of an image that is not empty.
  var statesImage: Bool { statedShape.rank == 4 && statesElements }

  /// Whether LiteRT's delegate takes the shape that the file states for an elementwise operand.
  var statesElements: Bool {
    statedShape.rank <= 6 && statedShape.dimensions.allSatisfy { $0 > 0 }
  }

  /// The one scale of the tensor, or nil where it has none or several.
  package var scale: Float? {
    guard let quantization, quantization.scales.count == 1 else { return nil }
    return quantization.scales[0]
  }

  /// The one zero point of the tensor; 0 where it has none or several.
  package var zeroPoint: Int {
    guard let quantization, quantization.zeroPoints.count == 1 else { return 0 }
    return quantization.zeroPoints[0]
  }

  /// Whether LiteRT's delegate takes the quantisation: bytes need scales, and those of one scale
  /// must name the first axis, although no axis matters for them.
  package var isDelegable: Bool {
    guard type == .int8 || type == .uint8 else { return true }
    guard let quantization, !quantization.scales.isEmpty else { return false }
    return quantization.scales.count > 1 || quantization.axis == 0
  }

  /// Whether LiteRT's delegate takes the tensor for the bias of a product of bytes: integers need
  /// scales, which it does not use otherwise, and zero points of 0.
  var isDelegableBias: Bool {
    guard type == .int32 else { return true }
    guard let quantization, !quantization.scales.isEmpty else { return false }
    return quantization.scales.allSatisfy { $0.isNormal && $0 > 0 }
      && quantization.zeroPoints.allSatisfy { $0 == 0 }
  }

  /// Whether two tensors share one scale and zero point, or have none.
  package func hasSameQuantization(as other: TensorInfo) -> Bool {
    scale == other.scale && zeroPoint == other.zeroPoint
  }
}

/// One scale for each block of the last axis of a tensor.
package struct BlockScales: Sendable {
  /// The elements of a block.
  package var blockSize: Int
  /// The type of the scales.
  package var type: ElementType
  /// The scales in the order of the blocks; nil where they are no constant.
  package var bytes: TensorBytes?

  /// Makes a description from its parts.
  package init(blockSize: Int, type: ElementType, bytes: TensorBytes?) {
    self.blockSize = blockSize
    self.type = type
    self.bytes = bytes
  }
}
