#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Asking the system for memory before it is needed: Swift ends the process where it gets none.
package enum SystemMemory {
  /// What is smaller is not worth the question.
  private static let least = 1 << 22

  /// Whether the process may have so many bytes more, within its limits (`ulimit -v`).
  ///
  /// Nothing is kept for the caller, so that another thread may still come first.
  package static func allows(_ byteCount: Int) -> Bool {
    guard byteCount >= least else { return true }
    let start = unsafe mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { return false }
    unsafe munmap(start, byteCount)
    return true
  }
}
