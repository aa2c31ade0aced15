#if !canImport(UIKit)
public import Foundation
public import SwiftletImage

#if canImport(CoreGraphics)
public import CoreGraphics
#endif
#if canImport(CoreImage)
public import CoreImage
#endif

/// A picture with the way up that it is displayed, and the number of pixels to a point.
open class UIImage: NSObject, @unchecked Sendable {
  // Sendable: nothing changes after the initialiser.

  /// How stored pixels are turned for display.
  public typealias Orientation = ImageOrientation

  /// The pixels as stored, or nil for an image that holds a `CIImage`.
  public let cgImage: CGImage?

  /// The Core Image picture that the image holds, or nil for one that holds a `CGImage`.
  public let ciImage: CIImage?

  /// Pixels to a point.
  public let scale: CGFloat

  /// How the stored pixels are turned for display.
  public let imageOrientation: Orientation

  private init(
    cgImage: CGImage?, ciImage: CIImage?, scale: CGFloat, orientation: Orientation
  ) {
    self.cgImage = cgImage
    self.ciImage = ciImage
    // UIKit takes a scale of 0 or less for 1.
    self.scale = scale > 0 ? scale : 1
    imageOrientation = orientation
  }

  /// An image without pixels.
  public override convenience init() {
    self.init(cgImage: nil, ciImage: nil, scale: 1, orientation: .up)
  }

  /// An image that shares the pixels of a `CGImage`, displayed as stored.
  public convenience init(cgImage: CGImage) {
    self.init(cgImage: cgImage, scale: 1, orientation: .up)
  }

  /// An image that shares the pixels of a `CGImage`.
  ///
  /// - Parameters:
  ///   - cgImage: The pixels.
  ///   - scale: Pixels to a point.
  ///   - orientation: How the pixels are turned for display.
  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    self.init(cgImage: cgImage, ciImage: nil, scale: scale, orientation: orientation)
  }

  /// An image that holds a Core Image picture; it has no `cgImage`.
  public convenience init(ciImage: CIImage) {
    self.init(ciImage: ciImage, scale: 1, orientation: .up)
  }

  /// An image that holds a Core Image picture; it has no `cgImage`.
  ///
  /// - Parameters:
  ///   - ciImage: The picture.
  ///   - scale: Pixels to a point.
  ///   - orientation: How the picture is turned for display.
  public convenience init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) {
    self.init(cgImage: nil, ciImage: ciImage, scale: scale, orientation: orientation)
  }

  /// The size in points, as displayed: orientations to the side swap width and height.
  public var size: CGSize {
    let stored =
      cgImage.map { CGSize(width: $0.width, height: $0.height) } ?? ciImage?.extent.size ?? .zero
    let (width, height) = (stored.width / scale, stored.height / scale)
    return imageOrientation.swapsAxes
      ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
  }
}
#endif
