import SwiftletOperators
import SwiftletRuntime
import SwiftletTensor
import Testing

@Suite struct PlanMemoryTests {
  /// Pieces start on cache lines, are zero, and keep what is written into their neighbours apart.
  ///
  /// Red zones are painted, and not written over.
  @Test(.enabled(if: !RedZones.isOn), arguments: [0, 3 << 20, 1 << 40])
  func piecesOfAPoolAreApart(expected: Int) {
    let pool = MemoryPool(expecting: expected)
    let sizes = [1, 64, 1000, 300_000, 3 << 20, 17 << 20, 40 << 20, 5]
    let pieces = sizes.map { AlignedMemory(byteCount: $0, pool: pool) }
    for (index, piece) in pieces.enumerated() {
      #expect(Int(bitPattern: piece.pointer) % AlignedMemory.alignment == 0)
      let bytes = UnsafeMutableRawBufferPointer(
        start: piece.pointer, count: piece.byteCount + AlignedMemory.spareBytes)
      #expect(bytes.allSatisfy { $0 == 0 })
      bytes.copyBytes(from: repeatElement(UInt8(index + 1), count: bytes.count))
    }
    for (index, piece) in pieces.enumerated() {
      let bytes = UnsafeRawBufferPointer(
        start: piece.pointer, count: piece.byteCount + AlignedMemory.spareBytes)
      #expect(bytes.allSatisfy { $0 == index + 1 })
    }
  }

  /// A piece outlives the pool and its neighbours.
  @Test func aPieceKeepsItsChunk() {
    func piece() -> AlignedMemory {
      let pool = MemoryPool(expecting: 1 << 20)
      _ = AlignedMemory(byteCount: 4096, pool: pool)
      return AlignedMemory(byteCount: 4096, pool: pool)
    }
    let memory = piece()
    memory.pointer.initializeMemory(as: UInt8.self, repeating: 7, count: 4096)
    #expect(memory.pointer.load(fromByteOffset: 4095, as: UInt8.self) == 7)
  }

  /// Memory of steps is refused before it is allocated, and counted no longer than it is held.
  @Test func memoryOfStepsIsCounted() throws {
    let context = LoweringContext(packedByteLimit: 1000)
    do {
      let held = try context.memory(byteCount: 900)
      #expect(context.heldByteCount == 900)
      #expect(throws: OperatorError.self) { try context.memory(byteCount: 1 << 50) }
      #expect(throws: OperatorError.self) { try context.memory(byteCount: 101) }
      withExtendedLifetime(held) {}
    }
    #expect(context.heldByteCount == 0)
    let again = try context.memory(byteCount: 1000)
    #expect(again.byteCount == 1000)
  }

  /// Weights are not packed where their packed bytes exceed the limit.
  @Test func nothingIsPackedBeyondTheLimit() throws {
    let constant = TensorBytes(AlignedMemory(byteCount: 16))
    let context = LoweringContext(packedByteLimit: 64)
    var packings = 0
    #expect(throws: OperatorError.self) {
      try context.packedWeights(of: constant, layout: "a", byteCount: 65) { _ in packings += 1 }
    }
    #expect(packings == 0)
    let first = try context.packedWeights(of: constant, layout: "a", byteCount: 64) { _ in
      packings += 1
    }
    let second = try context.packedWeights(of: constant, layout: "a", byteCount: 64) { _ in
      packings += 1
    }
    #expect(packings == 1 && first === second)
    #expect(context.packedByteCount == 64)
  }

  /// Every piece of work is done once, however many threads there are.
  @Test(arguments: [1, 2, 5, 64]) func workIsDoneOnce(threads: Int) {
    let counts = Counts(1000)
    ParallelWork.perform(count: 1000, threads: threads) { index in
      counts.values.withLock { $0[index] += 1 }
    }
    #expect(counts.values.withLock { $0 } == Array(repeating: 1, count: 1000))
    ParallelWork.perform(count: 0, threads: threads) { _ in Issue.record("there is no work") }
  }

  private final class Counts: Sendable {
    let values: Locked<[Int]>

    init(_ count: Int) { values = Locked(Array(repeating: 0, count: count)) }
  }
}
