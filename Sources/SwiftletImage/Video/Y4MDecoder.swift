/// Turns the planes of a frame into red, green and blue.
struct Y4MDecoder: Sendable {
  private let width: Int
  private let height: Int
  private let conversion: ColorConversion
  /// Nil for a picture without colour.
  private let chroma: Chroma?

  /// Where the colour of each pixel comes from.
  private struct Chroma: Sendable {
    let width: Int
    let height: Int
    let across: ChromaPositions
    let down: ChromaPositions
    /// Whether every pixel has colour of its own.
    let isFull: Bool
  }

  init(_ header: Y4MHeader) {
    width = header.width
    height = header.height
    conversion = header.isFullRange ? .full : .video
    let layout = header.chroma
    let (columns, rows) = (layout.width(of: width), layout.height(of: height))
    chroma =
      columns == 0
      ? nil
      : Chroma(
        width: columns, height: rows,
        across: ChromaPositions(
          step: layout.acrossStep, samples: columns, isCosited: layout.isCositedAcross),
        down: ChromaPositions(
          step: layout.downStep, samples: rows, isCosited: layout.isCositedDown),
        isFull: layout.acrossStep == 1 && layout.downStep == 1)
  }

  /// The picture of a frame.
  func image(_ bytes: [UInt8]) -> Image {
    let planes = bytes.span
    let rgb = [UInt8](capacity: 3 * width * height) { pixels in
      guard let chroma else {
        for index in 0..<width * height {
          let value = conversion.gray(planes[index])
          for _ in 0..<3 { pixels.append(value) }
        }
        return
      }
      let size = chroma.width * chroma.height
      let (blue, red) = (width * height, width * height + size)
      // The colour of a row of pixels.
      var cb = [UInt8](repeating: 0, count: width)
      var cr = cb
      for y in 0..<height {
        let row = y * width
        Self.interpolate(planes, at: blue, chroma, row: y, into: &cb)
        Self.interpolate(planes, at: red, chroma, row: y, into: &cr)
        for x in 0..<width {
          let (r, g, b) = conversion.rgb(planes[row + x], cb[x], cr[x])
          pixels.append(r)
          pixels.append(g)
          pixels.append(b)
        }
      }
    }
    return Image(width: width, height: height, rgb: rgb)
  }

  /// A row of colour at the places of the pixels, linear between samples, rounded once.
  private static func interpolate(
    _ planes: Span<UInt8>, at start: Int, _ chroma: Chroma, row: Int, into line: inout [UInt8]
  ) {
    let down = chroma.down.place(of: row)
    let upper = start + down.first * chroma.width
    let lower = start + down.second * chroma.width
    if chroma.isFull {
      for x in line.indices { line[x] = planes[upper + x] }
      return
    }
    let (across, below) = (chroma.across, down.quarters)
    for x in line.indices {
      let place = across.place(of: x)
      let (left, right, after) = (place.first, place.second, place.quarters)
      let top = Int(planes[upper + left]) * (4 - after) + Int(planes[upper + right]) * after
      let bottom = Int(planes[lower + left]) * (4 - after) + Int(planes[lower + right]) * after
      line[x] = UInt8((top * (4 - below) + bottom * below + 8) >> 4)
    }
  }
}
