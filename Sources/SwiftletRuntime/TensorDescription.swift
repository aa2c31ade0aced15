internal import SwiftletFormat
internal import SwiftletOperators
public import SwiftletTensor

/// What a caller needs to know of an input or output.
public struct TensorDescription: Sendable, Hashable {
  /// The name in the file, possibly empty.
  public let name: String
  /// The element type.
  public let type: ElementType
  /// The shape in the coming runs.
  public let shape: Shape
  /// The shape with −1 for extents that may change, or nil where the file has none.
  public let shapeSignature: Shape?
  /// How integers stand for reals, or nil where they do not.
  public let quantization: Quantization?

  /// The bytes of the tensor; 0 for types without a fixed size.
  public var byteCount: Int { type.byteCount(elements: shape.elementCount) ?? 0 }

  init(_ info: TensorInfo, declared: Tensor) {
    name = info.name
    type = info.type
    shape = info.shape
    shapeSignature = declared.shapeSignature
    quantization = info.quantization
  }
}
