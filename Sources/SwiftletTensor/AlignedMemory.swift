#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// An owner of zeroed memory that starts on a cache line and ends in spare bytes, so that kernels
/// may load whole vectors at the end of a buffer.
@safe package final class AlignedMemory: @unchecked Sendable {
  // Sendable: the pointer never changes; who may write is decided by the owner (a session writes
  // its arena alone, packed weights are written before they are shared).

  /// The alignment of every buffer in bytes.
  package static let alignment = 64
  /// The readable bytes after the end of every buffer.
  package static let spareBytes = 64
  /// From here on memory is mapped: the system zeroes it page by page when it is touched.
  private static let smallestMapping = 1 << 18

  /// The first byte.
  package let pointer: UnsafeMutableRawPointer
  /// The bytes asked for, without the spare ones.
  package let byteCount: Int
  /// What counts the bytes, or nil for memory of which nobody keeps account.
  private let budget = Locked<MemoryBudget?>(nil)
  private let origin: Origin

  private enum Origin {
    case allocated
    case mapped
    /// Part of a chunk, which lives as long as its pieces.
    case piece(MemoryPool.Chunk)
  }

  private var totalBytes: Int { byteCount + Self.spareBytes }

  /// Allocates zeroed memory, out of a pool where one is given and the piece is not too large for it.
  package init(byteCount: Int, pool: MemoryPool? = nil) {
    self.byteCount = byteCount
    let total = byteCount + Self.spareBytes
    // AddressSanitizer watches what is allocated, not what is mapped.
    let isWatched = RedZones.isOn
    if !isWatched, let piece = pool?.piece(byteCount: total) {
      unsafe pointer = piece.chunk.pointer + piece.offset
      origin = .piece(piece.chunk)
    } else if !isWatched, total >= Self.smallestMapping, let mapped = unsafe Self.map(total) {
      unsafe pointer = mapped
      origin = .mapped
    } else {
      unsafe pointer = .allocate(byteCount: total, alignment: Self.alignment)
      unsafe pointer.initializeMemory(as: UInt8.self, repeating: 0, count: total)
      origin = .allocated
    }
    if RedZones.isOn { unsafe RedZones.paint(pointer + byteCount) }
  }

  deinit {
    if RedZones.isOn {
      unsafe precondition(
        RedZones.isIntact(pointer + byteCount), "something wrote behind its memory")
    }
    budget.withLock { $0?.add(-byteCount) }
    switch origin {
    case .allocated: unsafe pointer.deallocate()
    case .mapped: unsafe munmap(pointer, Self.mappedBytes(totalBytes))
    case .piece: break
    }
  }

  /// Pages of zeros, which the system gives when they are touched.
  private static func map(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    if byteCount >= LargePages.pageBytes / 2 {
      let bytes = mappedBytes(byteCount)
      return unsafe LargePages.map(bytes, large: bytes / LargePages.pageBytes)
    }
    let start = unsafe mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { return nil }
    return unsafe start
  }

  /// The bytes of a mapping: whole large pages where they save time.
  private static func mappedBytes(_ byteCount: Int) -> Int {
    let page = LargePages.pageBytes
    return byteCount >= page / 2 ? (byteCount + page - 1) / page * page : byteCount
  }

  /// Counts the bytes as long as they are held, unless they are counted already.
  package func count(in budget: MemoryBudget) {
    self.budget.withLock { present in
      guard present == nil else { return }
      present = budget
      budget.add(byteCount)
    }
  }
}

extension AlignedMemory {
  /// Allocates zeroed memory that is counted.
  package convenience init(byteCount: Int, countedIn budget: MemoryBudget) {
    self.init(byteCount: byteCount)
    count(in: budget)
  }

  /// A copy of constant bytes.
  package convenience init(copying bytes: TensorBytes) {
    self.init(byteCount: bytes.count)
    unsafe pointer.copyMemory(from: bytes.pointer, byteCount: bytes.count)
  }
}
