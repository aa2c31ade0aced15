internal import SwiftletTensor

/// Phases that give every element of an output one value.
enum FillLowering {
  /// A phase that repeats the first bytes of a pattern; `size` is that of an element in bytes.
  static func phase(count: Int, size: Int, pattern: UInt64) -> Phase {
    unsafe phase(count: count, size: size) { _, body in
      unsafe withUnsafeBytes(of: SIMD2(pattern, 0)) { bytes in
        guard let start = bytes.baseAddress else { return }
        unsafe body(start)
      }
    }
  }

  /// A phase that repeats the first element of an input.
  static func phase(count: Int, size: Int, input: Int) -> Phase {
    unsafe phase(count: count, size: size) { buffers, body in
      unsafe body(buffers.input(input))
    }
  }

  @unsafe private static func phase(
    count: Int, size: Int,
    element: @escaping @Sendable (borrowing Buffers, (UnsafeRawPointer) -> Void) -> Void
  ) -> Phase {
    Phase(units: count, grain: 4096, nanoseconds: count * size / 32) { buffers, range in
      let target = unsafe buffers.output() + range.lowerBound * size
      unsafe element(buffers) { source in
        unsafe repeatElement(source, size: size, count: range.count, target)
      }
    }
  }

  /// Writes an element of 1, 2, 4, 8 or 16 bytes again and again.
  static func repeatElement(
    _ element: UnsafeRawPointer, size: Int, count: Int, _ target: UnsafeMutableRawPointer
  ) {
    switch size {
    case 1: unsafe repeatElement(UInt8.self, element, count, target)
    case 2: unsafe repeatElement(UInt16.self, element, count, target)
    case 4: unsafe repeatElement(UInt32.self, element, count, target)
    case 8: unsafe repeatElement(UInt64.self, element, count, target)
    default: unsafe repeatElement(SIMD2<UInt64>.self, element, count, target)
    }
  }

  private static func repeatElement<Element: BitwiseCopyable>(
    _ type: Element.Type, _ element: UnsafeRawPointer, _ count: Int,
    _ target: UnsafeMutableRawPointer
  ) {
    unsafe target.initializeMemory(
      as: Element.self, repeating: element.loadUnaligned(as: Element.self), count: count)
  }
}
