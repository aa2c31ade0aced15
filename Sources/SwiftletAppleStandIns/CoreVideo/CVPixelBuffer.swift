internal import SwiftletTensor

#if !canImport(CoreVideo)

/// A picture in memory that programs read and write in place, in one of many pixel formats.
///
/// Reference-counted like every class; memory of the caller's is used as it is, never copied.
/// The base addresses are handed out while the buffer is locked. Any number of threads may hold
/// locks: as on Apple's platforms a lock keeps the memory in place and does not exclude others, so
/// who writes while someone reads must see to the order.
public final class CVBuffer: @unchecked Sendable {
  // Sendable: the description never changes, the count of locks is guarded, and the order of
  // accesses to the pixels is the clients' affair, as said above.

  /// A rectangle of elements.
  @safe struct Plane {
    var width: Int
    var height: Int
    var bytesPerRow: Int
    var address: UnsafeMutableRawPointer?
  }

  let width: Int
  let height: Int
  let format: OSType
  let isPlanar: Bool
  /// One for formats that are not planar.
  let planes: [Plane]
  /// Bytes in all planes.
  let dataSize: Int
  private let release: () -> Void
  private let locks = Locked(0)

  init(
    width: Int, height: Int, format: OSType, isPlanar: Bool, planes: [Plane], dataSize: Int,
    release: @escaping () -> Void
  ) {
    self.width = width
    self.height = height
    self.format = format
    self.isPlanar = isPlanar
    self.planes = planes
    self.dataSize = dataSize
    self.release = release
  }

  deinit { release() }

  func lock() { locks.withLock { $0 += 1 } }

  /// False when nobody holds a lock.
  func unlock() -> Bool {
    locks.withLock { count in
      guard count > 0 else { return false }
      count -= 1
      return true
    }
  }

  var isLocked: Bool { locks.withLock { $0 > 0 } }
}

/// A buffer of image data.
public typealias CVImageBuffer = CVBuffer

/// A buffer of pixels in memory.
public typealias CVPixelBuffer = CVImageBuffer

/// Flags of a kind that their function defines.
public typealias CVOptionFlags = UInt64

/// What the owner of a lock will do.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
  /// The flags as a number.
  public let rawValue: CVOptionFlags

  /// Flags from a number.
  public init(rawValue: CVOptionFlags) { self.rawValue = rawValue }

  /// Pixels are read and not written.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}
#endif
