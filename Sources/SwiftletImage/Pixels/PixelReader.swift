/// Gives pixels of a picture one by one, so that only those that are looked at are converted.
protocol PixelReader: ~Escapable {
  /// Columns.
  var width: Int { get }
  /// Rows.
  var height: Int { get }

  /// Red in the lowest byte, green and blue above; the highest byte has no meaning.
  func pixel(x: Int, y: Int) -> UInt32
}

/// Red, green and blue without gaps between rows, read as displayed.
struct RGBReader: PixelReader, ~Escapable {
  let width: Int
  let height: Int
  private let bytes: Span<UInt8>
  /// In bytes: the first pixel, from one column to the next, from one row to the next.
  private let steps: (origin: Int, across: Int, down: Int)

  /// - Parameters:
  ///   - width: Columns as stored.
  ///   - height: Rows as stored.
  ///   - bytesPerPixel: 3, or 4 with alpha, which is not read.
  ///   - orientation: How the pixels are turned for display.
  ///   - bytes: The pixels.
  @_lifetime(copy bytes)
  init(
    width: Int, height: Int, bytesPerPixel: Int = 3, orientation: ImageOrientation = .up,
    bytes: Span<UInt8>
  ) {
    self.width = orientation.swapsAxes ? height : width
    self.height = orientation.swapsAxes ? width : height
    self.bytes = bytes
    let (origin, across, down) = orientation.steps(width: width, height: height)
    steps = (origin * bytesPerPixel, across * bytesPerPixel, down * bytesPerPixel)
  }

  @inline(__always)
  func pixel(x: Int, y: Int) -> UInt32 {
    let at = steps.origin &+ y &* steps.down &+ x &* steps.across
    // One load instead of three, wherever the byte behind the pixel is a byte of the picture.
    if at >= 0, at <= bytes.count &- 4 {
      return unsafe UInt32(
        littleEndian: bytes.bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: at, as: UInt32.self))
    }
    return UInt32(bytes[at]) | UInt32(bytes[at &+ 1]) << 8 | UInt32(bytes[at &+ 2]) << 16
  }
}

/// Components side by side, of one byte or two.
struct PackedReader: PixelReader, ~Escapable {
  let width: Int
  let height: Int
  private let plane: PixelPlane
  private let layout: ComponentLayout
  private let division = AlphaDivision.shared

  @_lifetime(copy plane)
  init(width: Int, height: Int, plane: PixelPlane, layout: ComponentLayout) {
    self.width = width
    self.height = height
    self.plane = plane
    self.layout = layout
  }

  @inline(__always)
  func pixel(x: Int, y: Int) -> UInt32 {
    let at = y &* plane.rowBytes &+ x &* layout.bytesPerPixel
    var red = component(at &+ layout.red)
    var green = component(at &+ layout.green)
    var blue = component(at &+ layout.blue)
    if layout.use != .ignored {
      let alpha = component(at &+ layout.alpha)
      if layout.use == .drawn {
        red = AlphaDivision.product(red, alpha)
        green = AlphaDivision.product(green, alpha)
        blue = AlphaDivision.product(blue, alpha)
      }
      if alpha != 255 {
        red = division.quotient(red, alpha)
        green = division.quotient(green, alpha)
        blue = division.quotient(blue, alpha)
      }
    }
    return UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16
  }

  /// One byte, or sixteen bits brought to eight: `round(v · 255 / 65535)`.
  @inline(__always)
  private func component(_ at: Int) -> UInt8 {
    let high = plane.bytes[at]
    if layout.lowerByte == 0 { return high }
    let value = UInt32(high) << 8 | UInt32(plane.bytes[at &+ layout.lowerByte])
    return UInt8(truncatingIfNeeded: (value &* 255 &+ 32767) / 65535)
  }
}

/// Brightness and colour differences in planes.
struct ChromaReader: PixelReader, ~Escapable {
  let width: Int
  let height: Int
  private let luma: PixelPlane
  private let blueDifference: PixelPlane
  private let redDifference: PixelPlane
  private let step: Int
  private let conversion: ColorConversion

  /// Interleaved differences come as the same plane twice.
  @_lifetime(copy planes)
  init(width: Int, height: Int, planes: PixelPlanes, layout: PlanarLayout) {
    self.width = width
    self.height = height
    luma = planes.first
    blueDifference = planes.second
    redDifference = planes.third
    step = layout.isInterleaved ? 2 : 1
    conversion = layout.isFullRange ? .full : .video
  }

  @inline(__always)
  func pixel(x: Int, y: Int) -> UInt32 {
    let (column, row) = ((x >> 1) &* step, y >> 1)
    let (red, green, blue) = conversion.rgb(
      luma.bytes[y &* luma.rowBytes &+ x],
      blueDifference.bytes[row &* blueDifference.rowBytes &+ column],
      redDifference.bytes[row &* redDifference.rowBytes &+ column &+ step &- 1])
    return UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16
  }
}
