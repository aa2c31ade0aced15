public import SwiftletFlatBuffers
internal import SwiftletFormat
public import SwiftletTensor

/// What a custom operator knows of a node: operands and options.
public struct CustomOperatorNode: Sendable {
  /// The name by which the file asks for the operator.
  public let name: String
  /// The version that the file asks for.
  public let version: Int
  /// The operands; nil for an optional one that is left out.
  public internal(set) var inputs: [CustomOperatorTensor?]
  /// The results, with the shapes of the file until `CustomOperator.prepare(_:)` gave them theirs.
  public internal(set) var outputs: [CustomOperatorTensor]
  /// The options as a FlexBuffer, in which most writers keep them; nil where they are none.
  public let options: FlexValue?
  private let storedOptions: TensorBytes?

  /// The options as they are stored; empty where there are none.
  public var optionBytes: RawSpan {
    @_lifetime(borrow self)
    get {
      guard let storedOptions else { return RawSpan() }
      return unsafe _overrideLifetime(storedOptions.bytes, borrowing: self)
    }
  }

  init(reading node: NodeReader) {
    name = node.node.customName
    version = node.node.version
    inputs = node.inputs.map { $0.map { CustomOperatorTensor($0) } }
    outputs = node.outputs.map { CustomOperatorTensor($0) }
    let location = node.node.customOptions
    guard let model = node.model, location.count > 0 else {
      storedOptions = nil
      options = nil
      return
    }
    storedOptions = model.bytes(of: location)
    // Other bytes are no fault: what they mean is between the operator and its writer.
    options = try? model.flexOptions(of: node.node)
  }
}

/// A tensor as a custom operator sees it.
public struct CustomOperatorTensor: Sendable {
  /// The name in the file, possibly empty.
  public let name: String
  /// The element type.
  public let type: ElementType
  /// The shape in the coming run.
  public internal(set) var shape: Shape
  /// How integers stand for reals, or nil where they do not.
  public let quantization: Quantization?
  /// Whether the value is known while planning.
  public var isConstant: Bool { constant != nil }
  let constant: TensorBytes?

  /// The bytes of a constant; empty for other tensors.
  public var constantBytes: RawSpan {
    @_lifetime(borrow self)
    get {
      guard let constant else { return RawSpan() }
      return unsafe _overrideLifetime(constant.bytes, borrowing: self)
    }
  }

  /// The elements of a constant; none for other tensors.
  public func constantElements<Element: BitwiseCopyable>(as type: Element.Type) -> [Element] {
    constant?.elements(as: type) ?? []
  }

  init(_ info: TensorInfo) {
    name = info.name
    type = info.type
    shape = info.shape
    quantization = info.quantization
    constant = info.constant
  }
}
