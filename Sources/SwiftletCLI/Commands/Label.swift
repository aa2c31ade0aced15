internal import Foundation
internal import SwiftletLabeling
internal import SwiftletVision

/// `swiftlet label`: the labels of images, by a model that was trained with AutoML or a downloaded one.
struct Label: Command {
  private static let manifest = Flag<String>(
    text: "--manifest", "FILE", help: "the manifest.json beside model and labels")
  private static let remote = Flag<String>(
    text: "--remote", "NAME", help: "a downloaded model (see \"swiftlet models\")")
  private static let threshold = Flag<Float>(
    number: "--confidence-threshold", "C", help: "the least confidence, from 0 to 1 (default 0)")

  static let syntax = CommandSyntax(
    name: "label", summary: "Labels images with an AutoML or a downloaded model.",
    operands: "IMAGE…", operandCount: 0...Int.max, operandHelp: ImageFlags.operandHelp,
    flags: [manifest.syntax, remote.syntax, threshold.syntax]
      + ImageFlags.all.filter { $0.name != ImageFlags.model.syntax.name } + CommonFlags.all)

  private let images: ImageChoices
  private let engine: EngineChoices
  private let source: Source
  private let threshold: Float

  /// Where the model comes from.
  private enum Source {
    case manifest(String)
    case remote(String)
  }

  init(_ arguments: ParsedArguments) throws(CommandError) {
    images = try ImageChoices(arguments)
    engine = try EngineChoices(arguments)
    threshold = try arguments.value(of: Self.threshold) ?? 0
    let manifest = try arguments.value(of: Self.manifest)
    let remote = try arguments.value(of: Self.remote)
    switch (manifest, remote) {
    case (let path?, nil): source = .manifest(path)
    case (nil, let name?): source = .remote(name)
    default:
      throw .usage(
        "Give the model by either --manifest FILE or --remote NAME; see \"swiftlet label --help\".")
    }
  }

  func run() throws(CommandError) -> Bool {
    try engine.check()
    try images.check()
    guard (0...1).contains(threshold) else {
      throw .failure(
        .invalidArgument,
        "The confidence threshold is \(threshold), but it has to be from 0 to 1.")
    }
    let labeler = ImageLabeler.imageLabeler(options: options)
    // A model that cannot be opened concerns the command as a whole.
    try taskResult { try labeler.open() }
    if !engine.json { try Console.print(printable(title)) }
    return try forEachPicture(images, json: engine.json) { picture throws(CommandError) in
      let labels = try taskResult {
        try labeler.results(in: picture.image, processing: images.processing)
      }
      return engine.json ? json(labels, picture) : text(labels, picture)
    }.succeeded
  }

  private var options: AutoMLImageLabelerOptions {
    let options =
      switch source {
      case .manifest(let path):
        AutoMLImageLabelerOptions(localModel: AutoMLImageLabelerLocalModel(manifestPath: path))
      case .remote(let name):
        AutoMLImageLabelerOptions(remoteModel: AutoMLImageLabelerRemoteModel(name: name))
      }
    options.confidenceThreshold = NSNumber(value: threshold)
    options.planOptions = engine.planOptions
    options.inputMean = images.mean
    options.inputStd = images.std
    options.labelsPath = images.labels
    return options
  }

  private var title: String {
    switch source {
    case .manifest(let path): path
    case .remote(let name): name
    }
  }

  private func json(_ labels: [ImageLabel], _ picture: Picture) -> String {
    let labels = labels.map { label -> JSON in
      [
        "text": .string(label.text), "confidence": .float(label.confidence),
        "index": .integer(label.index),
      ]
    }
    return JSON.object(
      picture.members + [.init(key: "labels", value: .array(labels))]
    ).description
  }

  private func text(_ labels: [ImageLabel], _ picture: Picture) -> String {
    var table = TextTable(.right)
    for label in labels {
      let name = label.text.isEmpty ? "class \(label.index)" : label.text
      table.append(String(format: "%.4f", label.confidence), name)
    }
    return ([picture.heading] + (labels.isEmpty ? ["  no label"] : table.lines()))
      .joined(separator: "\n")
  }
}
