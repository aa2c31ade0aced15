internal import Dispatch
internal import SwiftletKernels
package import SwiftletSIMD
internal import SwiftletTensor

/// What this machine does at most, measured in a fraction of a second.
///
/// Products come from chains of independent instructions that touch no memory, bandwidths from reading
/// a buffer again and again. Several threads share the work as those of a run do.
package struct MachinePeak: Sendable {
  /// How fast a buffer is read that has so many bytes.
  package struct Bandwidth: Sendable {
    /// The bytes of the buffer, of all threads together.
    package let byteCount: Int
    /// Bytes in a nanosecond.
    package let rate: Double
  }

  /// The number of threads that worked at the same time.
  package let threads: Int
  /// What was read, the smallest buffer first.
  package let bandwidths: [Bandwidth]
  private let floats: [ISA: Double]
  private let integers: [ISA: Double]

  /// Measures.
  package init(of tables: [KernelTable] = Kernels.available, threads: Int = 1) {
    self.threads = threads
    let rounds = 100_000
    var floats: [ISA: Double] = [:]
    var integers: [ISA: Double] = [:]
    for table in tables {
      let peak = table.peak
      floats[table.isa] = Self.rate(peak.floatProducts * rounds, threads) { _ in
        _ = peak.floats(rounds, 0.5)
      }
      integers[table.isa] = Self.rate(peak.integerProducts * rounds, threads) { _ in
        _ = peak.integers(rounds, 3)
      }
    }
    self.floats = floats
    self.integers = integers
    let read = unsafe Kernels.widest.peak.read
    bandwidths = [16 << 10, 256 << 10, 4 << 20, 32 << 20].map { byteCount in
      // Parts of whole blocks of 256 bytes.
      let part = max(byteCount / threads / 256 * 256, 256)
      let buffers = (0..<threads).map { _ in
        let memory = AlignedMemory(byteCount: part)
        unsafe memory.pointer.initializeMemory(as: UInt8.self, repeating: 1, count: part)
        return memory
      }
      let repetitions = max(1, (64 << 20) / byteCount)
      let rate = Self.rate(part * repetitions, threads) { thread in
        let pointer = unsafe UnsafeRawPointer(buffers[thread].pointer)
        for _ in 0..<repetitions { _ = unsafe read(pointer, part) }
      }
      return Bandwidth(byteCount: byteCount, rate: rate)
    }
  }

  /// Multiplications with accumulation in a nanosecond: of floats, or of bytes.
  package func products(ofIntegers: Bool, _ isa: ISA) -> Double {
    (ofIntegers ? integers[isa] : floats[isa]) ?? 0
  }

  /// Bytes in a nanosecond of work that touches so many.
  package func bandwidth(for byteCount: Int) -> Double {
    (bandwidths.first { byteCount <= $0.byteCount } ?? bandwidths[bandwidths.count - 1]).rate
  }

  /// The nanoseconds that so many products and bytes take at least.
  package func bound(
    products: Int, ofIntegers: Bool, byteCount: Int, _ isa: ISA
  ) -> Double {
    let rate = self.products(ofIntegers: ofIntegers, isa)
    let compute = rate > 0 ? Double(products) / rate : 0
    return max(compute, Double(byteCount) / bandwidth(for: byteCount))
  }

  /// Units of work in a nanosecond, of all threads together; the best of some rounds.
  private static func rate(
    _ work: Int, _ threads: Int, _ body: @escaping @Sendable (Int) -> Void
  ) -> Double {
    let clock = ContinuousClock()
    var best = Double.infinity
    for _ in 0..<12 {
      let duration = clock.measure {
        if threads == 1 {
          body(0)
        } else {
          DispatchQueue.concurrentPerform(iterations: threads, execute: body)
        }
      }
      let parts = duration.components
      best = min(best, Double(parts.seconds) * 1e9 + Double(parts.attoseconds) / 1e9)
    }
    return Double(work * threads) / best
  }
}
