internal import SwiftletTensor

/// A picture in memory: upright, eight bits a channel, red, green and blue.
///
/// Every decoder and every caller's buffer ends here, so that the tasks know one layout only. Alpha
/// is dropped on the way in and grey is spread over the three channels. An image is a value: it
/// never changes, and copies share their pixels.
public struct Image: Sendable, Equatable {
  /// The most pixels that are decoded unless the caller says otherwise: one hundred million.
  public static let defaultMaximumPixelCount = 100_000_000

  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Red, green and blue of each pixel, row by row from the top, without gaps.
  public let rgb: [UInt8]

  /// Takes pixels that are already in place; `rgb` holds `3 · width · height` bytes.
  package init(width: Int, height: Int, rgb: [UInt8]) {
    precondition(width > 0 && height > 0 && rgb.count == 3 * width * height)
    self.width = width
    self.height = height
    self.rgb = rgb
  }

  /// Checks a size that a file or a caller claims before any memory is reserved for it.
  static func check(width: Int, height: Int, limit: Int) throws(ImageError) {
    try checkSize(width: width, height: height, limit: limit)
    // The file's pixels, the image and one that is turned.
    guard SystemMemory.allows(12 * width * height) else {
      throw .noMemory(width: width, height: height)
    }
  }

  /// Checks a size against a limit alone.
  static func checkSize(width: Int, height: Int, limit: Int) throws(ImageError) {
    guard width > 0, height > 0 else { throw .emptySize(width: width, height: height) }
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, count <= limit, count <= Int.max / 16 else {
      throw .tooLarge(width: width, height: height, limit: limit)
    }
  }
}
