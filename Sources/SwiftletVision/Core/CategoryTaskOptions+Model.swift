internal import Foundation
internal import SwiftletFormat

extension CategoryTaskOptions {
  /// Refuses options that contradict each other.
  ///
  /// - Parameter endsInPeriod: Whether the text about `maxResults` does; upstream's tasks differ.
  /// - Throws: An `NSError` in upstream's words.
  func check(endsInPeriod: Bool = true) throws {
    try CategoryFilter.check(
      maxResults: maxResults, allowlist: categoryAllowlist, denylist: categoryDenylist,
      endsInPeriod: endsInPeriod)
  }

  /// The caller's labels, or those that a tensor's metadata refers to.
  func labels(
    _ resources: ModelResources, _ metadata: TensorMetadata?, type: AssociatedFile.FileType
  ) throws -> LabelMap {
    if let labelsPath {
      return try LabelMap(contentsOf: labelsPath, limits: resources.limits)
    }
    return try LabelMap(resources, metadata, type: type, locale: displayNamesLocale ?? "en")
  }

  /// Refuses labels of the caller's that are not as many as the classes, where the model says how many
  /// those are.
  func check(_ labels: LabelMap, path: String, classes: Int?, of output: String = "the model")
    throws
  {
    guard let classes, labels.names.count != classes else { return }
    throw NSError.task(
      .invalidArgumentError,
      "The labels file \(path) has \(labels.names.count) labels, but \(output) has \(classes) "
        + "classes; give one label a line for each class.")
  }

  /// Which classes may be reported.
  func filter(_ labels: LabelMap) throws -> CategoryFilter {
    try CategoryFilter(
      allowlist: categoryAllowlist, denylist: categoryDenylist, labels: labels.names)
  }

  /// The least score to report: the caller's, else the one in a tensor's metadata, else the fallback;
  /// nil for any.
  func threshold(_ metadata: TensorMetadata?) throws -> Float? {
    let stored = try metadata?.processUnit("ScoreThresholdingOptions") { unit in
      if case .scoreThresholding(let value) = unit { value } else { nil }
    }
    return givenScoreThreshold ?? (upstreamCompatible ? 0 : stored ?? fallbackScoreThreshold)
  }
}
