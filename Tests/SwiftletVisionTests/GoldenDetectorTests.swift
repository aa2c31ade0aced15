import Foundation
import SwiftletImage
import SwiftletTestSupport
import SwiftletVision
import Testing

@Suite(
  "MediaPipe's detections: equal scores, boxes within a pixel",
  .enabled(if: Corpus.isPresent, "\(Corpus.advice)"),
  .enabled(if: ImageFormat.jpeg.isReadable))
struct GoldenDetectorTests {
  /// A row of MediaPipe's recorded answers.
  struct Row: Decodable {
    struct Box: Decodable {
      let origin_x: Int
      let origin_y: Int
      let width: Int
      let height: Int
    }

    struct Detection: Decodable {
      let bounding_box: Box
      let categories: [Category]
    }

    struct Category: Decodable {
      let score: Float
      let category_name: String?
    }

    struct Answer: Decodable {
      let detections: [Detection]
    }

    let `case`: String
    let options: GoldenRow.Options?
    let image: String?
    let processing: GoldenRow.Processing?
    let result: Answer?

    static func all(_ model: String) throws -> [Row] {
      let text = String(
        decoding: try Corpus.bytes("golden/_tasks/detect__\(model).jsonl"), as: UTF8.self)
      return try text.split(separator: "\n").map {
        try JSONDecoder().decode(Row.self, from: Data($0.utf8))
      }
    }

    func differences(from found: [SwiftletVision.Detection]) -> [String] {
      let expected = result?.detections ?? []
      guard expected.count == found.count else {
        return ["\(found.count) objects instead of \(expected.count)"]
      }
      return zip(found, expected).flatMap { found, expected -> [String] in
        let box = found.boundingBox
        let sides = [
          (Int(box.origin.x), expected.bounding_box.origin_x),
          (Int(box.origin.y), expected.bounding_box.origin_y),
          (Int(box.size.width), expected.bounding_box.width),
          (Int(box.size.height), expected.bounding_box.height),
        ]
        let isPlaced = sides.allSatisfy { abs($0.0 - $0.1) <= 1 }
        let isNamed =
          found.categories.map(\.categoryName) == expected.categories.map(\.category_name)
        let isScored = found.categories.map(\.score) == expected.categories.map(\.score)
        return isPlaced && isNamed && isScored ? [] : ["\(found) instead of \(expected)"]
      }
    }
  }

  static let models = [
    "coco_ssd_mobilenet_v1_1.0_quant_2018_06_29",
    "coco_ssd_mobilenet_v1_1.0_quant_2018_06_29_score_calibration",
  ]

  @Test("Image mode", arguments: models)
  func imageMode(_ model: String) throws {
    var detectors: [GoldenRow.Options?: ObjectDetector] = [:]
    var compared = 0
    for row in try Row.all(model) {
      // Rows of other modes are told by their names; regions are refused upstream.
      guard row.result != nil, let name = row.image, !row.case.hasPrefix("live"),
        !row.case.hasPrefix("video"), row.case != "rgba", row.case != "buffer"
      else { continue }
      compared += 1
      let detector: ObjectDetector
      if let found = detectors[row.options] {
        detector = found
      } else {
        let options = ObjectDetectorOptions()
        options.baseOptions.modelAssetPath = try Corpus.model("\(model).tflite")
        if let value = row.options?.max_results { options.maxResults = value }
        if let value = row.options?.score_threshold { options.scoreThreshold = value }
        options.displayNamesLocale = row.options?.display_names_locale
        options.categoryAllowlist = row.options?.category_allowlist ?? []
        options.categoryDenylist = row.options?.category_denylist ?? []
        detector = try ObjectDetector(options: options)
        detectors[row.options] = detector
      }
      let processing = ImageProcessingOptions(
        rotationDegrees: row.processing?.rotation_degrees ?? 0)
      let found = try detector.detect(
        image: GoldenClassifierTests.image(name), processing: processing)
      #expect(row.differences(from: found.detections) == [], "\(row.case) \(name)")
    }
    #expect(compared > 60)
  }
}
