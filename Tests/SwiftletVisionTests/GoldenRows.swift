import Foundation
import SwiftletImage
import SwiftletTestSupport
import SwiftletVision

/// One row of MediaPipe's recorded answers.
struct GoldenRow: Decodable {
  struct Options: Decodable, Hashable {
    let max_results: Int?
    let score_threshold: Float?
    let display_names_locale: String?
    let category_allowlist: [String]?
    let category_denylist: [String]?
  }

  struct Processing: Decodable {
    struct Edges: Decodable {
      let left: Float
      let top: Float
      let right: Float
      let bottom: Float
    }
    let rotation_degrees: Int?
    let region_of_interest: Edges?
  }

  struct Category: Decodable {
    let index: Int
    let score: Float
    let category_name: String?
    let display_name: String?
  }

  struct Head: Decodable {
    let head_index: Int
    let head_name: String?
    let categories: [Category]
    let category_count: Int?
  }

  struct Answer: Decodable {
    let classifications: [Head]
    let timestamp_ms: Int?
  }

  struct Failure: Decodable {
    let text: String
  }

  let `case`: String
  let options: Options?
  let image: String?
  let processing: Processing?
  let timestamp_ms: Int?
  let result: Answer?
  let error: Failure?

  /// The rows of a task and model; none where the corpus is absent.
  static func rows(_ file: String) throws -> [GoldenRow] {
    let text = String(decoding: try Corpus.bytes("golden/_tasks/\(file)"), as: UTF8.self)
    return try text.split(separator: "\n").map { line in
      try JSONDecoder().decode(GoldenRow.self, from: Data(line.utf8))
    }
  }

  var processingOptions: ImageProcessingOptions {
    ImageProcessingOptions(
      regionOfInterest: processing?.region_of_interest.map {
        Region(left: $0.left, top: $0.top, right: $0.right, bottom: $0.bottom)
      }, rotationDegrees: processing?.rotation_degrees ?? 0)
  }

  func classifierOptions(model: String) throws -> ImageClassifierOptions {
    let made = ImageClassifierOptions()
    made.baseOptions.modelAssetPath = try Corpus.model(model)
    if let value = options?.max_results { made.maxResults = value }
    if let value = options?.score_threshold { made.scoreThreshold = value }
    made.displayNamesLocale = options?.display_names_locale
    made.categoryAllowlist = options?.category_allowlist ?? []
    made.categoryDenylist = options?.category_denylist ?? []
    return made
  }

  /// How an answer differs from the recorded one; empty where it does not.
  ///
  /// Scores of 8-bit models are multiples of 1/4096 at the most and must be equal; others may
  /// differ by 1e-4. The order of equal scores is MediaPipe's own affair.
  func differences(from found: ClassificationResult) -> [String] {
    guard let expected = result?.classifications else { return ["no answer was recorded"] }
    guard found.classifications.count == expected.count else {
      return ["\(found.classifications.count) heads instead of \(expected.count)"]
    }
    let isExact = expected.allSatisfy { head in
      head.categories.allSatisfy { ($0.score * 4096).rounded() == $0.score * 4096 }
    }
    return zip(found.classifications, expected).flatMap { found, expected in
      Self.differences(found, expected, tolerance: isExact ? 0 : 1e-4)
    }
  }

  private static func differences(
    _ found: Classifications, _ expected: Head, tolerance: Float
  ) -> [String] {
    var differences: [String] = []
    if found.headIndex != expected.head_index || found.headName != (expected.head_name ?? "") {
      differences.append("head \(found.headIndex) \(found.headName ?? "nil")")
    }
    let count = expected.category_count ?? expected.categories.count
    if found.categories.count != count {
      differences.append("\(found.categories.count) categories instead of \(count)")
    }
    for (better, worse) in zip(found.categories, found.categories.dropFirst()) {
      let isOrdered =
        better.score > worse.score || better.score == worse.score && better.index < worse.index
      if !isOrdered { differences.append("category \(worse.index) is out of order") }
    }
    let least = expected.categories.map(\.score).min() ?? 0
    let byIndex = Dictionary(uniqueKeysWithValues: found.categories.map { ($0.index, $0) })
    for category in expected.categories {
      guard let match = byIndex[category.index] else {
        // Among equal scores at the cut, MediaPipe keeps others.
        if category.score - least > tolerance { differences.append("no \(category.index)") }
        continue
      }
      if abs(match.score - category.score) > tolerance {
        differences.append("\(category.index): \(match.score) instead of \(category.score)")
      }
      if match.categoryName != category.category_name
        || match.displayName != category.display_name
      {
        differences.append("\(category.index): \(match)")
      }
    }
    return differences
  }
}
