#if !canImport(CoreVideo)
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// What a function of Core Video reports.
public typealias CVReturn = Int32

/// Success.
public let kCVReturnSuccess: CVReturn = 0
/// An error without a better number.
public let kCVReturnError: CVReturn = -6660
/// An argument that cannot be used.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// Not enough memory.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// A pixel format that is not known.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// A width or height that cannot be used.
public let kCVReturnInvalidSize: CVReturn = -6681

/// Attribute: the pixel format, or several.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// Attribute: columns.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// Attribute: rows.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// Attribute: the number that row strides are multiples of.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// Attribute: whether the buffer can become a `CGImage`.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// Attribute: whether a drawing context can use the buffer.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString =
  "CGBitmapContextCompatibility"
/// Attribute: options for memory that processes share.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// Attribute: whether the graphics processor can use the buffer.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
#endif
