import Foundation
import SwiftletImage
import SwiftletTestSupport
import SwiftletVision
import Testing

@Suite(
  "MediaPipe's embeddings",
  .enabled(if: Corpus.isPresent, "\(Corpus.advice)"),
  .enabled(if: ImageFormat.jpeg.isReadable))
struct GoldenEmbedderTests {
  /// A row of MediaPipe's recorded answers; long vectors are recorded by their beginning.
  struct Row: Decodable {
    struct Options: Decodable, Hashable {
      let l2_normalize: Bool?
      let quantize: Bool?
    }

    struct Embedding: Decodable {
      let head_index: Int
      let head_name: String?
      let length: Int
      let embedding: [Float]?
      let embedding_head: [Float]?
      let l2_norm: Double
      let argmax: Int
    }

    struct Answer: Decodable {
      let embeddings: [Embedding]
    }

    let `case`: String
    let options: Options?
    let image: String?
    let images: [String]?
    let processing: GoldenRow.Processing?
    /// The answer of a call.
    let answer: Answer?
    /// The cosine similarity of two images.
    let cosine: Double?

    private enum CodingKeys: String, CodingKey {
      case `case`, options, image, images, processing, result
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      `case` = try container.decode(String.self, forKey: .case)
      options = try container.decodeIfPresent(Options.self, forKey: .options)
      image = try container.decodeIfPresent(String.self, forKey: .image)
      images = try container.decodeIfPresent([String].self, forKey: .images)
      processing = try container.decodeIfPresent(GoldenRow.Processing.self, forKey: .processing)
      answer = try? container.decodeIfPresent(Answer.self, forKey: .result)
      cosine = try? container.decodeIfPresent(Double.self, forKey: .result)
    }

    var region: Region? {
      processing?.region_of_interest.map {
        Region(left: $0.left, top: $0.top, right: $0.right, bottom: $0.bottom)
      }
    }
  }

  static let models = [
    "mobilenet_v1_1.0_224_quant_embedding_extractor", "mobilenet_v1_0.25_224_1_metadata_1",
    "automl_labeler_model",
  ]

  static func embedder(_ model: String, _ options: Row.Options?) throws -> ImageEmbedder {
    let made = ImageEmbedderOptions()
    made.baseOptions.modelAssetPath = try Corpus.model("\(model).tflite")
    made.l2Normalize = options?.l2_normalize ?? false
    made.quantize = options?.quantize ?? false
    return try ImageEmbedder(options: made)
  }

  @Test("Image mode and similarities", arguments: models)
  func imageMode(_ model: String) throws {
    let text = String(
      decoding: try Corpus.bytes("golden/_tasks/embed__\(model).jsonl"), as: UTF8.self)
    var embedders: [Row.Options?: ImageEmbedder] = [:]
    func embeddings(_ row: Row, _ image: String) throws -> [Embedding] {
      let embedder = try embedders[row.options] ?? Self.embedder(model, row.options)
      embedders[row.options] = embedder
      return try embedder.embed(
        image: GoldenClassifierTests.image(image),
        processing: ImageProcessingOptions(
          regionOfInterest: row.region,
          rotationDegrees: row.processing?.rotation_degrees ?? 0)
      ).embeddingResult.embeddings
    }
    var (calls, pairs) = (0, 0)
    for line in text.split(separator: "\n") {
      let row = try JSONDecoder().decode(Row.self, from: Data(line.utf8))
      if row.case == "cosine_similarity", let names = row.images, let expected = row.cosine {
        pairs += 1
        // One in four will do: each takes two runs.
        guard pairs % 4 == 0 else { continue }
        let found = try ImageEmbedder.cosineSimilarity(
          embedding1: embeddings(row, names[0])[0], embedding2: embeddings(row, names[1])[0])
        #expect(abs(found.doubleValue - expected) < 1e-4, "\(names)")
        continue
      }
      guard let answer = row.answer, let name = row.image, !row.case.hasPrefix("video"),
        row.case != "buffer"
      else { continue }
      calls += 1
      let found = try embeddings(row, name)
      try #require(found.count == answer.embeddings.count)
      for (embedding, expected) in zip(found, answer.embeddings) {
        #expect(Self.differences(embedding, expected) == [], "\(row.case) \(name)")
      }
    }
    #expect(calls > 60)
    #expect(pairs > 100)
  }

  private static func differences(_ found: Embedding, _ expected: Row.Embedding) -> [String] {
    // Bytes are recorded as unsigned.
    let values =
      found.floatValues
      ?? found.quantizedValues?.map { Float(UInt8(bitPattern: $0)) } ?? []
    var differences: [String] = []
    if found.headIndex != expected.head_index || found.headName != expected.head_name {
      differences.append("head \(found.headIndex) \(found.headName ?? "nil")")
    }
    if values.count != expected.length { differences.append("\(values.count) values") }
    let recorded = expected.embedding ?? expected.embedding_head ?? []
    let tolerance: Float = found.floatValues == nil ? 1 : 1e-4
    for (value, other) in zip(values, recorded)
    where abs(value - other) > max(tolerance, tolerance * abs(other)) {
      differences.append("\(value) instead of \(other)")
    }
    return differences
  }
}
