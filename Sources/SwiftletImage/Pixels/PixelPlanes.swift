/// A rectangle of bytes.
package struct PixelPlane: ~Escapable {
  /// All bytes, top row first.
  let bytes: Span<UInt8>
  /// Bytes from one row to the next.
  let rowBytes: Int

  /// A plane in memory that somebody else keeps.
  @_lifetime(copy bytes)
  package init(bytes: Span<UInt8>, rowBytes: Int) {
    self.bytes = bytes
    self.rowBytes = rowBytes
  }

  /// Refuses planes that have too few bytes for a size.
  fileprivate func check(width: Int, height: Int, bytesPerElement: Int) throws(ImageError) {
    let needed = width * bytesPerElement
    guard rowBytes >= needed else {
      throw .badBuffer(
        reason: "a row of \(width) pixels takes \(needed) bytes, the row stride is \(rowBytes)")
    }
    let (gaps, overflow) = rowBytes.multipliedReportingOverflow(by: height - 1)
    guard !overflow, bytes.count >= needed, gaps <= bytes.count - needed else {
      throw .badBuffer(
        reason: "\(height) rows of \(rowBytes) bytes are needed, \(bytes.count) bytes were given")
    }
  }
}

/// A picture in memory that somebody else keeps, in one of several layouts.
package struct PixelPlanes: ~Escapable {
  /// How the planes make up pixels.
  package enum Layout: Sendable, Equatable {
    /// All components are in the first plane.
    case packed(ComponentLayout)
    /// Brightness is in the first plane, colour differences in the others.
    case planar(PlanarLayout)
  }

  let width: Int
  let height: Int
  let layout: Layout
  let first: PixelPlane
  let second: PixelPlane
  let third: PixelPlane

  /// A picture of one plane.
  ///
  /// - Parameters:
  ///   - width: Columns.
  ///   - height: Rows.
  ///   - layout: Where the components of a pixel are.
  ///   - plane: The bytes.
  /// - Throws: `ImageError` when the plane is too small.
  @_lifetime(copy plane)
  package init(
    width: Int, height: Int, layout: ComponentLayout, plane: PixelPlane
  ) throws(ImageError) {
    try Image.check(width: width, height: height, limit: Int.max / 16)
    try plane.check(width: width, height: height, bytesPerElement: layout.bytesPerPixel)
    self.width = width
    self.height = height
    self.layout = .packed(layout)
    first = plane
    second = plane
    third = plane
  }

  /// A picture of brightness and colour differences.
  ///
  /// - Parameters:
  ///   - width: Columns.
  ///   - height: Rows.
  ///   - layout: What the planes hold.
  ///   - luma: Brightness.
  ///   - blueDifference: Cb; Cb and Cr in turns where the layout says so.
  ///   - redDifference: Cr; the plane before where both are in one.
  /// - Throws: `ImageError` when a plane is too small.
  @_lifetime(copy luma, copy blueDifference, copy redDifference)
  package init(
    width: Int, height: Int, layout: PlanarLayout, luma: PixelPlane, blueDifference: PixelPlane,
    redDifference: PixelPlane
  ) throws(ImageError) {
    try Image.check(width: width, height: height, limit: Int.max / 16)
    try luma.check(width: width, height: height, bytesPerElement: 1)
    let (columns, rows, step) = (
      (width + 1) / 2, (height + 1) / 2, layout.isInterleaved ? 2 : 1
    )
    try blueDifference.check(width: columns, height: rows, bytesPerElement: step)
    try redDifference.check(width: columns, height: rows, bytesPerElement: step)
    self.width = width
    self.height = height
    self.layout = .planar(layout)
    first = luma
    second = blueDifference
    third = redDifference
  }

  /// Fills a tensor with a part of the picture, converting only the pixels that it needs.
  package func sample(
    into tensor: inout [UInt8], width: Int, height: Int, framing: Framing
  ) throws(ImageError) {
    switch layout {
    case .packed(let layout):
      try Sampler(width: width, height: height, framing: framing).fill(
        &tensor,
        from: PackedReader(width: self.width, height: self.height, plane: first, layout: layout))
    case .planar(let layout):
      try Sampler(width: width, height: height, framing: framing).fill(
        &tensor,
        from: ChromaReader(width: self.width, height: self.height, planes: self, layout: layout))
    }
  }

  /// The whole picture converted.
  package func image() -> Image {
    switch layout {
    case .packed(let layout):
      Image(PackedReader(width: width, height: height, plane: first, layout: layout))
    case .planar(let layout):
      Image(ChromaReader(width: width, height: height, planes: self, layout: layout))
    }
  }
}

extension Image {
  /// Reads all pixels.
  fileprivate init<Reader: PixelReader & ~Escapable>(_ reader: borrowing Reader) {
    let (width, height) = (reader.width, reader.height)
    var rgb: [UInt8] = []
    rgb.reserveCapacity(3 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = reader.pixel(x: x, y: y)
        rgb.append(UInt8(truncatingIfNeeded: pixel))
        rgb.append(UInt8(truncatingIfNeeded: pixel >> 8))
        rgb.append(UInt8(truncatingIfNeeded: pixel >> 16))
      }
    }
    self.init(width: width, height: height, rgb: rgb)
  }
}
