#if !canImport(CoreVideo)
// swift-format-ignore-file: AlwaysUseLowerCamelCase
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Frees what was lent for a buffer: the caller's pointer, the first byte.
public typealias CVPixelBufferReleaseBytesCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

/// Frees what was lent for a planar buffer: the caller's pointer, the first byte, the number of
/// bytes, the number of planes and their addresses.
public typealias CVPixelBufferReleasePlanarBytesCallback =
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafeRawPointer?, Int, Int, UnsafeMutablePointer<UnsafeRawPointer?>?
  ) -> Void

/// Makes a buffer with memory of its own: zeros, rows at multiples of 64 bytes.
///
/// - Parameters:
///   - allocator: Without effect.
///   - width: Columns.
///   - height: Rows.
///   - pixelFormatType: One of the `kCVPixelFormatType_` constants.
///   - pixelBufferAttributes: Without effect.
///   - pixelBufferOut: Receives the buffer.
/// - Returns: `kCVReturnSuccess` or why there is no buffer.
@discardableResult
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  guard isUsable(width, height) else { return kCVReturnInvalidSize }
  guard let layout = PixelFormatLayout(pixelFormatType) else { return kCVReturnInvalidPixelFormat }
  var planes: [CVBuffer.Plane] = []
  var size = 0
  var isPlanar = false
  switch layout {
  case .packed(let bytesPerPixel):
    planes = [ownPlane(width, height, bytesPerPixel)]
  case .planar(let parts):
    isPlanar = true
    for part in parts {
      planes.append(
        part.isHalved
          ? ownPlane((width + 1) / 2, (height + 1) / 2, part.bytesPerElement)
          : ownPlane(width, height, part.bytesPerElement))
    }
  }
  for plane in planes { size += plane.bytesPerRow * plane.height }
  guard size <= Int.max / 2, let memory = unsafe calloc(size, 1) else {
    return kCVReturnAllocationFailed
  }
  var at = 0
  for index in planes.indices {
    unsafe planes[index].address = memory + at
    at += planes[index].bytesPerRow * planes[index].height
  }
  unsafe pixelBufferOut.pointee = CVBuffer(
    width: width, height: height, format: pixelFormatType, isPlanar: isPlanar, planes: planes,
    dataSize: size, release: { unsafe free(memory) })
  return kCVReturnSuccess
}

/// Makes a buffer of one plane over memory of the caller's, which is used as it is.
///
/// - Parameters:
///   - allocator: Without effect.
///   - width: Columns.
///   - height: Rows.
///   - pixelFormatType: Any format of one plane.
///   - baseAddress: The first byte of the top row.
///   - bytesPerRow: Bytes from one row to the next.
///   - releaseCallback: Called when the buffer goes.
///   - releaseRefCon: Handed to `releaseCallback`.
///   - pixelBufferAttributes: Without effect.
///   - pixelBufferOut: Receives the buffer.
/// - Returns: `kCVReturnSuccess` or why there is no buffer.
@discardableResult
public func CVPixelBufferCreateWithBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int,
  _ releaseCallback: CVPixelBufferReleaseBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  guard isUsable(width, height) else { return kCVReturnInvalidSize }
  var bytesPerPixel = 1
  switch PixelFormatLayout(pixelFormatType) {
  case .packed(let bytes): bytesPerPixel = bytes
  case .planar: return kCVReturnInvalidPixelFormat
  case nil: break
  }
  guard bytesPerRow >= width * bytesPerPixel, bytesPerRow <= Int.max / height else {
    return kCVReturnInvalidArgument
  }
  unsafe pixelBufferOut.pointee = CVBuffer(
    width: width, height: height, format: pixelFormatType, isPlanar: false,
    planes: [
      CVBuffer.Plane(
        width: width, height: height, bytesPerRow: bytesPerRow, address: baseAddress)
    ],
    dataSize: bytesPerRow * height,
    release: { unsafe releaseCallback?(releaseRefCon, baseAddress) })
  return kCVReturnSuccess
}

/// Makes a buffer of several planes over memory of the caller's, which is used as it is.
///
/// - Parameters:
///   - allocator: Without effect.
///   - width: Columns.
///   - height: Rows.
///   - pixelFormatType: A planar format.
///   - dataPtr: Handed to `releaseCallback`.
///   - dataSize: Handed to `releaseCallback`.
///   - numberOfPlanes: How many values each of the four arrays has.
///   - planeBaseAddress: Where each plane starts.
///   - planeWidth: Columns of each plane.
///   - planeHeight: Rows of each plane.
///   - planeBytesPerRow: Bytes from one row of each plane to the next.
///   - releaseCallback: Called when the buffer goes.
///   - releaseRefCon: Handed to `releaseCallback`.
///   - pixelBufferAttributes: Without effect.
///   - pixelBufferOut: Receives the buffer.
/// - Returns: `kCVReturnSuccess` or why there is no buffer.
@discardableResult
public func CVPixelBufferCreateWithPlanarBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ dataPtr: UnsafeMutableRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
  _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
  _ planeWidth: UnsafeMutablePointer<Int>, _ planeHeight: UnsafeMutablePointer<Int>,
  _ planeBytesPerRow: UnsafeMutablePointer<Int>,
  _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?,
  _ releaseRefCon: UnsafeMutableRawPointer?, _ pixelBufferAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  guard isUsable(width, height) else { return kCVReturnInvalidSize }
  guard case .planar(let parts) = PixelFormatLayout(pixelFormatType) else {
    return kCVReturnInvalidPixelFormat
  }
  guard numberOfPlanes == parts.count else { return kCVReturnInvalidArgument }
  var planes: [CVBuffer.Plane] = []
  var size = 0
  for (index, part) in parts.enumerated() {
    let plane = unsafe CVBuffer.Plane(
      width: planeWidth[index], height: planeHeight[index], bytesPerRow: planeBytesPerRow[index],
      address: planeBaseAddress[index])
    let columns = part.isHalved ? (width + 1) / 2 : width
    let rows = part.isHalved ? (height + 1) / 2 : height
    guard unsafe plane.address != nil, plane.width >= columns, plane.height >= rows,
      plane.width <= Int.max / 4,
      plane.bytesPerRow >= plane.width * part.bytesPerElement,
      plane.bytesPerRow <= Int.max / 8 / plane.height
    else { return kCVReturnInvalidArgument }
    size += plane.bytesPerRow * plane.height
    planes.append(plane)
  }
  let addresses = unsafe planes.map { unsafe UnsafeRawPointer($0.address) }
  unsafe pixelBufferOut.pointee = CVBuffer(
    width: width, height: height, format: pixelFormatType, isPlanar: true, planes: planes,
    dataSize: size,
    release: {
      var addresses = unsafe addresses
      unsafe addresses.withUnsafeMutableBufferPointer {
        unsafe releaseCallback?(releaseRefCon, dataPtr, dataSize, parts.count, $0.baseAddress)
      }
    })
  return kCVReturnSuccess
}

/// Whether no size computed from these numbers can overflow.
private func isUsable(_ width: Int, _ height: Int) -> Bool {
  width > 0 && height > 0 && width <= Int(Int32.max) / 16 && height <= Int(Int32.max)
}

private func ownPlane(_ width: Int, _ height: Int, _ bytesPerElement: Int) -> CVBuffer.Plane {
  unsafe CVBuffer.Plane(
    width: width, height: height, bytesPerRow: (width * bytesPerElement + 63) / 64 * 64,
    address: nil)
}
#endif
