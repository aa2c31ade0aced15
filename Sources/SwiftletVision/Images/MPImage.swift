public import Foundation
public import SwiftletAppleStandIns
public import SwiftletImage

/// An image as the tasks take it: pixels, and which way up they are.
///
/// It holds what it was made from; pixels are read at each call of a task, and only those that the
/// task needs are converted. One image may be given to several tasks at once.
///
/// | Made from | Pixels |
/// | --- | --- |
/// | `Image`, an image file or its bytes | as decoded, upright |
/// | `UIImage` | 8 or 16 bits a component: grey, RGB, with or without alpha |
/// | `CVPixelBuffer`, `CMSampleBuffer` | 32BGRA, 32RGBA, 32ARGB, 24RGB, OneComponent8 |
/// | | 420v, 420f, y420, f420 |
///
/// Alpha is not seen: colours that were multiplied by it are divided by it, and what is fully
/// transparent is black. Buffers with alpha are taken as multiplied, as cameras and drawing
/// contexts deliver them.
#if canImport(ObjectiveC)
@objc(MPPImage)
#endif
public final class MPImage: NSObject, @unchecked Sendable {
  // Sendable: nothing changes after the initialiser, and buffers may be read on any thread.

  /// What an image was made from.
  enum Content {
    case pixels(Image)
    case file(FilePicture)
    case image(UIImage, CGImage)
    case pixelBuffer(CVPixelBuffer)
    case sampleBuffer(CMSampleBuffer, CVPixelBuffer)
  }

  let content: Content

  /// How the pixels must be turned for display.
  let storedOrientation: ImageOrientation

  init(_ content: Content, _ orientation: ImageOrientation) {
    self.content = content
    storedOrientation = orientation
  }

  /// How the pixels must be turned for display.
  ///
  /// Tasks turn the image by this before they look at it, while regions of interest and results
  /// refer to the pixels as stored. Mirrored orientations are refused by the tasks, unless
  /// `TaskOptions.acceptsMirroredOrientations` is set.
  public var orientation: UIImage.Orientation {
    #if canImport(UIKit)
    UIImage.Orientation(rawValue: storedOrientation.rawValue) ?? .up
    #else
    storedOrientation
    #endif
  }

  /// Columns, in pixels: as displayed if the image was made from a `UIImage`, otherwise as stored.
  public var width: CGFloat {
    switch content {
    case .pixels(let image): CGFloat(image.width)
    case .file(let picture): CGFloat(picture.width)
    case .image(let image, _): image.size.width * image.scale
    case .pixelBuffer(let buffer), .sampleBuffer(_, let buffer):
      CGFloat(CVPixelBufferGetWidth(buffer))
    }
  }

  /// Rows, in pixels: as displayed if the image was made from a `UIImage`, otherwise as stored.
  public var height: CGFloat {
    switch content {
    case .pixels(let image): CGFloat(image.height)
    case .file(let picture): CGFloat(picture.height)
    case .image(let image, _): image.size.height * image.scale
    case .pixelBuffer(let buffer), .sampleBuffer(_, let buffer):
      CGFloat(CVPixelBufferGetHeight(buffer))
    }
  }

  /// The pixels as stored, in red, green and blue; pictures of files are upright.
  ///
  /// They are converted at each access, unless the image was made from an `Image`.
  ///
  /// Throws an `NSError` when the pixels are in a format that is not read.
  public var pixels: Image {
    get throws {
      let source = try source()
      return try Self.reading { () throws(ImageError) in try source.image() }
    }
  }

  /// An image from decoded pixels.
  ///
  /// - Parameters:
  ///   - pixels: The pixels as stored.
  ///   - orientation: How they must be turned for display.
  public convenience init(_ pixels: Image, orientation: ImageOrientation = .up) {
    self.init(.pixels(pixels), orientation)
  }
}
