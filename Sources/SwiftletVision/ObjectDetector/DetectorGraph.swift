internal import Foundation
internal import SwiftletFormat
internal import SwiftletImage
internal import SwiftletRuntime
internal import SwiftletTensor

/// A detector's model with everything before and after it.
struct DetectorGraph: TaskGraph {
  private let runner: TaskRunner
  private let decoder: any DetectionDecoder
  private let labels: LabelMap
  private let keepsIndex: Bool

  /// Opens and checks the model in upstream's order.
  init(_ options: ObjectDetectorOptions) throws {
    let resources = try ModelResources(options.baseOptions)
    try options.check(endsInPeriod: false)
    guard resources.model.subgraphs.count == 1 else {
      throw NSError.invalidModel(
        "Expected a model with a single subgraph, found \(resources.model.subgraphs.count).")
    }
    guard resources.metadata != nil else {
      throw NSError.invalidModel(
        "Object detection models require TFLite Model Metadata but none was found")
    }
    let input = try ImageInput(resources, options)
    let outputs = try DetectorOutputs(resources, extended: options.inputMean != nil)
    labels = try options.labels(
      resources, resources.outputMetadata(outputs.labelled),
      type: outputs.isDecoded ? .tensorValueLabels : .tensorAxisLabels)
    let selection = try DetectionSelection(resources, outputs, options, labels)
    runner = try TaskRunner(resources, input, options.baseOptions.planOptions)
    decoder =
      outputs.isDecoded
      ? try DecodedOutputs(resources, outputs, selection)
      : try AnchoredOutputs(resources, outputs, selection)
    keepsIndex = !options.upstreamCompatible
    if let path = options.labelsPath {
      try options.check(
        labels, path: path, classes: try decoder.classCount ?? ownLabelCount(resources, outputs))
    }
  }

  /// How many labels the model itself has; nil for none.
  private func ownLabelCount(
    _ resources: ModelResources, _ outputs: DetectorOutputs
  ) throws -> Int? {
    let own = try LabelMap(
      resources, resources.outputMetadata(outputs.labelled),
      type: outputs.isDecoded ? .tensorValueLabels : .tensorAxisLabels, locale: "")
    return own.names.isEmpty ? nil : own.names.count
  }

  func result(
    _ image: any PixelSource, _ framing: Framing, time: Int
  ) throws -> ObjectDetectorResult {
    let found = try runner.run(image, framing) { session in
      try decoder.detections(in: session)
    }
    let projection = BoxProjection(
      framing, width: image.width, height: image.height)
    return ObjectDetectorResult(
      detections: merged(
        found.map { (projection.pixels(of: $0.box), $0.classes, projection.points($0.keypoints)) }),
      timestampInMilliseconds: time)
  }

  /// Objects in equal boxes become one with the categories of all.
  private func merged(
    _ found: [(box: CGRect, classes: [ScoredClass], keypoints: [CGPoint])]
  ) -> [Detection] {
    var boxes: [CGRect] = []
    var classes: [[ScoredClass]] = []
    var keypoints: [[CGPoint]] = []
    for detection in found {
      if let index = boxes.firstIndex(of: detection.box) {
        classes[index] += detection.classes
      } else {
        boxes.append(detection.box)
        classes.append(detection.classes)
        keypoints.append(detection.keypoints)
      }
    }
    return boxes.indices.map { index in
      Detection(
        categories: classes[index].map(category), boundingBox: boxes[index],
        keypoints: keypoints[index].isEmpty
          ? nil
          : keypoints[index].map { NormalizedKeypoint(location: $0, label: nil, score: 0) })
    }
  }

  private func category(_ found: ScoredClass) -> ResultCategory {
    let isNamed = labels.names.indices.contains(found.index)
    return ResultCategory(
      index: isNamed && !keepsIndex ? -1 : found.index, score: found.score,
      categoryName: isNamed ? labels.names[found.index] : nil,
      displayName: isNamed ? labels.displayNames?[found.index] : nil)
  }
}
