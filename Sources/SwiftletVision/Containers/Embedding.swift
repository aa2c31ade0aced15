public import Foundation

/// The feature vector that one output tensor of an embedder gives.
#if canImport(ObjectiveC)
@objc(MPPEmbedding)
#endif
public final class Embedding: NSObject, Sendable {
  /// The elements, or nil for a quantised embedding.
  public let floatValues: [Float]?

  /// The elements as signed bytes, or nil for an embedding of floats.
  public let quantizedValues: [Int8]?

  /// Which output tensor this is.
  public let headIndex: Int

  /// The name of the output in the model's metadata, or nil where it gives none.
  public let headName: String?

  /// The elements as numbers, or nil for a quantised embedding.
  public var floatEmbedding: [NSNumber]? { floatValues?.map { NSNumber(value: $0) } }

  /// The elements as numbers of signed bytes, −128 to 127, or nil for an embedding of floats.
  public var quantizedEmbedding: [NSNumber]? { quantizedValues?.map { NSNumber(value: $0) } }

  /// An embedding from numbers.
  ///
  /// - Parameters:
  ///   - floatEmbedding: The elements, or nil.
  ///   - quantizedEmbedding: The elements as signed bytes, or nil.
  ///   - head: Which output tensor this is.
  ///   - headName: The name of the output, or nil.
  public convenience init(
    floatEmbedding: [NSNumber]?, quantizedEmbedding: [NSNumber]?, head: Int, headName: String?
  ) {
    self.init(
      floatValues: floatEmbedding?.map(\.floatValue),
      quantizedValues: quantizedEmbedding?.map(\.int8Value), head: head, headName: headName)
  }

  /// An embedding from plain values.
  ///
  /// - Parameters:
  ///   - floatValues: The elements, or nil.
  ///   - quantizedValues: The elements as signed bytes, or nil.
  ///   - head: Which output tensor this is.
  ///   - headName: The name of the output, or nil.
  public init(
    floatValues: [Float]?, quantizedValues: [Int8]? = nil, head: Int, headName: String? = nil
  ) {
    self.floatValues = floatValues
    self.quantizedValues = quantizedValues
    headIndex = head
    self.headName = headName
  }

  /// The lines of a printed result; `isOnly` when there is no other head.
  func lines(number: Int, isOnly: Bool) -> [String] {
    let name = isOnly ? "sole embedding head" : headName ?? ""
    let kind = floatValues == nil ? "quantized_embedding" : "float_embedding"
    let values = floatValues?.map { "\($0)" } ?? quantizedValues?.map { "\($0)" } ?? []
    // The guides show both ends of a long vector.
    let shown = values.count > 8 ? values.prefix(3) + ["..."] + values.suffix(5) : values[...]
    return [
      "  Embedding #\(number)" + (name.isEmpty ? ":" : " (\(name)):"),
      "    \(kind): {\(shown.joined(separator: ", "))}", "    head_index: \(headIndex)",
    ]
  }

  /// The kind, both ends of the vector and the head.
  public override var description: String {
    lines(number: 0, isOnly: false).joined(separator: "\n")
  }
}
