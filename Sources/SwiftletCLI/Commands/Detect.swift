internal import Foundation
internal import SwiftletVision

/// `swiftlet detect`: the objects in images.
struct Detect: Command {
  static let syntax = CommandSyntax(
    name: "detect", summary: "Finds objects in images.", operands: "IMAGE…",
    operandCount: 1...Int.max, operandHelp: ImageFlags.operandHelp,
    flags: CategoryFlags.all + ImageFlags.all + CommonFlags.all)

  private let images: ImageChoices
  private let categories: CategoryChoices
  private let engine: EngineChoices

  init(_ arguments: ParsedArguments) throws(CommandError) {
    images = try ImageChoices(arguments)
    categories = try CategoryChoices(arguments)
    engine = try EngineChoices(arguments)
    guard images.model != nil else {
      throw .usage("The model is missing (--model M); see \"swiftlet detect --help\".")
    }
  }

  func run() throws(CommandError) -> Bool {
    try engine.check()
    let model = try images.modelPath()
    let detector = try taskResult { try ObjectDetector(options: options(model)) }
    if !engine.json {
      try Console.print(printable(URL(fileURLWithPath: model).lastPathComponent))
    }
    return try forEachImage(in: images.paths, json: engine.json) { path throws(CommandError) in
      let result = try taskResult {
        try detector.detect(
          image: try MPImage(contentsOf: path), processing: images.processing)
      }
      return engine.json ? json(result.detections, path) : text(result.detections, path)
    }
  }

  private func options(_ model: String) -> ObjectDetectorOptions {
    let options = ObjectDetectorOptions()
    images.apply(to: options, model: model, engine)
    categories.apply(to: options)
    options.labelsPath = images.labels
    return options
  }

  private func json(_ detections: [Detection], _ path: String) -> String {
    let detections = detections.map { detection -> JSON in
      let box = detection.boundingBox
      return [
        "boundingBox": [
          "x": .integer(Int(box.origin.x)), "y": .integer(Int(box.origin.y)),
          "width": .integer(Int(box.size.width)), "height": .integer(Int(box.size.height)),
        ], "categories": .array(detection.categories.map(JSON.init(category:))),
        "keypoints": .array((detection.keypoints ?? []).map(Self.json)),
      ]
    }
    return JSON.object([
      .init(key: "image", value: .string(path)),
      .init(key: "detections", value: .array(detections)),
    ]).description
  }

  private static func json(_ keypoint: NormalizedKeypoint) -> JSON {
    [
      "x": .double(keypoint.location.x), "y": .double(keypoint.location.y),
      "label": .optional(keypoint.label), "score": .float(keypoint.score),
    ]
  }

  private func text(_ detections: [Detection], _ path: String) -> String {
    var table = TextTable(.right, .left, .right)
    for detection in detections {
      let box = detection.boundingBox
      for category in detection.categories {
        table.append(
          String(format: "%.4f", category.score),
          category.categoryName ?? "class \(category.index)",
          "\(Int(box.size.width))×\(Int(box.size.height))",
          "at \(Int(box.origin.x)),\(Int(box.origin.y))")
      }
    }
    let lines = detections.isEmpty ? ["  no object"] : table.lines()
    return ([printable(path)] + lines).joined(separator: "\n")
  }
}
