@inlinable @inline(__always)
package func clampF32<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
  count: Int, low: Float, high: Float
) {
  let lanes = V.F.scalarCount
  let lowest = V.F(repeating: low)
  let highest = V.F(repeating: high)
  var index = 0
  while index &+ lanes <= count {
    let value = UnsafeRawPointer(input + index).loadUnaligned(as: V.F.self)
    // The bound comes first: a comparison with NaN then yields the value.
    let result = V.min(highest, V.max(lowest, value))
    UnsafeMutableRawPointer(output + index).storeBytes(of: result, as: V.F.self)
    index &+= lanes
  }
  while index < count {
    let value = input[index]
    output[index] = value < low ? low : (value > high ? high : value)
    index &+= 1
  }
}
