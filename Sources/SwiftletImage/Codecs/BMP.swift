/// Bitmaps: 1, 4 and 8 bits with a palette or run lengths, 16, 24 and 32 bits with or without masks.
enum BMP {
  static func decode(_ bytes: [UInt8], limit: Int) throws(ImageError) -> Image {
    let header = try BMPHeader(bytes)
    let (width, height) = (header.width, header.height)
    try Image.check(width: width, height: height, limit: limit)
    let rgb: [UInt8]
    switch header.compression {
    case .runLength8, .runLength4:
      let indices = try RunLength.decode(bytes[header.dataOffset...], header)
      rgb = try colored(header) { x, y in Int(indices[(height - 1 - y) * width + x]) }
    case .none, .bitFields, .alphaBitFields:
      let depth = header.bitsPerPixel
      let rowBytes = (width * depth + 31) / 32 * 4
      // The last row's padding is sometimes missing.
      guard bytes.count - header.dataOffset >= rowBytes * (height - 1) + (width * depth + 7) / 8
      else { throw BMPHeader.truncated }
      let row = { (y: Int) in
        header.dataOffset + rowBytes * (header.isTopDown ? y : height - 1 - y)
      }
      rgb =
        depth <= 8
        ? try colored(header) { x, y in
          let bit = x * depth
          return Int(bytes[row(y) + bit / 8]) >> (8 - depth - bit % 8) & (1 << depth - 1)
        }
        : direct(bytes, header, row: row)
    }
    return Image(width: width, height: height, rgb: rgb)
  }

  private static func colored(
    _ header: BMPHeader, index: (_ x: Int, _ y: Int) -> Int
  ) throws(ImageError) -> [UInt8] {
    let palette = header.palette
    var rgb: [UInt8] = []
    rgb.reserveCapacity(3 * header.width * header.height)
    for y in 0..<header.height {
      for x in 0..<header.width {
        let entry = index(x, y)
        guard entry < palette.count else {
          throw .damaged(.bmp, reason: "it uses colour \(entry) of a palette of \(palette.count)")
        }
        let color = palette[entry]
        rgb.append(color.red)
        rgb.append(color.green)
        rgb.append(color.blue)
      }
    }
    return rgb
  }

  private static func direct(
    _ bytes: [UInt8], _ header: BMPHeader, row: (Int) -> Int
  ) -> [UInt8] {
    let size = header.bitsPerPixel / 8
    let fields = [header.masks.red, header.masks.green, header.masks.blue].map(Field.init)
    let isPlain =
      header.bitsPerPixel != 16 && fields.map(\.shift) == [16, 8, 0]
      && fields.allSatisfy { $0.maximum == 255 }
    var rgb: [UInt8] = []
    rgb.reserveCapacity(3 * header.width * header.height)
    for y in 0..<header.height {
      var at = row(y)
      for _ in 0..<header.width {
        if isPlain {
          rgb.append(bytes[at + 2])
          rgb.append(bytes[at + 1])
          rgb.append(bytes[at])
        } else {
          var pixel: UInt32 = 0
          for byte in 0..<size { pixel |= UInt32(bytes[at + byte]) << UInt32(8 * byte) }
          for field in fields { rgb.append(field.value(of: pixel)) }
        }
        at += size
      }
    }
    return rgb
  }

  /// One channel of a packed pixel, brought to 0…255 by `value·255 / maximum`, rounded down.
  private struct Field {
    let mask: UInt32
    let shift: Int
    let maximum: UInt32

    init(mask: UInt32) {
      self.mask = mask
      shift = mask == 0 ? 0 : mask.trailingZeroBitCount
      maximum = mask >> UInt32(shift)
    }

    func value(of pixel: UInt32) -> UInt8 {
      guard maximum > 0 else { return 0 }
      return UInt8(UInt64((pixel & mask) >> UInt32(shift)) * 255 / UInt64(maximum))
    }
  }
}
