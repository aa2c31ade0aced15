import Foundation
import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport

/// A folder with a model whose scores are the bytes of its 2×2 input picture.
func exportedFolder() throws -> URL {
  var builder = ModelBuilder()
  let scale = Quantization(scale: 1 / 256, zeroPoint: 0)
  let input = builder.tensor("image", .uint8, [1, 2, 2, 3], quantization: scale)
  let shape = builder.constant("shape", [Int32(1), 12], [2])
  let output = builder.tensor("scores", .uint8, [1, 12], quantization: scale)
  builder.operator(.reshape, inputs: [input, shape], outputs: [output])
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("swiftlet-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let model = builder.build(inputs: [input], outputs: [output])
  try Data(model).write(to: folder.appendingPathComponent("model.tflite"))
  let labels = (0..<12).map { "label \($0)\n" }.joined()
  try Data(labels.utf8).write(to: folder.appendingPathComponent("dict.txt"))
  let manifest =
    #"{"modelFile": "model.tflite", "labelsFile": "dict.txt", "modelType": "IMAGE_LABELING"}"#
  try Data(manifest.utf8).write(to: folder.appendingPathComponent("manifest.json"))
  return folder
}
