/// Which part of a picture a tensor shows, and how it is turned first.
package struct Framing: Sendable, Equatable {
  /// The part, of the pixels as stored.
  package var region: Region
  /// How far the part is turned clockwise, a multiple of 90.
  package var rotationDegrees: Int
  /// Whether the picture is flipped left to right before it is turned.
  package var isMirrored: Bool

  /// The whole picture as stored, unless something else is asked for.
  package init(region: Region = .whole, rotationDegrees: Int = 0, isMirrored: Bool = false) {
    self.region = region
    self.rotationDegrees = rotationDegrees
    self.isMirrored = isMirrored
  }

  /// The part in the flipped picture, if it is flipped.
  package var flippedRegion: Region {
    guard isMirrored else { return region }
    var flipped = region
    flipped.left = 1 - region.right
    flipped.right = 1 - region.left
    return flipped
  }
}
