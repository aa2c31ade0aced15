internal import Foundation
internal import SwiftletImage

/// The way back from the model's input to the image as stored.
///
/// The arithmetic is MediaPipe's, in single precision, since coordinates are then cut to whole pixels.
struct BoxProjection {
  /// Two rows of factors for x, y and 1.
  private let rows: [[Float]]
  private let width: Int
  private let height: Int
  private let isMirrored: Bool

  /// For a framed part of an image.
  init(_ framing: Framing, width: Int, height: Int) {
    let (region, rotationDegrees) = (framing.flippedRegion, framing.rotationDegrees)
    isMirrored = framing.isMirrored
    self.width = width
    self.height = height
    let (imageWidth, imageHeight) = (Float(width), Float(height))
    var regionWidth = region.right - region.left
    var regionHeight = region.bottom - region.top
    if rotationDegrees % 180 != 0 {
      (regionWidth, regionHeight) = (
        regionHeight * imageHeight / imageWidth, regionWidth * imageWidth / imageHeight
      )
    }
    let centerX = (region.left + region.right) / 2 * imageWidth
    let centerY = (region.top + region.bottom) / 2 * imageHeight
    let (w, h) = (regionWidth * imageWidth, regionHeight * imageHeight)
    let angle = Float(-Double(rotationDegrees) * .pi / 180)
    let (c, s) = (cos(angle), sin(angle))
    let (x, y) = (1 / imageWidth, 1 / imageHeight)
    rows = [
      [w * c * x, -h * s * x, (-0.5 * w * c + 0.5 * h * s + centerX) * x],
      [w * s * y, h * c * y, (-0.5 * h * c - 0.5 * w * s + centerY) * y],
    ]
  }

  private func project(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
    let across = x * rows[0][0] + y * rows[0][1] + rows[0][2]
    return (isMirrored ? 1 - across : across, x * rows[1][0] + y * rows[1][1] + rows[1][2])
  }

  /// The smallest upright box around a box, in whole pixels.
  func pixels(of box: RelativeBox) -> CGRect {
    let corners = [
      project(box.left, box.top), project(box.right, box.top), project(box.right, box.bottom),
      project(box.left, box.bottom),
    ]
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    let (right, bottom) = (xs.max() ?? 0, ys.max() ?? 0)
    return CGRect(
      x: Self.whole(left, of: width), y: Self.whole(top, of: height),
      width: Self.whole(right - left, of: width), height: Self.whole(bottom - top, of: height))
  }

  /// Points in shares of the image's size.
  func points(_ points: [(x: Float, y: Float)]) -> [CGPoint] {
    points.map { point in
      let place = project(point.x, point.y)
      return CGPoint(x: CGFloat(place.x), y: CGFloat(place.y))
    }
  }

  /// A share of an extent in whole pixels, cut towards zero and kept between 0 and the extent.
  private static func whole(_ share: Float, of extent: Int) -> Int {
    let pixels = share * Float(extent)
    guard pixels > 0 else { return 0 }
    return pixels < Float(extent) ? Int(pixels) : extent
  }
}
