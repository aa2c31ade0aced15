private import Synchronization

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
  private static let mappedBytes = 1 << 18

  /// The first byte.
  package let pointer: UnsafeMutableRawPointer
  /// The bytes asked for, without the spare ones.
  package let byteCount: Int
  /// What counts the bytes, or nil for memory of which nobody keeps account.
  private let budget = Mutex<MemoryBudget?>(nil)
  private let isMapped: Bool

  private var totalBytes: Int { byteCount + Self.spareBytes }

  /// Allocates zeroed memory.
  package init(byteCount: Int) {
    self.byteCount = byteCount
    let total = byteCount + Self.spareBytes
    // AddressSanitizer watches what is allocated, not what is mapped.
    if !RedZones.isOn, total >= Self.mappedBytes, let mapped = unsafe Self.map(total) {
      unsafe pointer = mapped
      isMapped = true
    } else {
      unsafe pointer = .allocate(byteCount: total, alignment: Self.alignment)
      unsafe pointer.initializeMemory(as: UInt8.self, repeating: 0, count: total)
      isMapped = false
    }
    if RedZones.isOn { unsafe RedZones.paint(pointer + byteCount) }
  }

  deinit {
    if RedZones.isOn {
      unsafe precondition(
        RedZones.isIntact(pointer + byteCount), "something wrote behind its memory")
    }
    budget.withLock { $0?.add(-byteCount) }
    if isMapped {
      unsafe munmap(pointer, totalBytes)
    } else {
      unsafe pointer.deallocate()
    }
  }

  /// Pages of zeros, in large ones where the system has them: the first touch of each page takes
  /// longer than packing what it holds.
  private static func map(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    let start = unsafe mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { return nil }
    #if os(Linux)
    unsafe madvise(start, byteCount, MADV_HUGEPAGE)
    #endif
    return unsafe start
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
