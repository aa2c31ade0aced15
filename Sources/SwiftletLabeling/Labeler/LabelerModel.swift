internal import Foundation
internal import SwiftletFormat
internal import SwiftletRuntime
internal import SwiftletTensor
internal import SwiftletVision

/// A labeler's model, opened when it is first needed.
///
/// What cannot be opened is tried again with the next image, so that a labeler of a hosted model works
/// as soon as that is downloaded. What is open stays, also while a new version takes its place.
final class LabelerModel: Sendable {
  private let source: ModelSource
  private let manager: ModelManager
  private let planOptions: PlanOptions
  private let mean: [Float]?
  private let std: [Float]?
  private let labels: String?
  private let threshold: Float?
  private let limit: Int?
  private let opened = Locked<ImageClassifier?>(nil)

  /// Notes what options say; later changes of them have no effect.
  init(_ options: CommonImageLabelerOptions) {
    source = options.source
    manager = options.modelManager
    planOptions = options.planOptions
    mean = options.inputMean
    std = options.inputStd
    labels = options.labelsPath
    threshold = options.givenThreshold ?? options.defaultThreshold
    limit = options.resultLimit
  }

  /// The classifier.
  ///
  /// - Throws: An `NSError` of the labeler's domain.
  func classifier() throws -> ImageClassifier {
    try opened.withLock { opened in
      if let opened { return opened }
      let classifier: ImageClassifier
      do {
        classifier = try open()
      } catch {
        throw NSError.mlKit(wrapping: error)
      }
      opened = classifier
      return classifier
    }
  }

  private func open() throws -> ImageClassifier {
    switch source {
    case .file(let path): return try open(path, labels: nil)
    case .manifest(let path):
      let manifest = try ModelManifest(contentsOf: path)
      return try open(manifest.modelPath, labels: manifest.labelsPath)
    case .remote(let remote):
      var model = try manager.storedModel(named: remote.name)
      while true {
        do {
          return try open(model.path, labels: model.labelsPath)
        } catch {
          // A new version may have taken its place just now.
          let newer = try manager.storedModel(named: remote.name)
          guard newer != model else { throw error }
          model = newer
        }
      }
    case .base:
      let path = ProcessInfo.processInfo.environment["SWIFTLET_DEFAULT_MODEL"] ?? ""
      guard !path.isEmpty else {
        throw NSError.mlKit(
          .notFound,
          "There is no base model; set SWIFTLET_DEFAULT_MODEL to a .tflite file, or use "
            + "CustomImageLabelerOptions.")
      }
      return try open(path, labels: nil)
    }
  }

  private func open(_ path: String, labels beside: String?) throws -> ImageClassifier {
    guard FileManager.default.fileExists(atPath: path) else {
      throw NSError.mlKit(
        .internal, "Local model path (\(path)) is invalid.", reason: "There is no such file.")
    }
    let options = ImageClassifierOptions()
    options.baseOptions.modelAssetPath = path
    options.baseOptions.planOptions = planOptions
    options.inputMean = mean
    options.inputStd = std
    options.labelsPath = labels ?? beside
    options.fallbackScoreThreshold = 0
    options.acceptsMirroredOrientations = true
    if let threshold { options.scoreThreshold = threshold }
    if let limit { options.maxResults = limit }
    let classifier = try ImageClassifier(options: options)
    try Self.check(path)
    return classifier
  }

  /// Refuses models with other outputs than one list of confidences.
  private static func check(_ path: String) throws {
    let model: Model
    do {
      model = try Model(contentsOf: path)
    } catch {
      throw NSError.mlKit(.invalidArgument, "\(path): \(error.description)")
    }
    let graph = model.subgraphs[0]
    let shapes = graph.outputs.map { graph.tensors[$0].shape }
    guard shapes.count != 1 || !isList(shapes[0]) else { return }
    let found = shapes.map { "\($0)" }.joined(separator: " and ")
    throw NSError.mlKit(
      .invalidArgument,
      "\(path) is not an image labelling model: it has to have one output of the shape [1, N] or "
        + "[1, 1, 1, N], but has \(found).")
  }

  private static func isList(_ shape: Shape) -> Bool {
    guard shape.rank == 2 || shape.rank == 4 else { return false }
    return (0..<(shape.rank - 1)).allSatisfy { shape[$0] == 1 }
  }
}
