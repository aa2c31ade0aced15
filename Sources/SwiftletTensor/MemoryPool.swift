#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Memory that is taken piece by piece out of large mapped chunks.
///
/// Planning needs hundreds of buffers that live as long as each other. Taken one by one from the
/// system, the first touch of each page takes longer than packing what it holds. A chunk takes
/// addresses only; the system gives it memory in large pages, where it has them, as pieces are
/// written. It is given back when the last piece of it is freed; pieces are never used again.
package final class MemoryPool: Sendable {
  /// The addresses of a chunk.
  private static let chunkBytes = 32 << 20
  /// Larger pieces get a mapping of their own.
  private static let largestPiece = chunkBytes / 2

  private struct Present {
    var chunk: Chunk?
    var used = 0
  }

  private let present = Locked(Present())

  /// How many large pages the first chunk asks for.
  private let largePages: Int

  /// Makes a pool without memory.
  ///
  /// - Parameter byteCount: What will be taken, more or less. Beyond it pages are small, lest a
  ///   large one be taken for its first bytes.
  package init(expecting byteCount: Int) {
    let pages = (byteCount + LargePages.pageBytes / 2) / LargePages.pageBytes
    largePages = min(pages, Self.chunkBytes / LargePages.pageBytes)
  }

  /// A zeroed piece that starts on a cache line, or nil where it is too large for the pool or the
  /// system gives nothing.
  func piece(byteCount: Int) -> (chunk: Chunk, offset: Int)? {
    guard byteCount <= Self.largestPiece else { return nil }
    let mask = AlignedMemory.alignment - 1
    let size = (byteCount + mask) & ~mask
    return present.withLock { present in
      if let chunk = present.chunk, size <= Self.chunkBytes - present.used {
        defer { present.used += size }
        return (chunk, present.used)
      }
      let isFirst = present.chunk == nil
      let large = isFirst ? largePages : Self.chunkBytes / LargePages.pageBytes
      guard let chunk = Chunk(largePages: large) else { return nil }
      present = Present(chunk: chunk, used: size)
      return (chunk, 0)
    }
  }

  /// One mapping.
  @safe final class Chunk: @unchecked Sendable {
    // Sendable: the pointer never changes, and pieces do not overlap.

    /// The first byte.
    let pointer: UnsafeMutableRawPointer

    fileprivate init?(largePages: Int) {
      let start = unsafe LargePages.map(MemoryPool.chunkBytes, large: largePages)
      guard let start = unsafe start else { return nil }
      unsafe pointer = start
    }

    deinit { unsafe munmap(pointer, MemoryPool.chunkBytes) }
  }
}

/// Zeroed memory in large pages, where the system has them: the first touch of 512 small ones takes
/// five times as long.
enum LargePages {
  /// The size of a large page.
  static let pageBytes = 2 << 20

  /// Maps a number of bytes, a multiple of the page size, from the start of a large page on, of which
  /// the first `count` pages are to be large.
  static func map(_ byteCount: Int, large count: Int) -> UnsafeMutableRawPointer? {
    let start = unsafe mmap(
      nil, byteCount + pageBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { return nil }
    let before = (pageBytes - Int(bitPattern: start) % pageBytes) % pageBytes
    let first = unsafe start + before
    if before > 0 { unsafe munmap(start, before) }
    if before < pageBytes { unsafe munmap(first + byteCount, pageBytes - before) }
    #if os(Linux)
    if count > 0 { unsafe madvise(first, count * pageBytes, MADV_HUGEPAGE) }
    #endif
    return unsafe first
  }
}
