/// What lies behind tensors in builds with `SWIFTLET_CHECKED`, to find kernels that reach too far.
///
/// A kernel may load whole vectors that end up to `AlignedMemory.spareBytes` behind a tensor, but
/// it may not store there, and further on it may not even load. In checked builds the spare bytes
/// hold a pattern that is compared after each step, and the bytes behind them are poisoned where
/// AddressSanitizer runs. Arenas then reuse nothing, so that every tensor has neighbours of its own,
/// and constants are copied out of the file into memory that ends where they do.
package enum RedZones {
  #if SWIFTLET_CHECKED
  /// Whether this is a checked build.
  package static let isOn = true
  #else
  /// Whether this is a checked build.
  package static let isOn = false
  #endif

  /// The bytes that an arena keeps free behind the end of a tensor, rounded up to a cache line.
  package static let byteCount = AlignedMemory.spareBytes + 3 * AlignedMemory.alignment

  /// Not a number, as whatever float it is read.
  private static func pattern(_ index: Int) -> UInt8 { index & 1 == 0 ? 0xA5 : 0xFF }

  /// Writes the pattern behind the end of a tensor.
  @unsafe package static func paint(_ end: UnsafeMutableRawPointer) {
    for index in 0..<AlignedMemory.spareBytes {
      unsafe end.storeBytes(of: pattern(index), toByteOffset: index, as: UInt8.self)
    }
  }

  /// Whether nobody has written behind the end of a tensor.
  @unsafe package static func isIntact(_ end: UnsafeMutableRawPointer) -> Bool {
    (0..<AlignedMemory.spareBytes).allSatisfy {
      unsafe end.load(fromByteOffset: $0, as: UInt8.self) == pattern($0)
    }
  }

  /// A constant, in checked builds a copy that ends where its memory does: kernels may not load
  /// beyond it, as in the file it may be the last.
  package static func apart(_ constant: TensorBytes) -> TensorBytes {
    isOn ? TensorBytes(ownCopyOf: constant) : constant
  }

  /// Forbids all access to the bytes behind the painted ones, up to `limit`.
  @unsafe package static func poison(
    _ end: UnsafeMutableRawPointer, upTo limit: UnsafeMutableRawPointer
  ) {
    let first = unsafe end + AlignedMemory.spareBytes
    unsafe Sanitizer.poison?(UnsafeRawPointer(first), limit - first)
  }
}
