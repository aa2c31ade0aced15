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

  /// Offsets of red, green, blue and, where there is one, alpha.
  fileprivate var offsets: (red: Int, green: Int, blue: Int, alpha: Int?) {
    switch self {
    case .rgb: (0, 1, 2, nil)
    case .rgba: (0, 1, 2, 3)
    case .bgra: (2, 1, 0, 3)
    case .argb: (1, 2, 3, 0)
    case .gray: (0, 0, 0, nil)
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
    let step = format.bytesPerPixel
    let stride = rowBytes ?? width * step
    guard stride >= width * step else {
      throw .badBuffer(
        reason: "a row of \(width) pixels takes \(width * step) bytes, the row stride is \(stride)")
    }
    let (gaps, overflow) = stride.multipliedReportingOverflow(by: height - 1)
    guard !overflow, bytes.count >= width * step, gaps <= bytes.count - width * step else {
      throw .badBuffer(
        reason: "\(height) rows of \(stride) bytes are needed, \(bytes.count) bytes were given")
    }
    if format == .rgb, stride == width * step {
      self.init(width: width, height: height, rgb: Array(bytes.prefix(3 * width * height)))
      return
    }
    let (red, green, blue, alphaOffset) = format.offsets
    let opacityOffset = alpha == .premultiplied ? alphaOffset : nil
    let rgb = [UInt8](capacity: 3 * width * height) { pixels in
      for y in 0..<height {
        for source in Swift.stride(from: y * stride, to: y * stride + width * step, by: step) {
          let opacity = opacityOffset.map { bytes[source + $0] } ?? 255
          pixels.append(Self.unpremultiplied(bytes[source + red], opacity))
          pixels.append(Self.unpremultiplied(bytes[source + green], opacity))
          pixels.append(Self.unpremultiplied(bytes[source + blue], opacity))
        }
      }
    }
    self.init(width: width, height: height, rgb: rgb)
  }

  /// The colour before it was multiplied by alpha: `(min(c, a)·255 + a/2) / a`, 0 where a is 0.
  @inline(__always)
  static func unpremultiplied(_ color: UInt8, _ alpha: UInt8) -> UInt8 {
    if alpha == 255 { return color }
    if alpha == 0 { return 0 }
    let a = Int(alpha)
    return UInt8((min(Int(color), a) * 255 + a / 2) / a)
  }
}
