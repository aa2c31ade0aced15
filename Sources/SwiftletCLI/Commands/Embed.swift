internal import Foundation
internal import SwiftletVision

/// `swiftlet embed`: vectors that describe images, and how similar two images are.
struct Embed: Command {
  private static let quantize = Switch(
    "--quantize", help: "signed bytes, 128 to the unit, instead of floats")
  private static let normalize = Switch("--l2-normalize", help: "scales vectors to length 1")

  static let syntax = CommandSyntax(
    name: "embed", summary: "Describes images by vectors; compares two images.",
    operands: "IMAGE…", operandCount: 0...Int.max, operandHelp: ImageFlags.operandHelp,
    flags: [quantize.syntax, normalize.syntax] + ImageFlags.common + CommonFlags.all)

  private let images: ImageChoices
  private let quantizes: Bool
  private let normalizes: Bool
  private let engine: EngineChoices

  init(_ arguments: ParsedArguments) throws(CommandError) {
    images = try ImageChoices(arguments)
    quantizes = arguments.isSet(Self.quantize)
    normalizes = arguments.isSet(Self.normalize)
    engine = try EngineChoices(arguments)
  }

  func run() throws(CommandError) -> Bool {
    try engine.check()
    let model = try images.modelPath()
    let options = ImageEmbedderOptions()
    images.apply(to: options, model: model, engine)
    options.runningMode = images.runningMode
    options.quantize = quantizes
    options.l2Normalize = normalizes
    let embedder = try taskResult { try ImageEmbedder(options: options) }
    if !engine.json {
      try Console.print(printable(URL(fileURLWithPath: model).lastPathComponent))
    }
    var results: [EmbeddingResult] = []
    let outcome = try forEachPicture(
      images, json: engine.json
    ) { picture throws(CommandError) in
      let result = try taskResult {
        guard let time = picture.time else {
          return try embedder.embed(image: picture.image, processing: images.processing)
        }
        return try embedder.embed(
          videoFrame: picture.image, timestampInMilliseconds: time, processing: images.processing)
      }.embeddingResult
      // Two are compared; of a long list none is kept.
      if results.count < 2 { results.append(result) }
      return engine.json ? json(result, picture) : text(result, picture)
    }
    if outcome.images == 2, results.count == 2 { try compare(results[0], results[1]) }
    return outcome.succeeded
  }

  /// Prints the similarity of the first embeddings of two images.
  private func compare(_ a: EmbeddingResult, _ b: EmbeddingResult) throws(CommandError) {
    let cosine = try taskResult {
      guard let a = a.embeddings.first, let b = b.embeddings.first else { return 0.0 }
      return try ImageEmbedder.cosineSimilarity(embedding1: a, embedding2: b).doubleValue
    }
    let value: JSON = ["cosineSimilarity": .double(cosine)]
    try Console.print(
      engine.json ? value.description : "cosine similarity " + String(format: "%.4f", cosine))
  }

  private func json(_ result: EmbeddingResult, _ picture: Picture) -> String {
    let embeddings = result.embeddings.map { embedding -> JSON in
      let values: JSON.Member =
        if let floats = embedding.floatValues {
          .init(key: "floatEmbedding", value: .array(floats.map(JSON.float)))
        } else {
          .init(
            key: "quantizedEmbedding",
            value: .integers((embedding.quantizedValues ?? []).map(Int.init)))
        }
      return .object([
        .init(key: "headIndex", value: .integer(embedding.headIndex)),
        .init(key: "headName", value: JSON(name: embedding.headName)), values,
      ])
    }
    return JSON.object(
      picture.members + [
        .init(key: "embeddings", value: .array(embeddings))
      ]
    ).description
  }

  private func text(_ result: EmbeddingResult, _ picture: Picture) -> String {
    let lines = result.embeddings.map { embedding in
      let texts =
        embedding.floatValues?.map { String(format: "%.4f", $0) }
        ?? embedding.quantizedValues?.map(String.init) ?? []
      let shown = texts.count > 8 ? texts.prefix(4) + ["…"] + texts.suffix(2) : texts[...]
      return "  \(texts.count) values: \(shown.joined(separator: " "))"
    }
    return ([picture.heading] + lines).joined(separator: "\n")
  }
}
