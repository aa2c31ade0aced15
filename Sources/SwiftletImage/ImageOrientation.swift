/// Which way up stored pixels are, with the raw values of `UIImage.Orientation`.
///
/// The name says how the stored pixels must be turned for display: an image whose orientation is
/// `right` is turned a quarter clockwise. Mirrored orientations are flipped left to right first.
public enum ImageOrientation: Int, Sendable, CaseIterable {
  /// As stored.
  case up = 0
  /// Turned by 180°.
  case down = 1
  /// Turned by 90° counter-clockwise.
  case left = 2
  /// Turned by 90° clockwise.
  case right = 3
  /// Flipped left to right.
  case upMirrored = 4
  /// Flipped top to bottom.
  case downMirrored = 5
  /// Flipped about the diagonal from the top left.
  case leftMirrored = 6
  /// Flipped about the diagonal from the top right.
  case rightMirrored = 7

  /// The orientation for a value 1…8 of EXIF's tag 0x0112.
  public init?(exif: Int) {
    switch exif {
    case 1: self = .up
    case 2: self = .upMirrored
    case 3: self = .down
    case 4: self = .downMirrored
    case 5: self = .leftMirrored
    case 6: self = .right
    case 7: self = .rightMirrored
    case 8: self = .left
    default: return nil
    }
  }

  /// The value 1…8 of EXIF's tag 0x0112.
  public var exif: Int {
    switch self {
    case .up: 1
    case .upMirrored: 2
    case .down: 3
    case .downMirrored: 4
    case .leftMirrored: 5
    case .right: 6
    case .rightMirrored: 7
    case .left: 8
    }
  }

  /// Whether the orientation is more than a rotation.
  public var isMirrored: Bool { rawValue >= Self.upMirrored.rawValue }

  /// Where display finds pixels of a picture that is stored in rows of `width`: pixel (x, y) as
  /// displayed is pixel `origin + x · across + y · down` as stored.
  func steps(width: Int, height: Int) -> (origin: Int, across: Int, down: Int) {
    let last = width * height - 1
    return switch self {
    case .up: (0, 1, width)
    case .upMirrored: (width - 1, -1, width)
    case .down: (last, -1, -width)
    case .downMirrored: (last - width + 1, 1, -width)
    case .leftMirrored: (0, width, 1)
    case .right: (last - width + 1, -width, 1)
    case .rightMirrored: (last, -width, -1)
    case .left: (width - 1, width, -1)
    }
  }

  /// Whether display swaps columns and rows.
  public var swapsAxes: Bool {
    switch self {
    case .left, .right, .leftMirrored, .rightMirrored: true
    case .up, .down, .upMirrored, .downMirrored: false
    }
  }
}

extension Image {
  /// The image turned and flipped for display.
  ///
  /// - Parameter orientation: How this image is stored.
  /// - Returns: The upright image; the same one for `up`.
  public func upright(from orientation: ImageOrientation) -> Image {
    if orientation == .up { return self }
    let (origin, across, down) = orientation.steps(width: width, height: height)
    let columns = orientation.swapsAxes ? height : width
    let rows = orientation.swapsAxes ? width : height
    let turned = [UInt8](capacity: rgb.count) { pixels in
      for y in 0..<rows {
        var source = 3 * (origin + y * down)
        for _ in 0..<columns {
          pixels.append(rgb[source])
          pixels.append(rgb[source + 1])
          pixels.append(rgb[source + 2])
          source += 3 * across
        }
      }
    }
    return Image(width: columns, height: rows, rgb: turned)
  }
}
