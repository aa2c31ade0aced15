internal import Foundation
internal import SwiftletAppleStandIns
internal import SwiftletVision

/// What a labeler was given, as it was then: the caller may change its image's orientation later.
struct LabelerInput: Sendable {
  private let source: VisionImage.Source
  private let orientation: UIImage.Orientation

  /// Notes an image.
  ///
  /// - Throws: An `NSError` for a type that is not the package's.
  init(_ image: any MLKitCompatibleImage) throws {
    switch image {
    case let image as VisionImage: (source, orientation) = (image.source, image.orientation)
    case let image as MLImage: (source, orientation) = (image.source, image.orientation)
    default:
      throw NSError.mlKit(
        .invalidArgument, "A labeler takes a VisionImage or an MLImage, not a \(type(of: image)).")
    }
  }

  /// The image as the classifier takes it.
  func image() throws -> MPImage {
    let invalid = NSError.mlKit(.invalidArgument, "Input image must not be nil.")
    switch source {
    case .pixels(let pixels): return MPImage(pixels, orientation: orientation)
    case .image(let image):
      guard image.cgImage != nil else { throw invalid }
      return try MPImage(uiImage: image, orientation: orientation)
    case .pixelBuffer(let buffer):
      return try MPImage(pixelBuffer: buffer, orientation: orientation)
    case .buffer(let buffer):
      guard CMSampleBufferIsValid(buffer), CMSampleBufferGetImageBuffer(buffer) != nil else {
        throw invalid
      }
      return try MPImage(sampleBuffer: buffer, orientation: orientation)
    }
  }
}
