#if !canImport(CoreImage)
public import Foundation

#if canImport(CoreGraphics)
public import CoreGraphics
#endif
#if canImport(CoreVideo)
public import CoreVideo
#endif

/// An image as the Core Image framework hands it on; here a holder of another kind of image.
open class CIImage: NSObject, @unchecked Sendable {
  // Sendable: nothing changes after the initialiser.

  /// What it was made from, if that is a `CGImage`.
  public let cgImage: CGImage?

  /// What it was made from, if that is a pixel buffer.
  public let pixelBuffer: CVPixelBuffer?

  /// Where its pixels are.
  public let extent: CGRect

  /// An image that holds a `CGImage`.
  public init(cgImage: CGImage) {
    self.cgImage = cgImage
    pixelBuffer = nil
    extent = CGRect(x: 0, y: 0, width: cgImage.width, height: cgImage.height)
  }

  /// An image that holds a pixel buffer.
  public init(cvPixelBuffer: CVPixelBuffer) {
    cgImage = nil
    pixelBuffer = cvPixelBuffer
    extent = CGRect(
      x: 0, y: 0, width: CVPixelBufferGetWidth(cvPixelBuffer),
      height: CVPixelBufferGetHeight(cvPixelBuffer))
  }
}
#endif
