internal import Foundation
internal import SwiftletVision

/// `swiftlet classify`: what images show.
struct Classify: Command {
  private static let maxResults = Flag<Int>(
    integer: "--max-results", "N", help: "the most categories of each head (default all)")
  private static let scoreThreshold = Flag<Float>(
    number: "--score-threshold", "S", help: "the least score (default the metadata's, else none)")
  private static let allow = Flag<String>(
    text: "--allow", "NAME", repeatable: true, help: "only categories of these names")
  private static let deny = Flag<String>(
    text: "--deny", "NAME", repeatable: true, help: "no categories of these names")
  private static let locale = Flag<String>(
    text: "--locale", "LOCALE", help: "the language of display names (default en)")

  static let syntax = CommandSyntax(
    name: "classify", summary: "Says what images show.", operands: "IMAGE…",
    operandCount: 1...Int.max, operandHelp: ImageFlags.operandHelp,
    flags: [
      maxResults.syntax, scoreThreshold.syntax, allow.syntax, deny.syntax, locale.syntax,
    ] + ImageFlags.all + CommonFlags.all)

  private let images: ImageChoices
  private let maxResults: Int?
  private let scoreThreshold: Float?
  private let allowed: [String]
  private let denied: [String]
  private let locale: String?
  private let engine: EngineChoices

  init(_ arguments: ParsedArguments) throws(CommandError) {
    images = try ImageChoices(arguments)
    maxResults = try arguments.value(of: Self.maxResults)
    scoreThreshold = try arguments.value(of: Self.scoreThreshold)
    allowed = try arguments.values(of: Self.allow)
    denied = try arguments.values(of: Self.deny)
    locale = try arguments.value(of: Self.locale)
    engine = try EngineChoices(arguments)
  }

  func run() throws(CommandError) -> Bool {
    try engine.check()
    let model = try images.modelPath()
    let classifier = try taskResult { try ImageClassifier(options: options(model)) }
    if !engine.json {
      try Console.print(printable(URL(fileURLWithPath: model).lastPathComponent))
    }
    return try forEachImage(in: images.paths, json: engine.json) { path throws(CommandError) in
      let result = try taskResult {
        try classifier.classify(
          image: try MPImage(contentsOf: path), processing: images.processing)
      }
      let heads = result.classificationResult.classifications
      return engine.json ? json(heads, path) : text(heads, path)
    }
  }

  private func options(_ model: String) -> ImageClassifierOptions {
    let options = ImageClassifierOptions()
    options.baseOptions.modelAssetPath = model
    options.baseOptions.planOptions = engine.planOptions
    if let maxResults { options.maxResults = maxResults }
    if let scoreThreshold { options.scoreThreshold = scoreThreshold }
    options.categoryAllowlist = allowed
    options.categoryDenylist = denied
    options.displayNamesLocale = locale
    options.inputMean = images.mean
    options.inputStd = images.std
    options.labelsPath = images.labels
    return options
  }

  private func json(_ heads: [Classifications], _ path: String) -> String {
    let heads = heads.map { head -> JSON in
      [
        "headIndex": .integer(head.headIndex), "headName": JSON(name: head.headName),
        "categories": .array(head.categories.map(JSON.init(category:))),
      ]
    }
    return JSON.object([
      .init(key: "image", value: .string(path)),
      .init(key: "classifications", value: .array(heads)),
    ]).description
  }

  private func text(_ heads: [Classifications], _ path: String) -> String {
    var lines = [printable(path)]
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
