internal import Foundation
internal import SwiftletAppleStandIns
internal import SwiftletImage
internal import SwiftletVision

/// What a labeler was given, as it was then: the caller may change its image's orientation later.
struct LabelerInput: Sendable {
  private let source: VisionImage.Source
  private let orientation: ImageOrientation

  /// Notes an image.
  ///
  /// - Throws: An `NSError` for a type that is not the package's.
  init(_ image: any MLKitCompatibleImage) throws {
    guard let image = image as? VisionImage else {
      throw NSError.mlKit(
        .invalidArgument, "A labeler takes a VisionImage, not a \(type(of: image)).")
    }
    source = image.source
    orientation = image.orientation
  }

  /// The pixels with an orientation that the classifier honours.
  ///
  /// A mirrored orientation is the rotation of the same name after a flip from left to right, which
  /// is done here.
  func image() throws -> MPImage {
    let pixels = try stored()
    switch orientation {
    case .up, .down, .left, .right: return MPImage(pixels, orientation: orientation)
    case .upMirrored: return MPImage(pixels.upright(from: .upMirrored))
    case .downMirrored: return MPImage(pixels.upright(from: .upMirrored), orientation: .down)
    case .leftMirrored: return MPImage(pixels.upright(from: .upMirrored), orientation: .left)
    case .rightMirrored: return MPImage(pixels.upright(from: .upMirrored), orientation: .right)
    }
  }

  private func stored() throws -> Image {
    switch source {
    case .pixels(let image): return try image.pixels
    }
  }
}
