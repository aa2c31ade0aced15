internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Independent pieces of work, done by the caller and by threads that help.
package final class ParallelWork: Sendable {
  private let count: Int
  private let body: @Sendable (Int) -> Void
  private let next = Atomic<Int>(0)
  /// The helpers that have begun and not ended; negative once none may begin.
  private let helpers = Atomic<Int>(0)

  /// Does `body` once for each number below `count`, and returns when all are done.
  ///
  /// - Parameters:
  ///   - count: The number of pieces.
  ///   - threads: The threads in all, at least 1.
  ///   - body: Does one piece, on any thread.
  package static func perform(
    count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void
  ) {
    let work = ParallelWork(count: count, body)
    for _ in 1..<max(min(threads, count), 1) { work.start() }
    work.share()
    work.close()
  }

  private init(count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    self.count = count
    self.body = body
  }

  /// Does pieces until none is left.
  private func share() {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      body(index)
    }
  }

  /// Waits for the helpers that have begun; on a busy machine others may not even have been there.
  private func close() {
    var spins = 0
    while true {
      let (exchanged, _) = helpers.compareExchange(
        expected: 0, desired: Self.closed, ordering: .acquiringAndReleasing)
      if exchanged { return }
      spins += 1
      if spins > 1000 { sched_yield() }
    }
  }

  /// Takes part, unless everything is done already.
  fileprivate func help() {
    guard helpers.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue > 0 else { return }
    share()
    helpers.wrappingSubtract(1, ordering: .releasing)
  }

  /// Far enough below 0 for any number of helpers that come too late.
  private static let closed = Int.min / 2

  /// Starts a thread that helps; where the system has none, the others do its share.
  private func start() {
    let argument = unsafe Unmanaged.passRetained(self)
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    guard unsafe pthread_create(&thread, nil, runHelper, argument.toOpaque()) == 0 else {
      unsafe argument.release()
      return
    }
    #if canImport(Darwin)
    if let thread { pthread_detach(thread) }
    #else
    pthread_detach(thread)
    #endif
  }
}

#if canImport(Darwin)
private func runHelper(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  unsafe Unmanaged<ParallelWork>.fromOpaque(argument).takeRetainedValue().help()
  return nil
}
#else
private func runHelper(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  unsafe Unmanaged<ParallelWork>.fromOpaque(argument).takeRetainedValue().help()
  return nil
}
#endif
