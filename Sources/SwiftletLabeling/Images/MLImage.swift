public import Foundation
public import SwiftletAppleStandIns
public import SwiftletImage

/// An image for labelers, made from any of the types that images come in.
public final class MLImage: NSObject, MLKitCompatibleImage {
  /// How the pixels must be turned, and perhaps mirrored, for display; a `UIImage`'s own to begin with.
  public var orientation: UIImage.Orientation

  let source: VisionImage.Source

  /// Columns, as stored.
  public let width: CGFloat

  /// Rows, as stored.
  public let height: CGFloat

  /// The image of a `UIImage`.
  ///
  /// Nil when it has no `cgImage`.
  public init?(image: UIImage) {
    guard let pixels = image.cgImage else { return nil }
    source = .image(image)
    orientation = image.imageOrientation
    width = CGFloat(pixels.width)
    height = CGFloat(pixels.height)
  }

  /// The image of a pixel buffer.
  public init?(pixelBuffer: CVPixelBuffer) {
    source = .pixelBuffer(pixelBuffer)
    orientation = .up
    width = CGFloat(CVPixelBufferGetWidth(pixelBuffer))
    height = CGFloat(CVPixelBufferGetHeight(pixelBuffer))
  }

  /// The image of a sample buffer.
  ///
  /// Nil when the sample is invalid or holds no image.
  public init?(sampleBuffer: CMSampleBuffer) {
    guard CMSampleBufferIsValid(sampleBuffer),
      let pixels = CMSampleBufferGetImageBuffer(sampleBuffer)
    else { return nil }
    source = .buffer(sampleBuffer)
    orientation = .up
    width = CGFloat(CVPixelBufferGetWidth(pixels))
    height = CGFloat(CVPixelBufferGetHeight(pixels))
  }
}
