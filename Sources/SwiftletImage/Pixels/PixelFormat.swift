/// How the bytes of one pixel follow each other in a caller's buffer.
public enum PixelFormat: Sendable, CaseIterable {
  /// Red, green, blue.
  case rgb
  /// Red, green, blue, alpha.
  case rgba
  /// Blue, green, red, alpha: what cameras deliver on Apple's platforms.
  case bgra
  /// Alpha, red, green, blue.
  case argb
  /// One byte of brightness.
  case gray

  /// Bytes from one pixel to the next.
  public var bytesPerPixel: Int {
    switch self {
    case .rgb: 3
    case .rgba, .bgra, .argb: 4
    case .gray: 1
    }
  }

  /// Where the components are; alpha is divided out of premultiplied colours.
  package func layout(_ alpha: AlphaMode) -> ComponentLayout {
    let use: ComponentLayout.AlphaUse = alpha == .premultiplied ? .premultiplied : .ignored
    return switch self {
    case .rgb: ComponentLayout(bytesPerPixel: 3, red: 0, green: 1, blue: 2)
    case .rgba: ComponentLayout(bytesPerPixel: 4, red: 0, green: 1, blue: 2, alpha: 3, use: use)
    case .bgra: ComponentLayout(bytesPerPixel: 4, red: 2, green: 1, blue: 0, alpha: 3, use: use)
    case .argb: ComponentLayout(bytesPerPixel: 4, red: 1, green: 2, blue: 3, alpha: 0, use: use)
    case .gray: ComponentLayout(bytesPerPixel: 1, red: 0, green: 0, blue: 0)
    }
  }
}

/// What the colours of a buffer with alpha have been multiplied by.
public enum AlphaMode: Sendable {
  /// Nothing: the colours are taken as they are and alpha is ignored.
  case straight
  /// Alpha, as drawing contexts and cameras deliver it: the colours are divided by it again, and
  /// fully transparent pixels become black.
  case premultiplied
}

extension Image {
  /// Copies an image out of the caller's buffer.
  ///
  /// - Parameters:
  ///   - width: Columns.
  ///   - height: Rows.
  ///   - format: The order of the bytes of a pixel.
  ///   - rowBytes: Bytes from the start of one row to the next; nil when rows follow without gaps.
  ///   - alpha: Whether the colours are premultiplied; without meaning for formats without alpha.
  ///   - bytes: The pixels, top row first.
  /// - Throws: `ImageError.badBuffer` when the buffer is too short or the stride too small.
  public init(
    width: Int, height: Int, format: PixelFormat, rowBytes: Int? = nil,
    alpha: AlphaMode = .straight, bytes: [UInt8]
  ) throws(ImageError) {
    try Self.check(width: width, height: height, limit: Int.max / 16)
    let stride = rowBytes ?? width * format.bytesPerPixel
    let planes = try PixelPlanes(
      width: width, height: height, layout: format.layout(alpha),
      plane: PixelPlane(bytes: bytes.span, rowBytes: stride))
    if format == .rgb, stride == width * 3 {
      self.init(width: width, height: height, rgb: Array(bytes.prefix(3 * width * height)))
    } else {
      self = planes.image()
    }
  }
}
