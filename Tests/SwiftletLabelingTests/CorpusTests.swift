import Foundation
import SwiftletImage
import SwiftletLabeling
import SwiftletTestSupport
import SwiftletVision
import Testing

@Suite(
  "The AutoML model of the corpus",
  .enabled(if: Corpus.isPresent, "\(Corpus.advice)"),
  .enabled(if: ImageFormat.jpeg.isReadable))
struct CorpusTests {
  static let names = ["daisy", "dandelion", "roses", "sunflowers", "tulips"]

  /// A row of MediaPipe's recorded answers.
  struct Row: Decodable {
    struct Category: Decodable {
      let index: Int
      let score: Float
      let category_name: String
    }
    struct Head: Decodable { let categories: [Category] }
    struct Result: Decodable { let classifications: [Head] }
    struct Processing: Decodable {}
    let `case`: String
    let image: String?
    let processing: Processing?
    let result: Result?
  }

  static let rows: [Row] = {
    let file = "golden/_tasks/classify__automl_labeler_model.jsonl"
    guard let bytes = try? Corpus.bytes(file) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      try? JSONDecoder().decode(Row.self, from: Data(line.utf8))
    }.filter { $0.case == "default" }
  }()

  private func exported() throws -> ExportedModel {
    try ExportedModel(
      Corpus.bytes("models/automl_labeler_model.tflite"), labels: ExportedModel.lines(Self.names))
  }

  @Test("labels pictures as MediaPipe's classifier does, confidence for confidence")
  func goldens() throws {
    let exported = try exported()
    let labeler = exported.labeler()
    let rows = Self.rows
    #expect(rows.count >= 12)
    for row in rows {
      let path = try Corpus.path("images/\(#require(row.image))")
      let labels = try labeler.results(in: VisionImage(contentsOf: path))
      let expected = try #require(row.result).classifications[0].categories
      #expect(labels.count == Self.names.count)
      for category in expected {
        let label = try #require(labels.first { $0.index == category.index })
        #expect(label.confidence == category.score, "\(path)")
        #expect(label.text == category.category_name)
      }
      #expect(labels.map(\.confidence) == labels.map(\.confidence).sorted(by: >))
    }
  }

  @Test("labels pictures as the classifier does, by manifest and by path, to the bit")
  func classifier() throws {
    let exported = try exported()
    let options = CustomImageLabelerOptions(
      localModel: LocalModel(path: "\(exported.path)/model.tflite"))
    let labelers = [exported.labeler(), ImageLabeler.imageLabeler(options: options)]
    let classifier = try ImageClassifier(modelPath: "\(exported.path)/model.tflite")
    for name in ["burger.jpg", "bird.bmp", "sparrow.jpg"] {
      let image = try Image(contentsOf: Corpus.path("images/\(name)"))
      let categories = try classifier.classify(image: MPImage(image)).classificationResult
        .classifications[0].categories
      for labeler in labelers {
        let labels = try labeler.results(in: VisionImage(image))
        #expect(labels.map(\.confidence) == categories.map(\.score))
        #expect(labels.map(\.index) == categories.map(\.index))
        #expect(labels.texts == categories.map { $0.categoryName ?? "" })
      }
    }
  }

  @Test("labels the same in eight threads")
  func threads() throws {
    let exported = try exported()
    let labeler = exported.labeler()
    let image = try Image(contentsOf: Corpus.path("images/burger.jpg"))
    let results = Box<[[String]]>()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let labels = (try? labeler.results(in: VisionImage(image)).map { "\($0)" }) ?? []
      results.update { ($0 ?? []) + [labels] }
    }
    let all = try #require(results.value)
    #expect(all.count == 8)
    #expect(Set(all).count == 1)
    #expect(all.first?.count == 5)
  }
}
