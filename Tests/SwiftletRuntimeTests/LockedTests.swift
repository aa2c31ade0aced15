import Dispatch
import SwiftletTensor
import Testing

@Suite("Values behind a lock")
struct LockedTests {
  /// An error of the body.
  private struct Refusal: Error {}

  @Test(
    "Threads that change a value at the same time lose no change, and ThreadSanitizer is silent")
  func contention() {
    let numbers = Locked<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<2000 {
        numbers.withLock { $0.append(thread * 2000 + step) }
      }
    }
    #expect(numbers.withLock { $0.sorted() } == Array(0..<16_000))
  }

  @Test("An error leaves the lock free")
  func error() {
    let number = Locked(1)
    #expect(throws: Refusal.self) {
      try number.withLock { number in
        number = 2
        throw Refusal()
      }
    }
    #expect(number.withLock { $0 } == 2)
  }
}
