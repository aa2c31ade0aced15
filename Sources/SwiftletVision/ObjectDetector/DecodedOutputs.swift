internal import Foundation
internal import SwiftletFlatBuffers
internal import SwiftletFormat
internal import SwiftletRuntime
internal import SwiftletTensor

/// Boxes, classes, scores and a count, as `TFLite_Detection_PostProcess` gives them.
struct DecodedOutputs: DetectionDecoder {
  private let outputs: DetectorOutputs
  private let selection: DetectionSelection
  private let readers: [RealReader]
  /// How many classes the model gives for each box.
  private let classesPerBox: Int
  let classCount: Int?

  init(
    _ resources: ModelResources, _ outputs: DetectorOutputs, _ selection: DetectionSelection
  ) throws {
    self.outputs = outputs
    self.selection = selection
    let graph = resources.graph
    readers = graph.outputs.map { RealReader(graph.tensors[$0]) }
    let postProcess = graph.operators.first {
      $0.customName == "TFLite_Detection_PostProcess"
    }
    let options = try postProcess.flatMap { node in
      do { return try resources.model.flexOptions(of: node) } catch {
        throw ModelResources.buildError("\(error)")
      }
    }
    classesPerBox = max(options?["max_classes_per_detection"]?.integer ?? 1, 1)
    classCount = options?["num_classes"]?.integer
  }

  func detections(in session: borrowing Session) throws -> [RawDetection] {
    let boxes = readers[outputs.location].read(session.outputBytes(outputs.location))
    let scores = readers[outputs.score].read(session.outputBytes(outputs.score))
    let (category, number) = (outputs.category ?? 0, outputs.count ?? 0)
    let classes = readers[category].read(session.outputBytes(category))
    let count = readers[number].read(session.outputBytes(number)).first.map { Self.index($0) } ?? 0
    guard boxes.count == 4 * scores.count, classes.count == scores.count else {
      throw NSError.engine(
        .internalError,
        "The model's outputs have \(boxes.count) box values, \(classes.count) classes and "
          + "\(scores.count) scores, which do not belong together.")
    }
    var found: [RawDetection] = []
    let slots = scores.count / classesPerBox
    for slot in 0..<max(0, min(count, slots)) {
      if selection.isComplete(found.count) { break }
      let first = slot * classesPerBox
      let wanted = (first..<first + classesPerBox).compactMap { entry in
        selection.selected(Self.index(classes[entry]), scores[entry])
      }
      let values = boxes[4 * first..<4 * first + 4].map { $0 }
      let order = outputs.boxOrder
      let box = RelativeBox(
        left: values[order[0]], top: values[order[1]], right: values[order[2]],
        bottom: values[order[3]])
      guard !wanted.isEmpty, box.isValid else { continue }
      found.append(RawDetection(box: box, classes: wanted, keypoints: []))
    }
    return found
  }

  /// A number that stands for an integer; −1 where it stands for none.
  private static func index(_ value: Float) -> Int {
    value.magnitude < 1e9 ? Int(value) : -1
  }
}
