public import Foundation
public import SwiftletAppleStandIns
public import SwiftletImage
internal import SwiftletVision

/// An image that labelers take: `VisionImage` or `MLImage`, and nothing else.
public protocol MLKitCompatibleImage: NSObjectProtocol {}

/// An image for labelers: pixels, and which way up they are.
public final class VisionImage: NSObject, MLKitCompatibleImage {
  /// How the pixels must be turned, and perhaps mirrored, for display.
  ///
  /// All eight orientations are honoured. Nothing is taken over from a `UIImage`: assign its
  /// `imageOrientation`.
  public var orientation: UIImage.Orientation = .up

  let source: Source

  /// Where the pixels come from.
  enum Source: @unchecked Sendable {
    // Sendable: none of them changes, and buffers may be read on any thread.
    case image(UIImage)
    case buffer(CMSampleBuffer)
    case pixelBuffer(CVPixelBuffer)
    case pixels(Image)
  }

  /// The image of a `UIImage`.
  ///
  /// - Parameter image: An image that has a `cgImage`.
  public init(image: UIImage) {
    source = .image(image)
  }

  /// The image of a sample buffer, as cameras deliver it.
  ///
  /// - Parameter sampleBuffer: A sample with pixels in a format that `MPImage` reads: 32BGRA and
  ///   420YpCbCr8BiPlanar, full or video range, among them.
  public init(buffer sampleBuffer: CMSampleBuffer) {
    source = .buffer(sampleBuffer)
  }

  /// Decoded pixels; not part of the upstream API.
  ///
  /// - Parameters:
  ///   - pixels: The pixels as stored.
  ///   - orientation: How they must be turned for display.
  public init(_ pixels: Image, orientation: ImageOrientation = .up) {
    source = .pixels(pixels)
    self.orientation = orientation
  }

  /// An image file, turned by its EXIF orientation; not part of the upstream API.
  ///
  /// - Parameter path: A JPEG, PNG, BMP, PPM, PGM or PBM file.
  /// - Throws: An `NSError` whose description names the file and the fault.
  public init(contentsOf path: String) throws {
    do {
      source = .pixels(try MPImage(contentsOf: path).pixels)
    } catch {
      throw NSError.mlKit(wrapping: error)
    }
  }

  /// The bytes of an image file, turned by its EXIF orientation; not part of the upstream API.
  ///
  /// - Parameter data: A whole JPEG, PNG, BMP, PPM, PGM or PBM file.
  /// - Throws: An `NSError` whose description says what is wrong with the bytes.
  public init(data: Data) throws {
    do {
      source = .pixels(try MPImage(data: data).pixels)
    } catch {
      throw NSError.mlKit(wrapping: error)
    }
  }
}
