internal import Foundation
internal import SwiftletFormat
internal import SwiftletTensor

/// One output of a classifier: how its scores become categories.
struct ClassifierHead: Sendable {
  let index: Int
  let name: String
  private let reader: RealReader
  private let calibration: ScoreCalibration?
  let labels: LabelMap
  private let filter: CategoryFilter
  private let threshold: Float?
  private let maxResults: Int

  /// Makes all heads of a model, after checking outputs and metadata in upstream's order.
  static func all(
    _ resources: ModelResources, _ options: ImageClassifierOptions
  ) throws -> [ClassifierHead] {
    guard resources.model.subgraphs.count == 1 else {
      throw NSError.invalidModel(
        "Classification tflite models are assumed to have a single subgraph.")
    }
    let extended = options.inputMean != nil
    try OutputTensors.checkTypes(
      resources.graph, [.uint8, .float32, .bool], extended: extended)
    try OutputTensors.checkMetadataCount(resources)
    let outputs = resources.graph.outputs.indices
    let calibrations = try outputs.map { index in
      try ScoreCalibration(resources, resources.outputMetadata(index))
    }
    return try outputs.map { index in
      try ClassifierHead(resources, index, calibrations[index], options)
    }
  }

  private init(
    _ resources: ModelResources, _ index: Int, _ calibration: ScoreCalibration?,
    _ options: ImageClassifierOptions
  ) throws {
    let metadata = resources.outputMetadata(index)
    self.index = index
    self.calibration = calibration
    name = metadata?.name ?? ""
    reader = RealReader(resources.graph.tensors[resources.graph.outputs[index]])
    labels = try options.labels(resources, metadata, type: .tensorAxisLabels)
    filter = try options.filter(labels)
    threshold = try options.threshold(metadata)
    maxResults = options.maxResults
  }

  /// The categories for the bytes of this output.
  func classifications(_ output: RawSpan) throws -> Classifications {
    var scores = reader.read(output)
    try calibration?.apply(to: &scores)
    guard labels.names.isEmpty || labels.names.count == scores.count else {
      throw NSError.engine(
        .internalError,
        "The model's label file has \(labels.names.count) labels, but output \(index) has "
          + "\(scores.count) scores.")
    }
    let categories = best(of: scores).map { index in
      ResultCategory(
        index: index, score: scores[index],
        categoryName: labels.names.isEmpty ? nil : labels.names[index],
        displayName: labels.displayNames?[index])
    }
    return Classifications(head: index, headName: name, categories: categories)
  }

  /// The classes to return, best first: ties by index, NaN last.
  private func best(of scores: [Float]) -> [Int] {
    let candidates = scores.indices.filter { index in
      if let threshold, scores[index] < threshold { return false }
      return filter.allows(index)
    }
    func precedes(_ a: Int, _ b: Int) -> Bool {
      let (x, y) = (scores[a], scores[b])
      if x.isNaN || y.isNaN { return x.isNaN == y.isNaN ? a < b : y.isNaN }
      return x != y ? x > y : a < b
    }
    guard maxResults > 0, maxResults < candidates.count else {
      return candidates.sorted(by: precedes)
    }
    // Few of many: most candidates lose against the worst of those kept so far.
    var kept: [Int] = []
    for candidate in candidates {
      if kept.count == maxResults {
        guard precedes(candidate, kept[maxResults - 1]) else { continue }
        kept.removeLast()
      }
      kept.insert(candidate, at: kept.firstIndex { precedes(candidate, $0) } ?? kept.count)
    }
    return kept
  }
}
