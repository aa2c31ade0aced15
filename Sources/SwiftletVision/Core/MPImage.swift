public import Foundation
public import SwiftletImage

/// An image as the tasks take it: pixels, and which way up they are.
///
/// Immutable, so one image may be given to several tasks at once.
public final class MPImage: NSObject, Sendable {
  /// The pixels as stored.
  public let pixels: Image

  /// How the pixels must be turned for display.
  ///
  /// Tasks turn the image by this before they look at it, while regions of interest and results
  /// refer to the pixels as stored. Mirrored orientations are refused by the tasks.
  public let orientation: ImageOrientation

  /// Columns, as stored.
  public var width: CGFloat { CGFloat(pixels.width) }

  /// Rows, as stored.
  public var height: CGFloat { CGFloat(pixels.height) }

  /// An image from decoded pixels.
  ///
  /// - Parameters:
  ///   - pixels: The pixels as stored.
  ///   - orientation: How they must be turned for display.
  public init(_ pixels: Image, orientation: ImageOrientation = .up) {
    self.pixels = pixels
    self.orientation = orientation
  }

  /// An image from a JPEG, PNG, BMP, PPM, PGM or PBM file; EXIF orientation is applied.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - orientation: How the upright picture must be turned in addition.
  /// - Throws: An `NSError` whose description names the file and the fault.
  public convenience init(
    contentsOf path: String, orientation: ImageOrientation = .up
  ) throws {
    do {
      self.init(try Image(contentsOf: path), orientation: orientation)
    } catch {
      throw Self.taskError(error)
    }
  }

  /// An image from the bytes of an image file; EXIF orientation is applied.
  ///
  /// - Parameters:
  ///   - data: A whole JPEG, PNG, BMP, PPM, PGM or PBM file.
  ///   - orientation: How the upright picture must be turned in addition.
  /// - Throws: An `NSError` whose description says what is wrong with the bytes.
  public convenience init(data: Data, orientation: ImageOrientation = .up) throws {
    do {
      self.init(try Image(decoding: Array(data)), orientation: orientation)
    } catch {
      throw Self.taskError(error)
    }
  }

  /// An image from pixels in memory, which are copied.
  ///
  /// - Parameters:
  ///   - bytes: The pixels, top row first.
  ///   - width: Columns.
  ///   - height: Rows.
  ///   - format: The order of the bytes of a pixel.
  ///   - rowBytes: Bytes from one row to the next; nil when rows follow without gaps.
  ///   - alpha: Whether the colours are premultiplied.
  ///   - orientation: How the pixels must be turned for display.
  /// - Throws: An `NSError` when the buffer does not hold what is said about it.
  public convenience init(
    bytes: [UInt8], width: Int, height: Int, format: PixelFormat, rowBytes: Int? = nil,
    alpha: AlphaMode = .straight, orientation: ImageOrientation = .up
  ) throws {
    do {
      let pixels = try Image(
        width: width, height: height, format: format, rowBytes: rowBytes, alpha: alpha,
        bytes: bytes)
      self.init(pixels, orientation: orientation)
    } catch {
      throw Self.taskError(error)
    }
  }

  private static func taskError(_ error: ImageError) -> NSError {
    var cause = error
    while case .file(_, let inner) = cause { cause = inner }
    let code: TasksErrorCode =
      switch cause {
      case .unreadable(ENOENT, _), .unreadable(ENOTDIR, _): .notFoundError
      case .unreadable(EACCES, _): .permissionDeniedError
      case .codecMissing: .unimplementedError
      default: .invalidArgumentError
      }
    return .task(code, error.description)
  }
}
