import SwiftletOperators
import SwiftletRuntime
import SwiftletTensor
import Testing

@Suite struct WorkerPoolTests {
  /// Runs a job that adds 1 to every element of a buffer of `units` numbers, `rounds` times.
  private func counts(
    threads: Int, units: Int, grain: Int, chunks: Int, rounds: Int
  ) -> [Int32] {
    let counters = AlignedMemory(byteCount: units * 4)
    let pool = WorkerPool(threadCount: threads, faults: FaultWord())
    pool.reserveScratch(byteCount: 64)
    let phase = Phase(units: units, grain: grain, nanoseconds: 1_000_000) { buffers, range in
      let values = unsafe buffers.output(as: Int32.self)
      for unit in range { unsafe values[unit] += 1 }
    }
    var addresses = unsafe [counters.pointer]
    unsafe addresses.withUnsafeMutableBufferPointer { operands in
      guard let base = operands.baseAddress else { return }
      for round in 0..<rounds {
        pool.beginRun()
        // Some rounds have several jobs between begin and end.
        for _ in 0...(round % 3) {
          pool.perform(
            unsafe WorkerPool.Job(
              phase: phase, operands: base, firstOutput: 0, firstTemporary: 1, chunks: chunks))
        }
        pool.endRun()
      }
    }
    pool.stop()
    return TensorBytes(counters).elements(as: Int32.self)
  }

  @Test(arguments: [1, 2, 3, 8], [1, 2, 7, 64])
  func doesEveryUnitOnce(threads: Int, chunks: Int) {
    for (units, grain) in [(1, 1), (5, 2), (100, 6), (1001, 8)] {
      let rounds = 30
      let jobs = Int32((0..<rounds).reduce(0) { $0 + 1 + $1 % 3 })
      let result = counts(
        threads: threads, units: units, grain: grain, chunks: chunks, rounds: rounds)
      #expect(result.allSatisfy { $0 == jobs }, "\(units) units of grain \(grain)")
    }
  }

  @Test func chunksAreCutAtMultiplesOfTheGrain() {
    let bounds = AlignedMemory(byteCount: 4 * 128)
    let pool = WorkerPool(threadCount: 2, faults: FaultWord())
    pool.reserveScratch(byteCount: 64)
    let phase = Phase(units: 100, grain: 6, nanoseconds: 1) { buffers, range in
      unsafe buffers.output(as: Int32.self)[range.lowerBound] = Int32(range.upperBound)
    }
    var addresses = unsafe [bounds.pointer]
    unsafe addresses.withUnsafeMutableBufferPointer { operands in
      guard let base = operands.baseAddress else { return }
      pool.beginRun()
      pool.perform(
        unsafe WorkerPool.Job(
          phase: phase, operands: base, firstOutput: 0, firstTemporary: 1, chunks: 5))
      pool.endRun()
    }
    pool.stop()
    let ends = TensorBytes(bounds).elements(as: Int32.self)
    var start = 0
    var chunks = 0
    while start < 100 {
      #expect(start % 6 == 0)
      #expect(Int(ends[start]) > start)
      start = Int(ends[start])
      chunks += 1
    }
    #expect(start == 100)
    #expect(chunks == 5)
  }

  @Test func threadsHaveScratchOfTheirOwn() {
    let results = AlignedMemory(byteCount: 4 * 4096)
    let pool = WorkerPool(threadCount: 4, faults: FaultWord())
    pool.reserveScratch(byteCount: 64)
    let phase = Phase(units: 4096, nanoseconds: 1) { buffers, range in
      let own = unsafe buffers.scratch.assumingMemoryBound(to: Int32.self)
      for unit in range {
        unsafe own[0] = Int32(unit)
        unsafe own[1] = unsafe own[0] * 3
        unsafe buffers.output(as: Int32.self)[unit] = unsafe own[1]
      }
    }
    var addresses = unsafe [results.pointer]
    unsafe addresses.withUnsafeMutableBufferPointer { operands in
      guard let base = operands.baseAddress else { return }
      for _ in 0..<50 {
        pool.beginRun()
        pool.perform(
          unsafe WorkerPool.Job(
            phase: phase, operands: base, firstOutput: 0, firstTemporary: 1, chunks: 16))
        pool.endRun()
      }
    }
    pool.stop()
    let values = TensorBytes(results).elements(as: Int32.self)
    #expect(values == (0..<4096).map { Int32($0 * 3) })
  }
}
