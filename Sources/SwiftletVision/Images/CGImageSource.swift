internal import Foundation
internal import SwiftletAppleStandIns
internal import SwiftletImage

#if canImport(CoreGraphics)
/// A `CGImage` as upstream reads it: drawn into red, green, blue and multiplied alpha.
enum CGImageSource {
  /// Draws the whole image.
  static func make(_ image: CGImage) throws -> any PixelSource {
    let (width, height) = (image.width, image.height)
    var bytes = [UInt8](repeating: 0, count: 4 * width * height)
    let isDrawn = unsafe bytes.withUnsafeMutableBytes { memory in
      guard
        let context = unsafe CGContext(
          data: memory.baseAddress, width: width, height: height, bitsPerComponent: 8,
          bytesPerRow: 4 * width, space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
      else { return false }
      context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
      return true
    }
    guard isDrawn else { throw NSError.unreadableImage }
    return try MPImage.reading { () throws(ImageError) in
      try Image(
        width: width, height: height, format: .rgba, alpha: .premultiplied, bytes: bytes)
    }
  }
}
#else
/// A `CGImage` whose pixels are read in place.
struct CGImageSource: PlanesSource {
  private let image: CGImage
  private let provider: CGDataProvider
  private let layout: ComponentLayout

  var width: Int { image.width }
  var height: Int { image.height }

  /// Throws an `NSError` for layouts that are not read.
  static func make(_ image: CGImage) throws -> any PixelSource {
    guard let provider = image.dataProvider, let layout = ComponentLayout(image) else {
      throw NSError.unreadableImage
    }
    return CGImageSource(image: image, provider: provider, layout: layout)
  }

  func withPlanes<Result>(
    _ body: (borrowing PixelPlanes) throws(ImageError) -> Result
  ) throws(ImageError) -> Result {
    try provider.withBytes { (bytes) throws(ImageError) in
      try body(
        try PixelPlanes(
          width: width, height: height, layout: layout,
          plane: PixelPlane(bytes: bytes, rowBytes: image.bytesPerRow)))
    }
  }

  /// The image itself: its bytes never change.
  func frozen() -> any PixelSource { self }
}

extension ComponentLayout {
  /// Where the components of a pixel are; nil for layouts that are not read.
  fileprivate init?(_ image: CGImage) {
    let bytes = image.bitsPerComponent / 8
    let (count, rest) = image.bitsPerPixel.quotientAndRemainder(
      dividingBy: max(image.bitsPerComponent, 1))
    let order = image.bitmapInfo.intersection(.byteOrderMask)
    guard image.bitsPerComponent == 8 || image.bitsPerComponent == 16, rest == 0,
      !image.bitmapInfo.contains(.floatComponents),
      let colors = image.colorSpace?.numberOfComponents, colors == 1 || colors == 3
    else { return nil }
    let use: AlphaUse
    let isFirst: Bool
    switch image.alphaInfo {
    case .none: (use, isFirst) = (.ignored, false)
    case .premultipliedLast: (use, isFirst) = (.premultiplied, false)
    case .premultipliedFirst: (use, isFirst) = (.premultiplied, true)
    case .last: (use, isFirst) = (.drawn, false)
    case .first: (use, isFirst) = (.drawn, true)
    case .noneSkipLast: (use, isFirst) = (.ignored, false)
    case .noneSkipFirst: (use, isFirst) = (.ignored, true)
    case .alphaOnly: return nil
    }
    guard count == (image.alphaInfo == .none ? colors : colors + 1) else { return nil }
    let first = isFirst ? 1 : 0
    let layout = ComponentLayout(
      bytesPerPixel: count, red: first, green: colors == 1 ? first : first + 1,
      blue: colors == 1 ? first : first + 2, alpha: isFirst ? 0 : count - 1, use: use)
    switch (bytes, order) {
    case (1, []), (1, .byteOrder32Big): self = layout
    case (1, .byteOrder32Little) where count == 4: self = layout.reversed()
    case (2, []), (2, .byteOrder16Big): self = layout.doubled(isLittleEndian: false)
    case (2, .byteOrder16Little): self = layout.doubled(isLittleEndian: true)
    default: return nil
    }
  }
}
#endif

extension NSError {
  /// Pixels that cannot be read, in upstream's words.
  static var unreadableImage: NSError {
    .task(
      .internalError,
      "Some error occurred while preprocessing the input image. Please verify that the image is "
        + "not corrupted.")
  }
}
