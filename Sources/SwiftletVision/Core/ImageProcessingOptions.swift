internal import Foundation
public import SwiftletImage

/// Which part of an image a call looks at, and how it is turned first.
public struct ImageProcessingOptions: Sendable, Equatable {
  /// The part of the unrotated image to look at, in shares of its width and height; nil for all.
  public var regionOfInterest: Region?

  /// How far the region is turned clockwise before it is looked at, a multiple of 90.
  ///
  /// This comes on top of the image's own orientation.
  public var rotationDegrees: Int

  /// Options for one call.
  public init(regionOfInterest: Region? = nil, rotationDegrees: Int = 0) {
    self.regionOfInterest = regionOfInterest
    self.rotationDegrees = rotationDegrees
  }

  /// The options for a region in the manner of upstream: the zero rectangle means the whole image.
  init(regionOfInterest rectangle: CGRect) {
    self.init()
    if rectangle == .zero { return }
    regionOfInterest = Region(
      left: Float(rectangle.origin.x), top: Float(rectangle.origin.y),
      right: Float(rectangle.origin.x + rectangle.size.width),
      bottom: Float(rectangle.origin.y + rectangle.size.height))
  }

  /// The region and total rotation for an image, once everything about them is in order.
  func resolved(for image: MPImage, acceptsMirrored: Bool) throws -> Framing {
    let orientation = image.storedOrientation
    guard acceptsMirrored || !orientation.isMirrored else {
      throw NSError.task(.invalidArgumentError, Self.mirroredText)
    }
    let turn = Self.degrees(of: orientation)
    guard rotationDegrees.isMultiple(of: 90) else {
      throw NSError.task(.invalidArgumentError, "Expected rotation to be a multiple of 90°.")
    }
    let region = regionOfInterest ?? .whole
    guard !(region.left >= region.right || region.top >= region.bottom) else {
      throw NSError.task(
        .invalidArgumentError, "Expected RectF with left < right and top < bottom.")
    }
    guard !(region.left < 0 || region.top < 0 || region.right > 1 || region.bottom > 1) else {
      throw NSError.task(.invalidArgumentError, "Expected RectF values to be in [0,1].")
    }
    // Reduced first, so that no sum overflows; a lone rotation keeps its turns.
    return Framing(
      region: region, rotationDegrees: turn == 0 ? rotationDegrees : rotationDegrees % 360 + turn,
      isMirrored: orientation.isMirrored)
  }

  /// The clockwise rotation that an orientation stands for, after the flip of mirrored ones, in the
  /// quadrants that upstream uses.
  private static func degrees(of orientation: ImageOrientation) -> Int {
    switch orientation {
    case .up, .upMirrored: 0
    case .left, .leftMirrored: -90
    case .down, .downMirrored: -180
    case .right, .rightMirrored: -270
    }
  }

  private static let mirroredText =
    "Unsupported UIImageOrientation. `imageOrientation` cannot be equal to any of the mirrored "
    + "orientations (`UIImageOrientationUpMirrored`,`UIImageOrientationDownMirrored`,"
    + "`UIImageOrientationLeftMirrored`,`UIImageOrientationRightMirrored`)"
}
