import Foundation
import SwiftletImage
import SwiftletTensor
import SwiftletTestSupport
import SwiftletVision
import Testing

@Suite(
  "MediaPipe's classifications, to the bit where scores are quantised",
  .enabled(if: Corpus.isPresent, "\(Corpus.advice)"),
  .enabled(if: ImageFormat.jpeg.isReadable))
struct GoldenClassifierTests {
  /// Models whose operators the engine does not have yet are left out.
  static let files = Corpus.names(in: "golden/_tasks", suffix: ".jsonl").filter {
    $0.hasPrefix("classify__") && !$0.contains("coco_ssd") && !$0.contains("deeplab")
  }

  /// Cases of other modes and of the recording itself.
  static let otherModes = [
    "video", "err_video", "err_image", "err_async", "err_live", "live_stream", "image_mode",
    "names", "END", "ABORTED", "err_no_model",
  ]

  static let images = Locked<[String: MPImage]>([:])

  static func image(_ name: String) throws -> MPImage {
    try images.withLock { cache in
      if let found = cache[name] { return found }
      let image = try MPImage(contentsOf: Corpus.path("images/\(name)"))
      cache[name] = image
      return image
    }
  }

  @Test("There are goldens")
  func present() {
    #expect(Self.files.count == 15)
  }

  @Test("Image mode", arguments: files)
  func imageMode(_ file: String) throws {
    let model = String(file.dropFirst("classify__".count).dropLast(".jsonl".count)) + ".tflite"
    var classifiers: [GoldenRow.Options?: ImageClassifier] = [:]
    var compared = 0
    for row in try GoldenRow.rows(file) where !Self.otherModes.contains(where: row.case.hasPrefix) {
      compared += 1
      let options = try row.classifierOptions(model: model)
      switch row.case {
      case "err_missing_model": options.baseOptions.modelAssetPath = "/no/such/model.tflite"
      case "err_empty_path": options.baseOptions.modelAssetPath = ""
      case "err_not_a_model":
        options.baseOptions.modelAssetPath = try Corpus.path("images/bird.bmp")
      case "err_text_file": options.baseOptions.modelAssetPath = try Corpus.path("README.md")
      default: break
      }
      func answer() throws -> ClassificationResult {
        let isCached = row.error == nil
        let classifier =
          try (isCached ? classifiers[row.options] : nil) ?? ImageClassifier(options: options)
        if isCached { classifiers[row.options] = classifier }
        return try classifier.classify(
          image: Self.image(row.image ?? "bird.bmp"), processing: row.processingOptions
        ).classificationResult
      }
      if let error = row.error {
        let found = #expect(throws: NSError.self, "\(row.case)") { try answer() }
        // The recorded texts lack the status name and, in part, are traces of the graph.
        let text = found?.localizedDescription.replacingOccurrences(
          of: "^[A-Z_]+: ", with: "", options: .regularExpression)
        #expect(text.map(error.text.hasSuffix) == true, "\(row.case): \(text ?? "")")
      } else {
        let differences = row.differences(from: try answer())
        #expect(differences.isEmpty, "\(row.case) \(row.image ?? "")")
      }
    }
    #expect(compared > 0)
  }

  @Test("Video mode", arguments: ["mobilenet_v1_0.25_128_quant", "automl_labeler_model"])
  func videoMode(_ model: String) throws {
    let rows = try GoldenRow.rows("classify__\(model).jsonl").filter {
      $0.case.hasPrefix("video") || $0.case.hasPrefix("err_video_s")
    }
    #expect(rows.count == 9)
    let options = try #require(rows.first).classifierOptions(model: "\(model).tflite")
    options.runningMode = .video
    options.maxResults = 3
    let classifier = try ImageClassifier(options: options)
    for row in rows {
      let time = try #require(row.timestamp_ms)
      let frame = try Self.image(#require(row.image))
      if let error = row.error {
        let found = #expect(throws: NSError.self) {
          try classifier.classify(videoFrame: frame, timestampInMilliseconds: time)
        }
        #expect(found?.localizedDescription == "INVALID_ARGUMENT: \(error.text)")
      } else {
        let result = try classifier.classify(videoFrame: frame, timestampInMilliseconds: time)
        #expect(row.differences(from: result.classificationResult).isEmpty)
        #expect(result.timestampInMilliseconds == row.result?.timestamp_ms)
        #expect(result.classificationResult.timestampInMilliseconds == time)
      }
    }
  }
}
