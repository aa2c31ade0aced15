internal import Foundation
public import SwiftletAppleStandIns
public import SwiftletImage

/// What an `MPImage` was made from.
public struct MPImageSourceType: RawRepresentable, Hashable, Sendable {
  /// The kind as a number.
  public let rawValue: Int

  /// A kind from a number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A `UIImage`.
  public static let image = MPImageSourceType(rawValue: 0)
  /// A `CVPixelBuffer`.
  public static let pixelBuffer = MPImageSourceType(rawValue: 1)
  /// A `CMSampleBuffer`.
  public static let sampleBuffer = MPImageSourceType(rawValue: 2)
}

extension MPImage {
  /// An image that shares the pixels of a `UIImage` and has its orientation.
  ///
  /// - Parameter uiImage: The image, which must have a `cgImage`.
  /// - Throws: An `NSError` when it has none.
  public convenience init(uiImage: UIImage) throws {
    try self.init(uiImage: uiImage, orientation: uiImage.imageOrientation)
  }

  /// An image that shares the pixels of a `UIImage`.
  ///
  /// - Parameters:
  ///   - uiImage: The image, which must have a `cgImage`; its own orientation is ignored.
  ///   - orientation: How the pixels must be turned for display.
  /// - Throws: An `NSError` when there is no `cgImage`.
  public convenience init(uiImage: UIImage, orientation: UIImage.Orientation) throws {
    guard let pixels = uiImage.cgImage else {
      throw NSError.task(
        .invalidArgumentError,
        "Image does not have a valid underlying CGImage. image.CGImage must be non nil.")
    }
    self.init(.image(uiImage, pixels), Self.stored(orientation))
  }

  /// An image that shares the memory of a pixel buffer, upright.
  ///
  /// - Parameter pixelBuffer: The pixels, read at each call of a task.
  /// - Throws: Nothing at present; whether the format is read shows when a task is called.
  public convenience init(pixelBuffer: CVPixelBuffer) throws {
    try self.init(pixelBuffer: pixelBuffer, orientation: .up)
  }

  /// An image that shares the memory of a pixel buffer.
  ///
  /// - Parameters:
  ///   - pixelBuffer: The pixels, read at each call of a task.
  ///   - orientation: How they must be turned for display.
  /// - Throws: Nothing at present; whether the format is read shows when a task is called.
  public convenience init(
    pixelBuffer: CVPixelBuffer, orientation: UIImage.Orientation
  ) throws {
    self.init(.pixelBuffer(pixelBuffer), Self.stored(orientation))
  }

  /// An image that shares the memory of a sample's pixel buffer, upright.
  ///
  /// - Parameter sampleBuffer: The sample, read at each call of a task.
  /// - Throws: An `NSError` when the sample is invalid or holds no image.
  public convenience init(sampleBuffer: CMSampleBuffer) throws {
    try self.init(sampleBuffer: sampleBuffer, orientation: .up)
  }

  /// An image that shares the memory of a sample's pixel buffer.
  ///
  /// - Parameters:
  ///   - sampleBuffer: The sample, read at each call of a task.
  ///   - orientation: How the pixels must be turned for display.
  /// - Throws: An `NSError` when the sample is invalid or holds no image.
  public convenience init(
    sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation
  ) throws {
    guard CMSampleBufferIsValid(sampleBuffer),
      let pixels = CMSampleBufferGetImageBuffer(sampleBuffer)
    else {
      throw NSError.task(
        .invalidArgumentError,
        "Sample buffer is not valid. Invoking CMSampleBufferIsValid(sampleBuffer) must return "
          + "true.")
    }
    self.init(.sampleBuffer(sampleBuffer, pixels), Self.stored(orientation))
  }

  /// What the image was made from; files, bytes and `Image` count as images.
  public var imageSourceType: MPImageSourceType {
    switch content {
    case .pixels, .file, .image: .image
    case .pixelBuffer: .pixelBuffer
    case .sampleBuffer: .sampleBuffer
    }
  }

  /// The `UIImage` that this was made from, or nil for anything else.
  public var image: UIImage? {
    if case .image(let image, _) = content { image } else { nil }
  }

  /// The pixel buffer that this was made from, or nil for anything else.
  public var pixelBuffer: CVPixelBuffer? {
    if case .pixelBuffer(let buffer) = content { buffer } else { nil }
  }

  /// The sample that this was made from, or nil for anything else.
  public var sampleBuffer: CMSampleBuffer? {
    if case .sampleBuffer(let sample, _) = content { sample } else { nil }
  }

  /// The pixels as tasks read them.
  ///
  /// Throws an `NSError` for formats that are not read.
  func source() throws -> any PixelSource {
    switch content {
    case .pixels(let image): image
    case .file(let picture): picture
    case .image(_, let image): try CGImageSource.make(image)
    case .pixelBuffer(let buffer), .sampleBuffer(_, let buffer): try PixelBufferSource(buffer)
    }
  }

  private static func stored(_ orientation: UIImage.Orientation) -> ImageOrientation {
    #if canImport(UIKit)
    ImageOrientation(rawValue: orientation.rawValue) ?? .up
    #else
    orientation
    #endif
  }
}
