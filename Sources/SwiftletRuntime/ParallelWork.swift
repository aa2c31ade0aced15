internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Independent pieces of work, done by the caller and by threads that end with it.
final class ParallelWork: Sendable {
  private let count: Int
  private let body: @Sendable (Int) -> Void
  private let next = Atomic<Int>(0)

  /// Does `body` once for each number below `count`, and returns when all are done.
  ///
  /// - Parameters:
  ///   - count: The number of pieces.
  ///   - threads: The threads in all, at least 1.
  ///   - body: Does one piece, on any thread.
  static func perform(
    count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void
  ) {
    let work = ParallelWork(count: count, body)
    let helpers = (1..<max(min(threads, count), 1)).compactMap { _ in work.start() }
    work.share()
    for helper in helpers { pthread_join(helper, nil) }
  }

  private init(count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    self.count = count
    self.body = body
  }

  /// Does pieces until none is left.
  fileprivate func share() {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      body(index)
    }
  }

  /// A thread that helps, or nil where the system has none; then the others do its share.
  private func start() -> pthread_t? {
    let argument = unsafe Unmanaged.passRetained(self)
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    guard unsafe pthread_create(&thread, nil, help, argument.toOpaque()) == 0 else {
      unsafe argument.release()
      return nil
    }
    return thread
  }
}

#if canImport(Darwin)
private func help(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  unsafe Unmanaged<ParallelWork>.fromOpaque(argument).takeRetainedValue().share()
  return nil
}
#else
private func help(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  unsafe Unmanaged<ParallelWork>.fromOpaque(argument).takeRetainedValue().share()
  return nil
}
#endif
