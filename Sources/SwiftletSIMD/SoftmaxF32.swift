@inlinable @inline(__always)
package func softmaxF32<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
  count: Int, beta: Float
) {
  let scale = V.F(repeating: beta)
  let top = V.F(repeating: maximumF32(V.self, input, count: count))
  let lanes = V.F.scalarCount
  var sums = V.F(repeating: 0)
  var index = 0
  while index &+ lanes <= count {
    let value = UnsafeRawPointer(input + index).loadUnaligned(as: V.F.self)
    let power = expF32(V.self, (value - top) * scale)
    UnsafeMutableRawPointer(output + index).storeBytes(of: power, as: V.F.self)
    sums += power
    index &+= lanes
  }
  var sum = sums.sum()
  if index < count {
    let value = loadPartial(V.self, input + index, count: count &- index)
    let power = expF32(V.self, (value - top) * scale)
    V.store(power, output + index, count: count &- index)
    while index < count {
      sum += output[index]
      index &+= 1
    }
  }
  let factor = V.F(repeating: 1 / sum)
  mapF32(V.self, output, output, count) { $0 * factor }
}

@inlinable @inline(__always)
package func logSoftmaxF32<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
  count: Int
) {
  let top = V.F(repeating: maximumF32(V.self, input, count: count))
  let lanes = V.F.scalarCount
  var sums = V.F(repeating: 0)
  var index = 0
  while index &+ lanes <= count {
    let value = UnsafeRawPointer(input + index).loadUnaligned(as: V.F.self)
    sums += expF32(V.self, value - top)
    index &+= lanes
  }
  if index < count {
    // e^−∞ adds nothing.
    let value = loadPartial(
      V.self, input + index, count: count &- index, fill: -Float.infinity)
    sums += expF32(V.self, value - top)
  }
  let logarithm = logF32(V.self, V.F(repeating: sums.sum()))
  mapF32(V.self, input, output, count) { $0 - top - logarithm }
}

/// The largest of at least one float.
@inlinable @inline(__always)
package func maximumF32<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<Float>, count: Int
) -> Float {
  let lanes = V.F.scalarCount
  var tops = V.F(repeating: input[0])
  var index = 0
  while index &+ lanes <= count {
    tops = V.max(tops, UnsafeRawPointer(input + index).loadUnaligned(as: V.F.self))
    index &+= lanes
  }
  if index < count {
    tops = V.max(
      tops, loadPartial(V.self, input + index, count: count &- index, fill: input[0]))
  }
  var top = tops[0]
  var lane = 1
  while lane < lanes {
    top = tops[lane] > top ? tops[lane] : top
    lane &+= 1
  }
  return top
}
