#if !canImport(CoreMedia)
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Blue, green, red, alpha.
public let kCMPixelFormat_32BGRA: FourCharCode = kCVPixelFormatType_32BGRA
/// Alpha, red, green, blue.
public let kCMPixelFormat_32ARGB: FourCharCode = kCVPixelFormatType_32ARGB
/// Red, green, blue.
public let kCMPixelFormat_24RGB: FourCharCode = kCVPixelFormatType_24RGB
/// Cb, Y, Cr, Y in turn.
public let kCMPixelFormat_422YpCbCr8: FourCharCode = kCVPixelFormatType_422YpCbCr8

/// Whether a sample was not invalidated.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// Makes a sample invalid for good.
///
/// - Parameter sbuf: The sample.
/// - Returns: `noErr`.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
  sbuf.spoil()
  return noErr
}

/// The image of a sample, or nil for other media.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? {
  sbuf.imageBuffer
}

/// When a sample is shown.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.presentationTimeStamp
}

/// How long a sample is shown.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// What kind of media a sample is.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.formatDescription
}

/// Describes an image.
///
/// - Parameters:
///   - allocator: Without effect.
///   - imageBuffer: The image.
///   - formatDescriptionOut: Receives the description.
/// - Returns: `noErr`.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  unsafe formatDescriptionOut.pointee = try? CMVideoFormatDescription(imageBuffer: imageBuffer)
  return noErr
}

/// Makes a sample of an image, which is shared, not copied.
///
/// - Parameters:
///   - allocator: Without effect.
///   - imageBuffer: The image.
///   - formatDescription: What the image is.
///   - sampleTiming: Its time.
///   - sampleBufferOut: Receives the sample.
/// - Returns: `noErr`.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  unsafe sampleBufferOut.pointee = CMSampleBuffer(
    image: imageBuffer, timing: sampleTiming.pointee, formatDescription: formatDescription)
  return noErr
}

/// Called before the data of a sample is used; never here, as images are always ready.
public typealias CMSampleBufferMakeDataReadyCallback =
  @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer?) -> OSStatus

/// Makes a sample of an image, which is shared, not copied.
///
/// - Parameters:
///   - allocator: Without effect.
///   - imageBuffer: The image.
///   - dataReady: Without effect: the image is there.
///   - makeDataReadyCallback: Not called.
///   - refcon: Without effect.
///   - formatDescription: What the image is.
///   - sampleTiming: Its time.
///   - sampleBufferOut: Receives the sample.
/// - Returns: `noErr`.
@discardableResult
public func CMSampleBufferCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon: UnsafeMutableRawPointer?,
  formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  unsafe CMSampleBufferCreateReadyWithImageBuffer(
    allocator: allocator, imageBuffer: imageBuffer, formatDescription: formatDescription,
    sampleTiming: sampleTiming, sampleBufferOut: sampleBufferOut)
}
#endif
