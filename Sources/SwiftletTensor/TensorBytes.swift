/// The bytes of a constant tensor: a window into memory that an owner keeps alive.
///
/// The owner is a mapped model file or packed weights. No alignment is promised.
@safe package struct TensorBytes: @unchecked Sendable {
  // Sendable: constants are never written.
  private let owner: AnyObject
  /// The first byte, valid as long as this value lives.
  package let pointer: UnsafeRawPointer
  /// The number of bytes.
  package let count: Int
  /// The pages of the file, where that is mapped and never written.
  private let pages: MappedPages?

  /// Makes a window that keeps `owner` alive.
  ///
  /// - Precondition: `pointer` has `count` readable bytes as long as `owner` lives.
  @unsafe package init(
    owner: AnyObject, pointer: UnsafeRawPointer, count: Int, pages: MappedPages? = nil
  ) {
    self.owner = owner
    self.pages = pages
    unsafe self.pointer = pointer
    self.count = count
  }

  /// A window of all the bytes of an allocation.
  package init(_ memory: AlignedMemory) {
    unsafe self.init(
      owner: memory, pointer: UnsafeRawPointer(memory.pointer), count: memory.byteCount)
  }

  /// Lets the system take back the pages of a mapped file, since the bytes are not likely to be read
  /// again soon.
  package func releasePages() {
    let start = unsafe Int(bitPattern: pointer)
    pages?.release(start..<start + count)
  }

  /// The bytes as a span, for checked reading.
  package var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      let span = unsafe RawSpan(_unsafeStart: pointer, byteCount: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// All elements, read as one fixed-width type from any alignment; a rest shorter than an
  /// element is left out.
  package func elements<Element: BitwiseCopyable>(as type: Element.Type) -> [Element] {
    let size = MemoryLayout<Element>.size
    // The initializer would write to the storage that all empty arrays share.
    guard count >= size else { return [] }
    return unsafe [Element](unsafeUninitializedCapacity: count / size) { buffer, initialized in
      for index in 0..<count / size {
        unsafe buffer.initializeElement(
          at: index, to: pointer.loadUnaligned(fromByteOffset: index * size, as: Element.self))
      }
      initialized = count / size
    }
  }
}

extension TensorBytes {
  /// A copy of constant bytes without a single byte behind them.
  init(ownCopyOf other: TensorBytes) {
    let copy = ExactMemory(other)
    unsafe self.init(owner: copy, pointer: copy.pointer, count: other.count)
  }
}

/// Memory of exactly the size of its contents.
@safe private final class ExactMemory {
  let pointer: UnsafeRawPointer

  init(_ bytes: TensorBytes) {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: bytes.count, alignment: AlignedMemory.alignment)
    unsafe memory.copyMemory(from: bytes.pointer, byteCount: bytes.count)
    unsafe pointer = UnsafeRawPointer(memory)
  }

  deinit { unsafe pointer.deallocate() }
}
