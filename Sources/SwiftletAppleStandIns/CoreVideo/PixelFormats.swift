#if !canImport(CoreVideo)
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Blue, green, red, alpha: `BGRA`.
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// Red, green, blue, alpha: `RGBA`.
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
/// Alpha, red, green, blue.
public let kCVPixelFormatType_32ARGB: OSType = 0x0000_0020
/// Alpha, blue, green, red: `ABGR`.
public let kCVPixelFormatType_32ABGR: OSType = 0x4142_4752
/// Red, green, blue.
public let kCVPixelFormatType_24RGB: OSType = 0x0000_0018
/// Blue, green, red: `24BG`.
public let kCVPixelFormatType_24BGR: OSType = 0x3234_4247
/// One byte of brightness: `L008`.
public let kCVPixelFormatType_OneComponent8: OSType = 0x4C30_3038
/// One half-precision number: `L00h`.
public let kCVPixelFormatType_OneComponent16Half: OSType = 0x4C30_3068
/// One single-precision number: `L00f`.
public let kCVPixelFormatType_OneComponent32Float: OSType = 0x4C30_3066
/// Cb, Y, Cr, Y in turn: `2vuy`.
public let kCVPixelFormatType_422YpCbCr8: OSType = 0x3276_7579
/// A plane of Y and one of Cb and Cr in turn at half the size, video range: `420v`.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// A plane of Y and one of Cb and Cr in turn at half the size, full range: `420f`.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
/// Planes of Y, Cb and Cr, the latter at half the size, video range: `y420`.
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230
/// Planes of Y, Cb and Cr, the latter at half the size, full range: `f420`.
public let kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType = 0x6634_3230

/// The sizes of the planes of a format.
enum PixelFormatLayout {
  /// One row after the other, with so many bytes a pixel.
  case packed(bytesPerPixel: Int)
  /// Planes at full and half size, with so many bytes an element.
  case planar([(isHalved: Bool, bytesPerElement: Int)])

  /// Nil for formats that are not known here.
  init?(_ format: OSType) {
    switch format {
    case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ARGB,
      kCVPixelFormatType_32ABGR, kCVPixelFormatType_OneComponent32Float:
      self = .packed(bytesPerPixel: 4)
    case kCVPixelFormatType_24RGB, kCVPixelFormatType_24BGR: self = .packed(bytesPerPixel: 3)
    case kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_OneComponent16Half:
      self = .packed(bytesPerPixel: 2)
    case kCVPixelFormatType_OneComponent8: self = .packed(bytesPerPixel: 1)
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
      self = .planar([(false, 1), (true, 2)])
    case kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange:
      self = .planar([(false, 1), (true, 1), (true, 1)])
    default: return nil
    }
  }
}
#endif
