#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The functions of AddressSanitizer, which are there only in a process that it watches.
enum Sanitizer {
  private typealias Region = @convention(c) (UnsafeRawPointer, Int) -> Void

  /// Makes each access to a region end the process.
  @unsafe static let poison: (@Sendable (UnsafeRawPointer, Int) -> Void)? = {
    guard let symbol = unsafe dlsym(nil, "__asan_poison_memory_region") else { return nil }
    let call = unsafe unsafeBitCast(symbol, to: Region.self)
    return { unsafe call($0, $1) }
  }()
}
