/// Where the components of a packed pixel are, and what its alpha means.
package struct ComponentLayout: Sendable, Equatable {
  /// What becomes of alpha, which no task sees.
  package enum AlphaUse: Sendable, Equatable {
    /// The colours are taken as they are.
    case ignored
    /// The colours are multiplied by alpha and divided by it again, as when a picture goes through
    /// a drawing context: what is fully transparent becomes black, faint colours get coarse.
    case drawn
    /// The colours, which are multiplied by alpha, are divided by it.
    case premultiplied
  }

  /// Bytes from one pixel to the next.
  package var bytesPerPixel: Int
  /// The offset of red, in bytes; of its higher byte where components have two.
  package var red: Int
  /// The offset of green.
  package var green: Int
  /// The offset of blue.
  package var blue: Int
  /// The offset of alpha; without meaning where it is ignored.
  package var alpha: Int
  /// What becomes of alpha.
  package var use: AlphaUse
  /// The offset from a component's higher byte to its lower one; 0 for components of one byte.
  package var lowerByte: Int

  /// A layout of components of one byte.
  package init(
    bytesPerPixel: Int, red: Int, green: Int, blue: Int, alpha: Int = 0, use: AlphaUse = .ignored
  ) {
    self.bytesPerPixel = bytesPerPixel
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
    self.use = use
    lowerByte = 0
  }

  /// The same components with two bytes each.
  package func doubled(isLittleEndian: Bool) -> ComponentLayout {
    let high = isLittleEndian ? 1 : 0
    var wide = self
    wide.bytesPerPixel *= 2
    wide.red = 2 * red + high
    wide.green = 2 * green + high
    wide.blue = 2 * blue + high
    wide.alpha = 2 * alpha + high
    wide.lowerByte = isLittleEndian ? -1 : 1
    return wide
  }

  /// The same pixels with their bytes in the opposite order.
  package func reversed() -> ComponentLayout {
    let last = bytesPerPixel - 1
    var other = self
    other.red = last - red
    other.green = last - green
    other.blue = last - blue
    other.alpha = last - alpha
    return other
  }
}

/// Planes of brightness and of two colour differences, the latter at half the width and height.
///
/// One pair of colour differences serves a square of 2 × 2 pixels.
package struct PlanarLayout: Sendable, Equatable {
  /// Whether brightness takes 0…255 and differences ±127.5, as in JPEG; otherwise 16…235 and
  /// 16…240, as in video.
  package var isFullRange: Bool
  /// Whether both differences are in one plane, in turns.
  package var isInterleaved: Bool

  /// A layout with two planes or three.
  package init(isFullRange: Bool, isInterleaved: Bool) {
    self.isFullRange = isFullRange
    self.isInterleaved = isInterleaved
  }
}
