internal import SwiftletFormat
internal import SwiftletRuntime

/// A class with its score.
struct ScoredClass: Sendable {
  let index: Int
  let score: Float
}

/// A box in shares of the model's input.
struct RelativeBox: Sendable {
  var left: Float
  var top: Float
  var right: Float
  var bottom: Float

  /// Whether the sides are not negative, which also refuses NaN.
  var isValid: Bool { right - left >= 0 && bottom - top >= 0 }

  /// The area.
  var area: Float { (right - left) * (bottom - top) }

  /// The overlap with another box: the intersection's share of the union.
  func overlap(with other: RelativeBox) -> Float {
    let width = min(right, other.right) - max(left, other.left)
    let height = min(bottom, other.bottom) - max(top, other.top)
    guard width > 0, height > 0 else { return 0 }
    let intersection = width * height
    let union = area + other.area - intersection
    return union > 0 ? intersection / union : 0
  }
}

/// An object as the model's outputs give it.
struct RawDetection: Sendable {
  let box: RelativeBox
  let classes: [ScoredClass]
  /// Points in shares of the model's input, x before y.
  let keypoints: [(x: Float, y: Float)]
}

/// How the outputs of a detector become objects.
protocol DetectionDecoder: Sendable {
  /// How many classes the model tells apart, or nil where it does not say.
  var classCount: Int? { get }

  /// The objects of the last run, in the order in which they are reported.
  func detections(in session: borrowing Session) throws -> [RawDetection]
}

/// Which of the objects that a model gives are wanted.
struct DetectionSelection: Sendable {
  private let filter: CategoryFilter
  private let threshold: Float?
  private let calibration: ScoreCalibration?
  /// How many objects are wanted at most; negative for all.
  let maxResults: Int

  init(
    _ resources: ModelResources, _ outputs: DetectorOutputs, _ options: ObjectDetectorOptions,
    _ labels: LabelMap
  ) throws {
    let metadata = resources.outputMetadata(outputs.score)
    // Upstream's detectors of raw boxes do not calibrate.
    calibration = outputs.isDecoded ? try ScoreCalibration(resources, metadata) : nil
    filter = try options.filter(labels)
    threshold = try options.threshold(metadata)
    maxResults = options.maxResults
  }

  /// Whether a class may be reported.
  func allows(_ index: Int) -> Bool { filter.allows(index) }

  /// Whether a score is high enough.
  func accepts(_ score: Float) -> Bool {
    guard let threshold else { return true }
    return !(score < threshold)
  }

  /// A class with its calibrated score, or nil where it is not wanted.
  func selected(_ index: Int, _ score: Float) -> ScoredClass? {
    let score = calibration?.calibrated(score, class: index) ?? score
    guard allows(index), accepts(score) else { return nil }
    return ScoredClass(index: index, score: score)
  }

  /// Whether as many objects were found as are wanted.
  func isComplete(_ count: Int) -> Bool { maxResults > 0 && count >= maxResults }
}
