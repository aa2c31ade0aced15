internal import Foundation
internal import SwiftletAppleStandIns
internal import SwiftletImage

/// A pixel buffer, locked while it is read.
struct PixelBufferSource: PlanesSource, @unchecked Sendable {
  // Sendable: pixel buffers may be locked and read on any thread.

  private let buffer: CVPixelBuffer
  private let layout: PixelPlanes.Layout

  var width: Int { CVPixelBufferGetWidth(buffer) }
  var height: Int { CVPixelBufferGetHeight(buffer) }

  /// Throws an `NSError` for formats that are not read.
  init(_ buffer: CVPixelBuffer) throws {
    self.buffer = buffer
    switch CVPixelBufferGetPixelFormatType(buffer) {
    case kCVPixelFormatType_32BGRA: layout = .packed(PixelFormat.bgra.layout(.premultiplied))
    case kCVPixelFormatType_32RGBA: layout = .packed(PixelFormat.rgba.layout(.premultiplied))
    case kCVPixelFormatType_32ARGB: layout = .packed(PixelFormat.argb.layout(.premultiplied))
    case kCVPixelFormatType_24RGB: layout = .packed(PixelFormat.rgb.layout(.straight))
    case kCVPixelFormatType_OneComponent8: layout = .packed(PixelFormat.gray.layout(.straight))
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange:
      layout = .planar(PlanarLayout(isFullRange: false, isInterleaved: true))
    case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
      layout = .planar(PlanarLayout(isFullRange: true, isInterleaved: true))
    case kCVPixelFormatType_420YpCbCr8Planar:
      layout = .planar(PlanarLayout(isFullRange: false, isInterleaved: false))
    case kCVPixelFormatType_420YpCbCr8PlanarFullRange:
      layout = .planar(PlanarLayout(isFullRange: true, isInterleaved: false))
    case kCVPixelFormatType_OneComponent32Float:
      // Upstream's format number of one float a pixel, which its image step then refuses.
      throw NSError.engine(.invalidArgumentError, "Unsupported format: 9")
    default:
      throw NSError.task(
        .invalidArgumentError,
        "Unsupported pixel format for CVPixelBuffer. Expected kCVPixelFormatType_32BGRA or "
          + "kCVPixelFormatType_OneComponent32Float")
    }
  }

  func withPlanes<Result>(
    _ body: (borrowing PixelPlanes) throws(ImageError) -> Result
  ) throws(ImageError) -> Result {
    guard CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess else {
      throw .badBuffer(reason: "it cannot be locked")
    }
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    switch layout {
    case .packed(let layout):
      let plane = unsafe try Self.plane(
        CVPixelBufferGetBaseAddress(buffer), rowBytes: CVPixelBufferGetBytesPerRow(buffer),
        width: width * layout.bytesPerPixel, height: height)
      return try body(
        try PixelPlanes(width: width, height: height, layout: layout, plane: plane))
    case .planar(let layout):
      let step = layout.isInterleaved ? 2 : 1
      let luma = try Self.plane(buffer, 0, width: width, height: height)
      let (columns, rows) = ((width + 1) / 2 * step, (height + 1) / 2)
      let second = try Self.plane(buffer, 1, width: columns, height: rows)
      let third =
        layout.isInterleaved
        ? second : try Self.plane(buffer, 2, width: columns, height: rows)
      return try body(
        try PixelPlanes(
          width: width, height: height, layout: layout, luma: luma, blueDifference: second,
          redDifference: third))
    }
  }

  /// A plane of a locked buffer; valid as long as the lock.
  @_lifetime(immortal)
  private static func plane(
    _ buffer: CVPixelBuffer, _ index: Int, width: Int, height: Int
  ) throws(ImageError) -> PixelPlane {
    try unsafe plane(
      CVPixelBufferGetBaseAddressOfPlane(buffer, index),
      rowBytes: CVPixelBufferGetBytesPerRowOfPlane(buffer, index), width: width, height: height)
  }

  /// A plane at an address, from its first byte to the last one of its last row.
  @_lifetime(immortal)
  private static func plane(
    _ address: UnsafeMutableRawPointer?, rowBytes: Int, width: Int, height: Int
  ) throws(ImageError) -> PixelPlane {
    guard let address = unsafe address, rowBytes >= width,
      rowBytes <= Int.max / max(height, 1)
    else { throw .badBuffer(reason: "it has no pixels, or rows that are too short") }
    let count = rowBytes * (height - 1) + width
    let bytes = unsafe Span<UInt8>(
      _unsafeStart: UnsafePointer(address.assumingMemoryBound(to: UInt8.self)), count: count)
    return unsafe _overrideLifetime(
      PixelPlane(bytes: bytes, rowBytes: rowBytes), copying: ())
  }
}
