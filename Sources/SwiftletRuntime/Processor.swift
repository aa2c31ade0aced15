#if canImport(Glibc) || canImport(Musl)
internal import CScheduler
#endif

/// The processor that the present thread runs on, where the system tells.
enum Processor {
  /// Its number; −1 if unknown.
  static var current: Int {
    #if canImport(Glibc) || canImport(Musl)
    Int(sched_getcpu())
    #else
    -1
    #endif
  }

  /// Moves the present thread to another processor, unless it may use no other.
  ///
  /// The set of processors that the thread may use is the same afterwards. Of two threads on one
  /// processor a scheduler moves one only if both seem busy, which one that yields does not.
  static func leave(_ processor: Int) {
    #if canImport(Glibc) || canImport(Musl)
    guard (0..<setWords * 64).contains(processor) else { return }
    let byteCount = UInt(setWords * 8)
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: setWords) { set in
      unsafe set.initialize(repeating: 0)
      guard unsafe sched_getaffinity(0, byteCount, set.baseAddress) >= 0 else { return }
      let (word, bit) = (processor / 64, UInt64(1) << UInt64(processor % 64))
      guard unsafe set[word] & bit != 0 else { return }
      // Without another processor in the set, the system refuses, and the set stays what it was.
      unsafe set[word] &= ~bit
      guard unsafe sched_setaffinity(0, byteCount, set.baseAddress) == 0 else { return }
      unsafe set[word] |= bit
      _ = unsafe sched_setaffinity(0, byteCount, set.baseAddress)
    }
    #endif
  }

  /// How many processors the present thread may use; 1 if unknown.
  static var count: Int {
    #if canImport(Glibc) || canImport(Musl)
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: setWords) { set in
      unsafe set.initialize(repeating: 0)
      guard unsafe sched_getaffinity(0, UInt(setWords * 8), set.baseAddress) >= 0 else { return 1 }
      return unsafe max(set.reduce(0) { $0 + $1.nonzeroBitCount }, 1)
    }
    #else
    1
    #endif
  }

  #if canImport(Glibc) || canImport(Musl)
  /// The system's set of processors: a bit for each of 1,024.
  private static let setWords = 16
  #endif
}
