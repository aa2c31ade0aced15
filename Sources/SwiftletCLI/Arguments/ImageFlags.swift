internal import Foundation
internal import SwiftletImage
internal import SwiftletVision

/// The flags of commands that look at images.
enum ImageFlags {
  static let model = Flag<String>(
    text: "--model", "M",
    help: "the .tflite file (default SWIFTLET_DEFAULT_MODEL, or the one shipped)")
  static let rotation = Flag<Int>(
    integer: "--rotation", "DEGREES", help: "turns images clockwise, a multiple of 90")
  static let region = Flag<[Float]>(
    numbers: "--roi", "LEFT,TOP,RIGHT,BOTTOM", count: 4,
    help: "the part to look at, in shares of width and height before rotation")
  static let mean = Flag<[Float]>(
    numbers: "--mean", "NUMBERS", help: "subtracted from values 0…255, one or one a channel")
  static let std = Flag<[Float]>(
    numbers: "--std", "NUMBERS", help: "what the difference is divided by, one or one a channel")
  static let labels = Flag<String>(
    text: "--labels", "FILE", help: "one label a line, instead of the model's")
  static let video = Flag<String>(
    text: "--video", "FILE.y4m|-",
    help: "the frames of a Y4M video, or of standard input, instead of images")

  static let operandHelp =
    "JPEG, PNG, BMP, PPM or PGM files; - reads their paths from standard input"
  /// Those of all commands that look at images.
  static let common = [
    model.syntax, rotation.syntax, region.syntax, mean.syntax, std.syntax, video.syntax,
  ]
  /// Those of commands that name what they see.
  static let all = common + [labels.syntax]
}

/// What the flags of image commands say.
struct ImageChoices {
  let paths: ImagePaths
  /// The video to read instead of images; `-` is standard input.
  let video: String?
  /// The model as given; nil for the default one.
  let model: String?
  let processing: ImageProcessingOptions
  let mean: [Float]?
  let std: [Float]?
  let labels: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    paths = ImagePaths(operands: arguments.operands)
    video = try arguments.value(of: ImageFlags.video)
    guard video != nil || !arguments.operands.isEmpty else {
      throw arguments.wrong("The operand IMAGE… is missing (\(ImageFlags.operandHelp))")
    }
    model = try arguments.value(of: ImageFlags.model)
    let region = try arguments.value(of: ImageFlags.region).map { edges in
      Region(left: edges[0], top: edges[1], right: edges[2], bottom: edges[3])
    }
    processing = ImageProcessingOptions(
      regionOfInterest: region,
      rotationDegrees: try arguments.value(of: ImageFlags.rotation) ?? 0)
    mean = try arguments.value(of: ImageFlags.mean)
    std = try arguments.value(of: ImageFlags.std)
    labels = try arguments.value(of: ImageFlags.labels)
  }

  /// Refuses images and a video together.
  func check() throws(CommandError) {
    guard video == nil || paths.operands.isEmpty else {
      throw .failure(
        .invalidArgument,
        "Images and --video are given, and one of them only can be looked at; leave the other out.")
    }
    try paths.check()
  }

  /// The path of the model to open.
  ///
  /// - Throws: A failure when there is none, or when images and a video are given together.
  func modelPath() throws(CommandError) -> String {
    try check()
    if let model { return model }
    if let path = DefaultModel.path() { return path }
    throw .failure(
      .notFound,
      "No model is given and the default model \(DefaultModel.fileName) is not where it is looked "
        + "for; give --model or set SWIFTLET_DEFAULT_MODEL.")
  }
}

extension ImageChoices {
  /// Single images, or the frames of a video.
  var runningMode: RunningMode { video == nil ? .image : .video }

  /// Whether there is one picture and no more.
  var isSingle: Bool { video == nil && paths.operands.count == 1 && paths.operands[0] != "-" }

  /// Hands a task what its flags say about model and input.
  func apply(to options: TaskOptions, model: String, _ engine: EngineChoices) {
    options.baseOptions.modelAssetPath = model
    options.baseOptions.planOptions = engine.planOptions
    options.inputMean = mean
    options.inputStd = std
  }
}
