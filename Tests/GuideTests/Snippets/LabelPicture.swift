import Foundation
import Swiftlet

/// The labels of a picture, by a model in a folder as AutoML exports it.
func labels(of picture: String, manifest: String) throws -> [String] {
  let model = AutoMLImageLabelerLocalModel(manifestPath: manifest)
  let options = AutoMLImageLabelerOptions(localModel: model)
  options.confidenceThreshold = NSNumber(value: 0.05)
  let labeler = ImageLabeler.imageLabeler(options: options)
  let labels = try labeler.results(in: VisionImage(contentsOf: picture))
  return labels.map { "\($0.index) \($0.text) \($0.confidence)" }
}
