#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The rectangle of the source image that fills a tensor: centre, size and angle, in pixels.
///
/// Width and height are those of the upright rectangle, so a quarter turn swaps them. Everything is
/// single precision in a fixed order, because the last bit decides which way a tie is rounded.
package struct SampledRectangle: Sendable, Equatable {
  package let centerX: Float
  package let centerY: Float
  package let width: Float
  package let height: Float
  /// Clockwise on the screen, in radians, not reduced to a full turn.
  package let angle: Float

  /// - Parameters:
  ///   - region: The part of the image to sample.
  ///   - rotationDegrees: How far the part is turned clockwise, a multiple of 90.
  ///   - imageWidth: Columns of the image.
  ///   - imageHeight: Rows of the image.
  /// - Throws: `ImageError.badRegion` when the region has no area or is not a number.
  package init(
    _ region: Region, rotationDegrees: Int, imageWidth: Int, imageHeight: Int
  ) throws(ImageError) {
    precondition(rotationDegrees.isMultiple(of: 90))
    let edges = [region.left, region.top, region.right, region.bottom]
    guard !edges.contains(where: \.isNaN) else {
      throw .badRegion(reason: "ROI contains NaN values.")
    }
    let columns = Float(imageWidth)
    let rows = Float(imageHeight)
    centerX = (region.left + region.right) / 2 * columns
    centerY = (region.top + region.bottom) / 2 * rows
    let width = region.right - region.left
    let height = region.bottom - region.top
    let isTurned = !rotationDegrees.isMultiple(of: 180)
    self.width = (isTurned ? height * rows / columns : width) * columns
    self.height = (isTurned ? width * columns / rows : height) * rows
    guard self.width > 0, self.height > 0 else {
      throw .badRegion(reason: "ROI width and height must be > 0.")
    }
    // Beyond two turns single precision would visibly tilt the rectangle.
    let degrees = abs(rotationDegrees) <= 720 ? rotationDegrees : rotationDegrees % 360
    angle = Float(Double(-degrees) * Double.pi / 180)
  }

  /// The corners that go to the tensor's bottom left, top left, top right and bottom right.
  var corners: [(x: Float, y: Float)] {
    let degrees = Float(Double(angle * 180) / Double.pi)
    let radians = Double(degrees) * Double.pi / 180
    let b = Float(cos(radians)) * 0.5
    let a = Float(sin(radians)) * 0.5
    return [
      (centerX - a * height - b * width, centerY + b * height - a * width),
      (centerX + a * height - b * width, centerY - b * height - a * width),
      (centerX + a * height + b * width, centerY - b * height + a * width),
      (centerX - a * height + b * width, centerY + b * height + a * width),
    ]
  }
}
