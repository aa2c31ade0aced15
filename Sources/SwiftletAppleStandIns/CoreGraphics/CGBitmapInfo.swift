#if !canImport(CoreGraphics)
/// Whether pixels have an alpha channel, where it is, and whether colours are multiplied by it.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// No alpha channel.
  case none = 0
  /// Red, green, blue, alpha; colours are multiplied by alpha.
  case premultipliedLast = 1
  /// Alpha, red, green, blue; colours are multiplied by alpha.
  case premultipliedFirst = 2
  /// Red, green, blue, alpha.
  case last = 3
  /// Alpha, red, green, blue.
  case first = 4
  /// Red, green, blue, and a component without meaning.
  case noneSkipLast = 5
  /// A component without meaning, then red, green, blue.
  case noneSkipFirst = 6
  /// Alpha without colours.
  case alphaOnly = 7
}

/// How the components of a pixel lie in memory.
public struct CGBitmapInfo: OptionSet, Sendable {
  /// Alpha in the lowest five bits, number format and byte order above.
  public let rawValue: UInt32

  /// A combination of alpha, number format and byte order.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The bits that hold a `CGImageAlphaInfo`.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// Components are floating-point numbers.
  public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
  /// The bits that hold the byte order.
  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  /// 16-bit words, low byte first.
  public static let byteOrder16Little = CGBitmapInfo(rawValue: 1 << 12)
  /// 32-bit words, low byte first: a pixel of four bytes is stored last component first.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
  /// 16-bit words, high byte first.
  public static let byteOrder16Big = CGBitmapInfo(rawValue: 3 << 12)
  /// 32-bit words, high byte first.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)
}

/// What the numbers of pixels mean.
public final class CGColorSpace: Sendable {
  /// How many colour components there are, without alpha.
  public let numberOfComponents: Int

  init(numberOfComponents: Int) { self.numberOfComponents = numberOfComponents }

  /// A colour space by name: nil for names other than the constants of this class.
  public convenience init?(name: CFString) {
    switch name {
    case Self.sRGB: self.init(numberOfComponents: 3)
    case Self.genericGrayGamma2_2: self.init(numberOfComponents: 1)
    default: return nil
    }
  }

  /// The usual colours of screens and photos.
  public static let sRGB: CFString = "kCGColorSpaceSRGB"
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Brightness with a gamma of 2.2.
  public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Red, green and blue of the device; taken for sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(numberOfComponents: 3) }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Brightness of the device.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(numberOfComponents: 1) }

/// How colours outside a device's range are brought into it; without effect here.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// As the context says.
  case defaultIntent = 0
  /// Out-of-range colours are clipped.
  case absoluteColorimetric = 1
  /// As above, with the white points made equal.
  case relativeColorimetric = 2
  /// Relations between colours are kept.
  case perceptual = 3
  /// Saturation is kept.
  case saturation = 4
}
#endif
