internal import Foundation
internal import SwiftletImage
internal import SwiftletVision

/// `swiftlet detect`: the objects in images.
struct Detect: Command {
  private static let annotate = Flag<String>(
    text: "--annotate", "OUT.png",
    help: "draws boxes and names on the image; of several images OUT-1.png and so on")

  static let syntax = CommandSyntax(
    name: "detect", summary: "Finds objects in images.", operands: "IMAGE…",
    operandCount: 0...Int.max, operandHelp: ImageFlags.operandHelp,
    flags: [annotate.syntax] + CategoryFlags.all + ImageFlags.all + CommonFlags.all)

  private let images: ImageChoices
  private let categories: CategoryChoices
  private let engine: EngineChoices
  private let annotated: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    images = try ImageChoices(arguments)
    categories = try CategoryChoices(arguments)
    engine = try EngineChoices(arguments)
    annotated = try arguments.value(of: Self.annotate)
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
    return try forEachPicture(images, json: engine.json) { picture throws(CommandError) in
      let result = try taskResult {
        guard let time = picture.time else {
          return try detector.detect(image: picture.image, processing: images.processing)
        }
        return try detector.detect(
          videoFrame: picture.image, timestampInMilliseconds: time, processing: images.processing)
      }
      try annotate(picture, result.detections)
      return engine.json ? json(result.detections, picture) : text(result.detections, picture)
    }.succeeded
  }

  /// Writes the picture with what was found on it, upright as a viewer shows it.
  private func annotate(
    _ picture: Picture, _ detections: [Detection]
  ) throws(CommandError) {
    guard let annotated else { return }
    let output = Self.path(annotated, images.isSingle ? nil : picture.index + 1)
    let inputs = images.paths.operands + [picture.name]
    guard !inputs.contains(where: { OutputFile.areSame($0, output) }) else {
      throw .failure(
        .invalidArgument,
        "\(output) would take the place of an input; give --annotate another name.")
    }
    let drawn = Annotation.drawn(detections, on: try taskResult { try picture.image.pixels })
    let bytes: [UInt8]
    do throws(ImageError) { bytes = try drawn.pngData() } catch {
      throw .failure(.unimplemented, error.description)
    }
    try OutputFile.write(bytes, to: output)
  }

  /// The path itself, or with a number before its suffix.
  static func path(_ path: String, _ number: Int?) -> String {
    guard let number else { return path }
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.dropFirst().lastIndex(of: ".") else { return "\(path)-\(number)" }
    return "\(path[..<dot])-\(number)\(path[dot...])"
  }

  private func options(_ model: String) -> ObjectDetectorOptions {
    let options = ObjectDetectorOptions()
    images.apply(to: options, model: model, engine)
    options.runningMode = images.runningMode
    categories.apply(to: options)
    options.labelsPath = images.labels
    return options
  }

  private func json(_ detections: [Detection], _ picture: Picture) -> String {
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
    return JSON.object(
      picture.members + [
        .init(key: "detections", value: .array(detections))
      ]
    ).description
  }

  private static func json(_ keypoint: NormalizedKeypoint) -> JSON {
    [
      "x": .double(keypoint.location.x), "y": .double(keypoint.location.y),
      "label": .optional(keypoint.label), "score": .float(keypoint.score),
    ]
  }

  private func text(_ detections: [Detection], _ picture: Picture) -> String {
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
    return ([picture.heading] + lines).joined(separator: "\n")
  }
}
