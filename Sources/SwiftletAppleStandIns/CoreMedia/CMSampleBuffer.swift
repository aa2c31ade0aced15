internal import SwiftletTensor

#if !canImport(CoreMedia)
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A media sample: an image with its time, as cameras deliver it.
public final class CMSampleBuffer: Sendable {
  private let image: CVImageBuffer?
  private let timing: CMSampleTimingInfo
  private let isIntact = Locked(true)

  /// What kind of media the sample is.
  public let formatDescription: CMFormatDescription?

  /// A sample with or without an image.
  package init(
    image: CVImageBuffer?, timing: CMSampleTimingInfo, formatDescription: CMFormatDescription?
  ) {
    self.image = image
    self.timing = timing
    self.formatDescription = formatDescription
  }

  /// A sample that holds an image, which is shared, not copied.
  ///
  /// - Parameters:
  ///   - imageBuffer: The image.
  ///   - formatDescription: What the image is.
  ///   - sampleTiming: Its time.
  /// - Throws: Nothing here; declared as on Apple's platforms.
  public convenience init(
    imageBuffer: CVImageBuffer, formatDescription: CMFormatDescription,
    sampleTiming: CMSampleTimingInfo
  ) throws {
    self.init(image: imageBuffer, timing: sampleTiming, formatDescription: formatDescription)
  }

  /// Whether the sample was not invalidated.
  public var isValid: Bool { isIntact.withLock { $0 } }

  /// The image, or nil for other media.
  public var imageBuffer: CVImageBuffer? { image }

  /// When the sample is shown.
  public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }

  /// When the sample is decoded.
  public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }

  /// How long the sample is shown.
  public var duration: CMTime { timing.duration }

  /// Makes the sample invalid for good.
  ///
  /// - Throws: Nothing here; declared as on Apple's platforms.
  public func invalidate() throws { spoil() }

  func spoil() { isIntact.withLock { $0 = false } }
}

/// What kind of image a sample holds.
public final class CMFormatDescription: Sendable {
  /// Columns and rows.
  public let dimensions: CMVideoDimensions
  /// The pixel format.
  public let mediaSubType: FourCharCode

  init(dimensions: CMVideoDimensions, mediaSubType: FourCharCode) {
    self.dimensions = dimensions
    self.mediaSubType = mediaSubType
  }

  /// The description of an image.
  ///
  /// - Parameter imageBuffer: The image.
  /// - Throws: Nothing here; declared as on Apple's platforms.
  public convenience init(imageBuffer: CVImageBuffer) throws {
    self.init(
      dimensions: CMVideoDimensions(
        width: Int32(clamping: imageBuffer.width), height: Int32(clamping: imageBuffer.height)),
      mediaSubType: imageBuffer.format)
  }
}

/// The description of a video sample.
public typealias CMVideoFormatDescription = CMFormatDescription

/// Columns and rows.
public struct CMVideoDimensions: Sendable, Hashable {
  /// Columns.
  public var width: Int32
  /// Rows.
  public var height: Int32

  /// Columns and rows.
  public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }
}
#endif
