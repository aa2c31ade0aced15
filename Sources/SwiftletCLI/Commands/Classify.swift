internal import Foundation
internal import SwiftletVision

/// `swiftlet classify`: what images show.
struct Classify: Command {
  static let syntax = CommandSyntax(
    name: "classify", summary: "Says what images show.", operands: "IMAGE…",
    operandCount: 0...Int.max, operandHelp: ImageFlags.operandHelp,
    flags: CategoryFlags.all + ImageFlags.all + CommonFlags.all)

  private let images: ImageChoices
  private let categories: CategoryChoices
  private let engine: EngineChoices

  init(_ arguments: ParsedArguments) throws(CommandError) {
    images = try ImageChoices(arguments)
    categories = try CategoryChoices(arguments)
    engine = try EngineChoices(arguments)
  }

  func run() throws(CommandError) -> Bool {
    try engine.check()
    let model = try images.modelPath()
    let classifier = try taskResult { try ImageClassifier(options: options(model)) }
    if !engine.json {
      try Console.print(printable(URL(fileURLWithPath: model).lastPathComponent))
    }
    return try forEachPicture(images, json: engine.json) { picture throws(CommandError) in
      let result = try taskResult {
        guard let time = picture.time else {
          return try classifier.classify(image: picture.image, processing: images.processing)
        }
        return try classifier.classify(
          videoFrame: picture.image, timestampInMilliseconds: time, processing: images.processing)
      }
      let heads = result.classificationResult.classifications
      return engine.json ? json(heads, picture) : text(heads, picture)
    }.succeeded
  }

  private func options(_ model: String) -> ImageClassifierOptions {
    let options = ImageClassifierOptions()
    images.apply(to: options, model: model, engine)
    options.runningMode = images.runningMode
    categories.apply(to: options)
    options.labelsPath = images.labels
    return options
  }

  private func json(_ heads: [Classifications], _ picture: Picture) -> String {
    let heads = heads.map { head -> JSON in
      [
        "headIndex": .integer(head.headIndex), "headName": JSON(name: head.headName),
        "categories": .array(head.categories.map(JSON.init(category:))),
      ]
    }
    return JSON.object(
      picture.members + [
        .init(key: "classifications", value: .array(heads))
      ]
    ).description
  }

  private func text(_ heads: [Classifications], _ picture: Picture) -> String {
    var lines = [picture.heading]
    for head in heads {
      if heads.count > 1 {
        lines.append(printable("  head \(head.headIndex) \(head.headName ?? "")"))
      }
      var table = TextTable(.right)
      for category in head.categories {
        let name = category.categoryName ?? "class \(category.index)"
        let other = category.displayName.flatMap { $0 == name ? nil : $0 } ?? ""
        table.append(String(format: "%.4f", category.score), name, other)
      }
      lines += head.categories.isEmpty ? ["  no category"] : table.lines()
    }
    return lines.joined(separator: "\n")
  }
}

extension JSON {
  /// A name, or `null` where it is absent or empty, which the API does not tell apart everywhere.
  init(name: String?) {
    self = name.flatMap { $0.isEmpty ? nil : JSON.string($0) } ?? .null
  }

  /// A category of any task.
  init(category: ResultCategory) {
    self = [
      "index": .integer(category.index), "score": .float(category.score),
      "categoryName": .optional(category.categoryName),
      "displayName": .optional(category.displayName),
    ]
  }
}
