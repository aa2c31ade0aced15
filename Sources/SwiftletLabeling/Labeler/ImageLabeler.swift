public import Foundation
package import SwiftletVision

/// Receives the labels of an image, or why there are none; one of the two is nil.
public typealias ImageLabelingCallback = ([ImageLabel]?, (any Error)?) -> Void

/// Says what an image shows, with a model that was trained with AutoML or another one.
///
///     let model = AutoMLImageLabelerLocalModel(manifestPath: "flowers/manifest.json")
///     let labeler = ImageLabeler.imageLabeler(options: AutoMLImageLabelerOptions(localModel: model))
///     for label in try labeler.results(in: VisionImage(contentsOf: "garden.jpg")) {
///       print(label.text, label.confidence)
///     }
///
/// The model is opened with the first image. A labeler may be used from any number of threads.
public final class ImageLabeler: NSObject, Sendable {
  private let model: LabelerModel
  private let queue = DispatchQueue(label: "imageLabeler")

  private init(_ model: LabelerModel) {
    self.model = model
  }

  /// A labeler.
  ///
  /// - Parameter options: Model and what to return; read once.
  /// - Returns: A labeler; what is wrong with its model shows with the first image.
  public static func imageLabeler(options: CommonImageLabelerOptions) -> ImageLabeler {
    ImageLabeler(LabelerModel(options))
  }

  /// Labels an image in the background, after those given before it.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - completion: Called on the main queue, which a command line program has to run.
  public func process(
    _ image: any MLKitCompatibleImage, completion: @escaping ImageLabelingCallback
  ) {
    let call = MainQueueCall<Result<[ImageLabel], NSError>> { result in
      switch result {
      case .success(let labels): completion(labels, nil)
      case .failure(let error): completion(nil, error)
      }
    }
    let input = Result { try LabelerInput(image) }
    queue.async {
      do {
        call(.success(try self.labels(try input.get())))
      } catch {
        call(.failure(NSError.mlKit(wrapping: error)))
      }
    }
  }

  /// Labels an image in the background, after those given before it.
  ///
  /// - Parameter image: The image.
  /// - Returns: The labels that reach the threshold, the most confident first.
  /// - Throws: An `NSError` that says what is wrong with model or image.
  public func process(_ image: any MLKitCompatibleImage) async throws -> [ImageLabel] {
    let input = try LabelerInput(image)
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try self.labels(input) }) }
    }
  }

  /// Labels an image and waits for it, on any thread, the main one included.
  ///
  /// - Parameter image: The image.
  /// - Returns: The labels that reach the threshold, the most confident first.
  /// - Throws: An `NSError` that says what is wrong with model or image.
  public func results(in image: any MLKitCompatibleImage) throws -> [ImageLabel] {
    try labels(try LabelerInput(image))
  }

  /// Opens the model, which otherwise happens with the first image.
  package func open() throws { _ = try model.classifier() }

  /// Labels a part of an image after turning it.
  package func results(
    in image: MPImage, processing: ImageProcessingOptions
  ) throws -> [ImageLabel] {
    do {
      let result = try model.classifier().classify(image: image, processing: processing)
      return result.classificationResult.classifications.flatMap(\.categories).map { category in
        ImageLabel(
          text: category.categoryName ?? "", confidence: category.score, index: category.index)
      }
    } catch {
      throw NSError.mlKit(wrapping: error)
    }
  }

  private func labels(_ input: LabelerInput) throws -> [ImageLabel] {
    do {
      return try results(in: try input.image(), processing: ImageProcessingOptions())
    } catch {
      throw NSError.mlKit(wrapping: error)
    }
  }
}
