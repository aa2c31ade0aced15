internal import Foundation
internal import SwiftletFormat
internal import SwiftletTensor

/// Checks that are the same for the outputs of several tasks.
enum OutputTensors {
  /// Refuses element types that a task does not read, and mixtures of quantised and float outputs.
  ///
  /// - Parameters:
  ///   - graph: The model's main graph.
  ///   - types: The types that are read, in the order in which the message names them.
  ///   - extended: Whether int8 outputs are read too.
  /// - Throws: An `NSError` that names the first output at fault.
  static func checkTypes(_ graph: Subgraph, _ types: [ElementType], extended: Bool) throws {
    var quantized = 0
    for (index, output) in graph.outputs.enumerated() {
      let type = graph.tensors[output].type
      guard types.contains(type) || extended && type == .int8 else {
        let names = types.map(\.schemaName).joined(separator: " or ")
        throw NSError.invalidModel(
          "Expected output tensor at index \(index) to have type \(names), found "
            + "\(type.schemaName) instead.")
      }
      if type != .float32 { quantized += 1 }
    }
    guard quantized == 0 || quantized == graph.outputs.count else {
      throw NSError.invalidModel(
        "Expected either all or none of the output tensors to be quantized, but found "
          + "\(quantized) quantized outputs for \(graph.outputs.count) total outputs.")
    }
  }

  /// Refuses metadata that describes another number of outputs than the model has.
  static func checkMetadataCount(_ resources: ModelResources) throws {
    guard let metadata = resources.metadata else { return }
    let count = resources.graph.outputs.count
    guard metadata.outputs.count == count else {
      throw NSError.invalidModel(
        "Mismatch between number of output tensors (\(count)) and output tensors metadata "
          + "(\(metadata.outputs.count)).")
    }
  }
}

/// Reads an output as real numbers: `scale · (q − zeroPoint)` where it is quantised.
struct RealReader: Sendable {
  private let type: ElementType
  private let scale: Float
  private let zeroPoint: Int

  init(_ tensor: Tensor) {
    type = tensor.type
    scale = tensor.quantization?.scales.first ?? 1
    zeroPoint = tensor.quantization?.zeroPoints.first ?? 0
  }

  func read(_ bytes: RawSpan) -> [Float] {
    switch type {
    case .float32:
      (0..<bytes.byteCount / 4).map { index in
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 4 * index, as: Float.self)
      }
    case .int8:
      (0..<bytes.byteCount).map { index in
        real(Int(unsafe bytes.unsafeLoad(fromByteOffset: index, as: Int8.self)))
      }
    default:
      (0..<bytes.byteCount).map { index in
        real(Int(unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)))
      }
    }
  }

  private func real(_ quantized: Int) -> Float { scale * Float(quantized - zeroPoint) }
}
