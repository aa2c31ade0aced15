import Foundation
import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport

/// A classifier whose scores are the bytes of its 2×2 input picture, divided by 256.
struct SampleModel {
  /// The labels in the model's own metadata; nil for a model without metadata.
  var labels: [String]?
  /// Bytes that make the file larger.
  var padding = 0
  /// What tells versions of equal size apart.
  var version: UInt8 = 1
  var outputShape = [1, 12]
  var outputCount = 1
  /// The least score in the metadata.
  var threshold: Float?

  static let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"]

  var bytes: [UInt8] {
    var builder = ModelBuilder()
    let quantization = Quantization(scale: 1 / 256, zeroPoint: 0)
    let input = builder.tensor("image", .uint8, [1, 2, 2, 3], quantization: quantization)
    let outputs = (0..<outputCount).map { index in
      let shape = builder.constant(
        "shape\(index)", outputShape.map { Int32($0) }, [outputShape.count])
      let output = builder.tensor("out\(index)", .uint8, outputShape, quantization: quantization)
      builder.operator(.reshape, inputs: [input, shape], outputs: [output])
      return output
    }
    var random = SplitMix64(seed: UInt64(version))
    builder.metadata("padding", (0..<padding).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    guard labels != nil || threshold != nil else {
      return builder.build(inputs: [input], outputs: outputs)
    }
    var output = FlatTable([0: .string("probability")])
    if labels != nil { output[6] = .tables([FlatTable.labels("labels.txt")]) }
    if let threshold {
      output[4] = .tables([FlatTable.unit(3, FlatTable([0: .float(threshold)]))])
    }
    let graph = FlatTable([
      2: .tables([FlatTable([0: .string("image")])]), 3: .tables([output]),
    ])
    let root = FlatTable([3: .tables([graph])])
    builder.metadata("TFLITE_METADATA", FlatBufferBuilder.build(root, identifier: "M001"))
    let model = builder.build(inputs: [input], outputs: outputs)
    guard let labels else { return model }
    let text = labels.map { "\($0)\n" }.joined()
    return model + ZipBuilder([.init("labels.txt", text)]).build()
  }
}
