#if !canImport(UIKit)
public import Foundation
internal import SwiftletImage

#if canImport(CoreGraphics)
internal import CoreGraphics
#endif

extension UIImage {
  /// An image from a file: JPEG, PNG, BMP, PPM, PGM or PBM.
  ///
  /// Pixels are decoded at once and kept as stored; EXIF orientation becomes `imageOrientation`. A
  /// name that ends in `@2x` or `@3x` gives the scale.
  ///
  /// Nil when the file cannot be read or decoded.
  ///
  /// - Parameter path: The file.
  public convenience init?(contentsOfFile path: String) {
    guard let bytes = try? FileBytes.read(path), let stored = try? StoredImage(decoding: bytes)
    else { return nil }
    let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    self.init(stored, scale: name.hasSuffix("@3x") ? 3 : name.hasSuffix("@2x") ? 2 : 1)
  }

  /// An image from the bytes of an image file.
  ///
  /// Nil when the bytes cannot be decoded.
  ///
  /// - Parameter data: A whole JPEG, PNG, BMP, PPM, PGM or PBM file.
  public convenience init?(data: Data) {
    self.init(data: data, scale: 1)
  }

  /// An image from the bytes of an image file.
  ///
  /// Nil when the bytes cannot be decoded.
  ///
  /// - Parameters:
  ///   - data: A whole JPEG, PNG, BMP, PPM, PGM or PBM file.
  ///   - scale: Pixels to a point.
  public convenience init?(data: Data, scale: CGFloat) {
    guard let stored = try? StoredImage(decoding: Array(data)) else { return nil }
    self.init(stored, scale: scale)
  }

  /// An image among the resources of the main bundle.
  ///
  /// Nil when there is none, or it cannot be decoded.
  ///
  /// - Parameter name: The name of the file; without an extension `png`, `jpg`, `jpeg` and `bmp`
  ///   are tried.
  public convenience init?(named name: String) {
    self.init(named: name, in: nil, with: nil)
  }

  /// Traits that select one of several images of a name; without effect here.
  public final class Configuration: NSObject, Sendable {}

  /// An image among the resources of a bundle.
  ///
  /// Nil when there is none, or it cannot be decoded.
  ///
  /// - Parameters:
  ///   - name: The name of the file; without an extension `png`, `jpg`, `jpeg` and `bmp` are tried.
  ///   - bundle: The bundle, or nil for the main one.
  ///   - configuration: Without effect.
  public convenience init?(
    named name: String, in bundle: Bundle?, with configuration: Configuration?
  ) {
    let hasExtension = !(name as NSString).pathExtension.isEmpty
    let candidates = hasExtension ? [name] : ["png", "jpg", "jpeg", "bmp"].map { "\(name).\($0)" }
    let bundle = bundle ?? .main
    guard
      let path = candidates.lazy.compactMap({ bundle.path(forResource: $0, ofType: nil) }).first
    else { return nil }
    self.init(contentsOfFile: path)
  }

  private convenience init?(_ stored: StoredImage, scale: CGFloat) {
    guard let image = CGImage.make(stored) else { return nil }
    self.init(cgImage: image, scale: scale, orientation: stored.orientation)
  }
}

extension CGImage {
  /// Decoded pixels, which are not copied.
  fileprivate static func make(_ stored: StoredImage) -> CGImage? {
    let bytesPerPixel = stored.hasAlpha ? 4 : 3
    #if canImport(CoreGraphics)
    let shared = CGDataProvider(data: Data(stored.bytes) as CFData)
    #else
    let shared: CGDataProvider? = CGDataProvider(stored.bytes)
    #endif
    guard let provider = shared else { return nil }
    let alpha = stored.hasAlpha ? CGImageAlphaInfo.last : .none
    return unsafe CGImage(
      width: stored.width, height: stored.height, bitsPerComponent: 8,
      bitsPerPixel: 8 * bytesPerPixel, bytesPerRow: bytesPerPixel * stored.width,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue),
      provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
  }
}
#endif
