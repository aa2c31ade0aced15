internal import SwiftletFlatBuffers
internal import SwiftletFormat
internal import SwiftletTensor

extension NodeReader {
  /// The options of a custom operator that keeps them in a map.
  func optionMap() throws(OperatorError) -> FlexValue {
    do {
      return try model?.flexOptions(of: node) ?? .null
    } catch {
      throw .invalid("has malformed options")
    }
  }

  /// The 32-bit integers of a custom operator that keeps them one after the other.
  func optionWords() -> [Int] {
    guard let model, node.customOptions.count > 0 else { return [] }
    return model.bytes(of: node.customOptions).elements(as: Int32.self).map { Int($0) }
  }
}

/// The options of `TFLite_Detection_PostProcess`.
struct DetectionOptions: Sendable {
  let maximumDetections: Int
  let classesPerDetection: Int
  let detectionsPerClass: Int
  let usesRegularSuppression: Bool
  let scoreThreshold: Float
  let overlapThreshold: Float
  let classCount: Int
  /// What encodings are divided by: y, x, height, width.
  let scales: (y: Float, x: Float, height: Float, width: Float)

  init(_ map: FlexValue) throws(OperatorError) {
    func number(_ key: String) -> Float { Float(map[key]?.double ?? 0) }
    maximumDetections = map["max_detections"]?.integer ?? 0
    classesPerDetection = map["max_classes_per_detection"]?.integer ?? 0
    detectionsPerClass = map["detections_per_class"]?.integer ?? 100
    usesRegularSuppression = map["use_regular_nms"]?.bool ?? false
    scoreThreshold = number("nms_score_threshold")
    overlapThreshold = number("nms_iou_threshold")
    classCount = map["num_classes"]?.integer ?? 0
    scales = (number("y_scale"), number("x_scale"), number("h_scale"), number("w_scale"))
    let limit = Int(Int32.max)
    guard 0...limit ~= maximumDetections, 0...limit ~= classesPerDetection,
      maximumDetections * classesPerDetection <= limit, 0...limit ~= classCount
    else {
      throw .invalid(
        "asks for \(maximumDetections) detections of \(classesPerDetection) of \(classCount) classes"
      )
    }
    // Regular suppression, too, has as many slots for its detections as there are classes for each.
    guard classesPerDetection > 0, !usesRegularSuppression || detectionsPerClass > 0 else {
      throw .invalid("asks for no classes or detections")
    }
    guard overlapThreshold > 0, overlapThreshold <= 1 else {
      throw .invalid("has an overlap threshold of \(overlapThreshold), which must be in 0…1")
    }
  }

  /// The detections that outputs have room for.
  var slots: Int { maximumDetections * classesPerDetection }
}
