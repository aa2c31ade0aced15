/// Writes the pixels of a part of a transposed convolution to their places in the output.
struct PixelInterleaving: Sendable {
  /// Where the pixels of one place within a stride go.
  private struct Place: Sendable {
    let row: Int
    let column: Int
    let height: Int
    let width: Int
  }

  private let places: [Place]
  private let frames: TransposedConvolution.Frames
  private let images: Int
  /// The extents of an image of the part.
  private let height: Int
  private let width: Int
  private let outputHeight: Int
  private let outputWidth: Int
  private let rowStride: Int
  private let columnStride: Int
  private let pixelBytes: Int

  init(
    _ part: TransposedPart, frames: TransposedConvolution.Frames, images: Int,
    rows: TransposedAxis, columns: TransposedAxis, pixelBytes: Int
  ) {
    places = part.places.map {
      Place(row: $0.row, column: $0.column, height: $0.height, width: $0.width)
    }
    self.frames = frames
    self.images = images
    height = part.rows.count
    width = part.columns.count
    outputHeight = rows.output
    outputWidth = columns.output
    rowStride = rows.stride
    columnStride = columns.stride
    self.pixelBytes = pixelBytes
  }

  /// The bytes of all images of the part.
  var byteCount: Int { images * height * width * places.count * pixelBytes }

  /// Whether images of the part are those of the output.
  var isIdentity: Bool { places.count == 1 && height == outputHeight && width == outputWidth }

  /// Writes the output from the images of the part.
  var phase: Phase {
    Phase(
      units: images * height,
      nanoseconds: images * height * width * places.count * 2
        + byteCount / 8
    ) { [self] buffers, lines in
      for line in lines {
        unsafe write(line, from: buffers.input(0), to: buffers.output())
      }
    }
  }

  private func write(
    _ line: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) {
    let (image, row) = line.quotientAndRemainder(dividingBy: height)
    let frame = frames.frame(of: image) * outputHeight
    let pitch = places.count * pixelBytes
    for (index, place) in places.enumerated() where row < place.height {
      let from = unsafe source + (line * width * pitch + index * pixelBytes)
      let first = (frame + row * rowStride + place.row) * outputWidth + place.column
      let to = unsafe target + first * pixelBytes
      let step = columnStride * pixelBytes
      switch pixelBytes {
      case 1: unsafe scatter(UInt8.self, from, pitch, to, step, place.width)
      case 2: unsafe scatter(UInt16.self, from, pitch, to, step, place.width)
      case 4: unsafe scatter(UInt32.self, from, pitch, to, step, place.width)
      case 8: unsafe scatter(UInt64.self, from, pitch, to, step, place.width)
      case 16: unsafe scatter(SIMD2<UInt64>.self, from, pitch, to, step, place.width)
      default:
        for pixel in 0..<place.width {
          unsafe (to + pixel * step).copyMemory(from: from + pixel * pitch, byteCount: pixelBytes)
        }
      }
    }
  }

  @inline(__always)
  private func scatter<Pixel: BitwiseCopyable>(
    _ type: Pixel.Type, _ source: UnsafeRawPointer, _ pitch: Int,
    _ target: UnsafeMutableRawPointer, _ step: Int, _ count: Int
  ) {
    for pixel in 0..<count {
      unsafe target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: pixel * pitch, as: type),
        toByteOffset: pixel * step, as: type)
    }
  }
}
