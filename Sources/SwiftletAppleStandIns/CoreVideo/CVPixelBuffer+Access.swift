#if !canImport(CoreVideo)
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Keeps the pixels at a fixed address until the lock is given back.
///
/// - Parameters:
///   - pixelBuffer: The buffer.
///   - lockFlags: What the caller will do; the same flags go to the call that unlocks.
/// - Returns: `kCVReturnSuccess`.
@discardableResult
public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.lock()
  return kCVReturnSuccess
}

/// Gives a lock back.
///
/// - Parameters:
///   - pixelBuffer: The buffer.
///   - unlockFlags: The flags of the call that locked.
/// - Returns: `kCVReturnSuccess`, or `kCVReturnError` when there is no lock.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.unlock() ? kCVReturnSuccess : kCVReturnError
}

/// Columns.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

/// Rows.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

/// The pixel format.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
  pixelBuffer.format
}

/// The bytes that the pixels take.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.dataSize }

/// Whether the buffer consists of planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.isPlanar }

/// The number of planes; 0 for a format that is not planar.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.isPlanar ? pixelBuffer.planes.count : 0
}

/// Where the pixels start, of planar formats where the first plane does; nil without a lock.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  pixelBuffer.isLocked ? unsafe pixelBuffer.planes[0].address : nil
}

/// Bytes from one row to the next, of planar formats in the first plane.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.planes[0].bytesPerRow
}

/// Where a plane starts; nil without a lock, without planes or for an index out of range.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  guard pixelBuffer.isLocked else { return nil }
  return unsafe pixelBuffer.plane(planeIndex)?.address
}

/// Bytes from one row of a plane to the next; 0 without planes or for an index out of range.
public func CVPixelBufferGetBytesPerRowOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> Int {
  pixelBuffer.plane(planeIndex)?.bytesPerRow ?? 0
}

/// Columns of a plane; 0 without planes or for an index out of range.
public func CVPixelBufferGetWidthOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> Int {
  pixelBuffer.plane(planeIndex)?.width ?? 0
}

/// Rows of a plane; 0 without planes or for an index out of range.
public func CVPixelBufferGetHeightOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> Int {
  pixelBuffer.plane(planeIndex)?.height ?? 0
}

extension CVBuffer {
  fileprivate func plane(_ index: Int) -> Plane? {
    guard isPlanar, planes.indices.contains(index) else { return nil }
    return planes[index]
  }
}
#endif
