#if !canImport(CoreGraphics)
public import Foundation

/// An immutable picture in memory, in one of several layouts.
///
/// The tasks read images of 8 and 16 bits a component: grey, red-green-blue, and these with alpha
/// before or after the colours. Other layouts can be described but not read.
public final class CGImage: Sendable {
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Bits of one component.
  public let bitsPerComponent: Int
  /// Bits from one pixel to the next.
  public let bitsPerPixel: Int
  /// Bytes from one row to the next.
  public let bytesPerRow: Int
  /// What the components mean.
  public let colorSpace: CGColorSpace?
  /// Alpha, number format and byte order.
  public let bitmapInfo: CGBitmapInfo
  /// The bytes, top row first.
  public let dataProvider: CGDataProvider?
  /// Whether viewers should smooth the image.
  public let shouldInterpolate: Bool
  /// How colours are brought into a device's range.
  public let renderingIntent: CGColorRenderingIntent

  /// An image from bytes that are shared, not copied.
  ///
  /// Nil when the numbers contradict each other or the provider has too few bytes.
  ///
  /// - Parameters:
  ///   - width: Columns.
  ///   - height: Rows.
  ///   - bitsPerComponent: Bits of one component.
  ///   - bitsPerPixel: Bits from one pixel to the next.
  ///   - bytesPerRow: Bytes from one row to the next.
  ///   - space: What the components mean.
  ///   - bitmapInfo: Alpha, number format and byte order.
  ///   - provider: The bytes, top row first.
  ///   - decode: Ranges to map components to; without effect here.
  ///   - shouldInterpolate: Whether viewers should smooth the image.
  ///   - intent: How colours are brought into a device's range.
  public init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: CGBitmapInfo, provider: CGDataProvider,
    decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    guard width > 0, height > 0, bitsPerComponent > 0, bitsPerPixel >= bitsPerComponent,
      width <= Int.max / bitsPerPixel
    else { return nil }
    let rowBytes = (width * bitsPerPixel + 7) / 8
    let (gaps, overflow) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
    let available = provider.count
    guard bytesPerRow >= rowBytes, !overflow, rowBytes <= available,
      gaps <= available - rowBytes
    else { return nil }
    self.width = width
    self.height = height
    self.bitsPerComponent = bitsPerComponent
    self.bitsPerPixel = bitsPerPixel
    self.bytesPerRow = bytesPerRow
    colorSpace = space
    self.bitmapInfo = bitmapInfo
    dataProvider = provider
    self.shouldInterpolate = shouldInterpolate
    renderingIntent = intent
  }

  /// Where alpha is, if there is any.
  public var alphaInfo: CGImageAlphaInfo {
    CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.alphaInfoMask.rawValue) ?? .none
  }
}
#endif
