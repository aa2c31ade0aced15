#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Gives pages of a mapped file back to the system some time after their bytes have been used.
///
/// Each time costs more than reading a hundred pages, as all processors have to forget them; so many
/// constants that lie near each other are given back at once.
package final class MappedPages: Sendable {
  /// What waits to be given back.
  private struct Pending {
    var low = Int.max
    var high = 0
    var byteCount = 0
  }

  private let pending = Locked(Pending())

  /// So much waits at most.
  private static let mostBytes = 1 << 21

  /// Has nothing to give back yet.
  package init() {}

  /// Adds bytes that are not likely to be read again soon; whoever reads them nevertheless gets them
  /// from the file.
  func release(_ bytes: Range<Int>) {
    let range = pending.withLock { pending -> Range<Int>? in
      pending.low = min(pending.low, bytes.lowerBound)
      pending.high = max(pending.high, bytes.upperBound)
      pending.byteCount += bytes.count
      guard pending.byteCount >= Self.mostBytes else { return nil }
      defer { pending = Pending() }
      return pending.low..<pending.high
    }
    #if canImport(Glibc) || canImport(Musl)
    guard let range else { return }
    let page = Int(getpagesize())
    let start = (range.lowerBound + page - 1) / page * page
    let end = range.upperBound / page * page
    guard start < end else { return }
    unsafe madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_DONTNEED)
    #endif
  }
}
