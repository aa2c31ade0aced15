public import Foundation
public import SwiftletImage

extension MPImage {
  /// An image from a JPEG, PNG, BMP, PPM, PGM or PBM file; EXIF orientation is applied.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - orientation: How the upright picture must be turned in addition.
  /// - Throws: An `NSError` whose description names the file and the fault.
  public convenience init(
    contentsOf path: String, orientation: ImageOrientation = .up
  ) throws {
    self.init(
      .file(try Self.reading { () throws(ImageError) in try FilePicture(contentsOf: path) }),
      orientation)
  }

  /// An image from the bytes of an image file; EXIF orientation is applied.
  ///
  /// - Parameters:
  ///   - data: A whole JPEG, PNG, BMP, PPM, PGM or PBM file.
  ///   - orientation: How the upright picture must be turned in addition.
  /// - Throws: An `NSError` whose description says what is wrong with the bytes.
  public convenience init(data: Data, orientation: ImageOrientation = .up) throws {
    self.init(
      .file(
        try Self.reading { () throws(ImageError) in
          FilePicture(try StoredImage(decoding: Array(data)))
        }), orientation)
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
    self.init(
      try Self.reading { () throws(ImageError) in
        try Image(
          width: width, height: height, format: format, rowBytes: rowBytes, alpha: alpha,
          bytes: bytes)
      }, orientation: orientation)
  }

  /// Runs what reads pixels, with its errors as the tasks throw them.
  static func reading<Result>(
    _ body: () throws(ImageError) -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      var cause = error
      while case .file(_, let inner) = cause { cause = inner }
      let code: TasksErrorCode =
        switch cause {
        case .unreadable(ENOENT, _), .unreadable(ENOTDIR, _): .notFoundError
        case .unreadable(EACCES, _): .permissionDeniedError
        case .codecMissing: .unimplementedError
        default: .invalidArgumentError
        }
      throw NSError.task(code, error.description)
    }
  }
}
