/// A picture whose planes can be borrowed for the duration of a call.
package protocol PlanesSource: PixelSource {
  /// Lends the planes.
  func withPlanes<Result>(
    _ body: (borrowing PixelPlanes) throws(ImageError) -> Result
  ) throws(ImageError) -> Result
}

extension PlanesSource {
  package func sample(
    into tensor: inout [UInt8], width: Int, height: Int, framing: Framing
  ) throws(ImageError) {
    try withPlanes { (planes) throws(ImageError) in
      try planes.sample(into: &tensor, width: width, height: height, framing: framing)
    }
  }

  package func image() throws(ImageError) -> Image {
    try withPlanes { (planes) throws(ImageError) in planes.image() }
  }

  package func frozen() throws(ImageError) -> any PixelSource {
    try withPlanes { (planes) throws(ImageError) in OwnedPlanes(copying: planes) }
  }
}

/// Planes in memory of their own.
package struct OwnedPlanes: PlanesSource {
  package let width: Int
  package let height: Int
  private let layout: PixelPlanes.Layout
  /// The bytes and row strides of one plane, or three.
  private let planes: [(bytes: [UInt8], rowBytes: Int)]

  init(copying source: borrowing PixelPlanes) {
    width = source.width
    height = source.height
    layout = source.layout
    let first = (source.first.copy(), source.first.rowBytes)
    switch layout {
    case .packed: planes = [first]
    case .planar(let layout):
      let second = (source.second.copy(), source.second.rowBytes)
      planes = [
        first, second,
        layout.isInterleaved ? second : (source.third.copy(), source.third.rowBytes),
      ]
    }
  }

  package func withPlanes<Result>(
    _ body: (borrowing PixelPlanes) throws(ImageError) -> Result
  ) throws(ImageError) -> Result {
    let (firstBytes, firstRow) = planes[0]
    let first = PixelPlane(bytes: firstBytes.span, rowBytes: firstRow)
    switch layout {
    case .packed(let layout):
      return try body(
        try PixelPlanes(width: width, height: height, layout: layout, plane: first))
    case .planar(let layout):
      let (secondBytes, secondRow) = planes[1]
      let (thirdBytes, thirdRow) = planes[2]
      let second = PixelPlane(bytes: secondBytes.span, rowBytes: secondRow)
      let third = PixelPlane(bytes: thirdBytes.span, rowBytes: thirdRow)
      return try body(
        try PixelPlanes(
          width: width, height: height, layout: layout, luma: first, blueDifference: second,
          redDifference: third))
    }
  }
}

extension PixelPlane {
  fileprivate func copy() -> [UInt8] {
    [UInt8](capacity: bytes.count) { target in
      for index in bytes.indices { target.append(bytes[index]) }
    }
  }
}
