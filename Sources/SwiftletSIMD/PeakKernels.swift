/// What a processor does at most with one instruction set, for rooflines.
@frozen @usableFromInline package struct PeakKernels: Sendable {
  /// Fused products and sums of floats in independent chains, `floatProducts` in each round.
  ///
  /// What it returns depends on all of them, so that none can be left out.
  @usableFromInline package let floats: @Sendable (_ rounds: Int, _ seed: Float) -> Float
  /// The same for the products of bytes or pairs of the quantised matrix product, `integerProducts`
  /// in each round.
  @usableFromInline package let integers: @Sendable (_ rounds: Int, _ seed: Int32) -> Int32
  /// Reads memory once; `byteCount` is a multiple of 256.
  @usableFromInline package let read:
    @Sendable (_ memory: UnsafeRawPointer, _ byteCount: Int) -> Int32
  /// Multiplications with accumulation in one round of `floats`.
  @usableFromInline package let floatProducts: Int
  /// Multiplications with accumulation in one round of `integers`.
  @usableFromInline package let integerProducts: Int

  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    floats = { floatChains(V.self, rounds: $0, seed: $1) }
    integers = { integerChains(V.self, rounds: $0, seed: $1) }
    read = { readMemory(V.self, $0, byteCount: $1) }
    floatProducts = 12 &* V.F.scalarCount
    integerProducts = 12 &* V.I.scalarCount &* V.activationsPerWord
  }
}

/// Twelve chains are enough for a latency of 4 cycles and 2 or 3 operations a cycle.
@inlinable @inline(__always)
package func floatChains<V: VectorISA>(_ isa: V.Type, rounds: Int, seed: Float) -> Float {
  var sums = InlineArray<12, V.F>(repeating: V.F(repeating: seed))
  let factor = V.F(repeating: 1 - seed)
  var round = 0
  while round < rounds {
    for chain in 0..<12 {
      sums[unchecked: chain] = V.fma(sums[unchecked: chain], factor, factor)
    }
    round &+= 1
  }
  var total = V.F(repeating: 0)
  for chain in 0..<12 { total += sums[unchecked: chain] }
  return total[0]
}

@inlinable @inline(__always)
package func integerChains<V: VectorISA>(_ isa: V.Type, rounds: Int, seed: Int32) -> Int32 {
  var sums = InlineArray<12, V.I>(repeating: V.I(repeating: seed))
  let factor = V.I(repeating: seed &+ 1)
  var round = 0
  while round < rounds {
    for chain in 0..<12 {
      // Factors that never change would be multiplied only once.
      sums[unchecked: chain] = V.dot(sums[unchecked: chain], sums[unchecked: chain], factor)
    }
    round &+= 1
  }
  var total = V.I(repeating: 0)
  for chain in 0..<12 { total = total &+ sums[unchecked: chain] }
  return total[0]
}

@inlinable @inline(__always)
package func readMemory<V: VectorISA>(
  _ isa: V.Type, _ memory: UnsafeRawPointer, byteCount: Int
) -> Int32 {
  let size = MemoryLayout<V.I>.size
  var sums = InlineArray<4, V.I>(repeating: V.I(repeating: 0))
  var offset = 0
  while offset &+ 4 &* size <= byteCount {
    for part in 0..<4 {
      sums[unchecked: part] =
        sums[unchecked: part] | (memory + (offset &+ part &* size)).loadUnaligned(as: V.I.self)
    }
    offset &+= 4 &* size
  }
  let all =
    (sums[unchecked: 0] | sums[unchecked: 1]) | (sums[unchecked: 2] | sums[unchecked: 3])
  return all[0]
}
