#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What watches this process, for tests that mean nothing there: `Tests/check.sh` makes such builds.
///
/// `@Test(.enabled(if: !Watch.addresses, "why"))` leaves a test out.
package enum Watch {
  /// Whether AddressSanitizer does.
  ///
  /// It takes terabytes of addresses, counts its own allocations, and changes the code of kernels.
  package static let addresses = dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil

  /// Whether ThreadSanitizer does.
  package static let threads = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil

  /// Whether one of them does.
  package static let isOn = addresses || threads
}
