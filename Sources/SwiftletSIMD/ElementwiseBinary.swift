/// A function of two floats.
@frozen @usableFromInline package enum FloatBinary: UInt8, Sendable, CaseIterable {
  case add
  case subtract
  case multiply
  case divide
  /// `a > b ? a : b`.
  case maximum
  /// `a < b ? a : b`.
  case minimum
  case squaredDifference
  /// `a ≥ 0 ? a : a · b`.
  case parametricReLU
}

@inlinable @inline(__always)
package func binaryF32<V: VectorISA>(
  _ isa: V.Type, _ function: FloatBinary, _ a: UnsafePointer<Float>, step aStep: Int,
  _ b: UnsafePointer<Float>, step bStep: Int, _ output: UnsafeMutablePointer<Float>, count: Int,
  low: Float, high: Float
) {
  let lowest = V.F(repeating: low)
  let highest = V.F(repeating: high)
  switch function {
  case .add:
    zipF32(V.self, a, aStep, b, bStep, output, count) {
      V.min(highest, V.max(lowest, $0 + $1))
    }
  case .subtract:
    zipF32(V.self, a, aStep, b, bStep, output, count) {
      V.min(highest, V.max(lowest, $0 - $1))
    }
  case .multiply:
    zipF32(V.self, a, aStep, b, bStep, output, count) {
      V.min(highest, V.max(lowest, $0 * $1))
    }
  case .divide:
    zipF32(V.self, a, aStep, b, bStep, output, count) {
      V.min(highest, V.max(lowest, $0 / $1))
    }
  case .maximum:
    zipF32(V.self, a, aStep, b, bStep, output, count) { V.max($0, $1) }
  case .minimum:
    zipF32(V.self, a, aStep, b, bStep, output, count) { V.min($0, $1) }
  case .squaredDifference:
    zipF32(V.self, a, aStep, b, bStep, output, count) {
      let difference = $0 - $1
      return difference * difference
    }
  case .parametricReLU:
    let zero = V.F(repeating: 0)
    zipF32(V.self, a, aStep, b, bStep, output, count) {
      V.less($0, zero, then: $0 * $1, else: $0)
    }
  }
}

/// `output[i] = function(a[i · aStep], b[i · bStep])` for steps of 0 or 1, reading each vector
/// before it is written.
@inlinable @inline(__always)
package func zipF32<V: VectorISA>(
  _ isa: V.Type, _ a: UnsafePointer<Float>, _ aStep: Int, _ b: UnsafePointer<Float>,
  _ bStep: Int, _ output: UnsafeMutablePointer<Float>, _ count: Int,
  _ function: (V.F, V.F) -> V.F
) {
  guard count > 0 else { return }
  if bStep == 0 {
    let right = V.F(repeating: b[0])
    if aStep == 0 {
      let value = function(V.F(repeating: a[0]), right)
      mapF32(V.self, output, output, count) { _ in value }
    } else {
      mapF32(V.self, a, output, count) { function($0, right) }
    }
  } else if aStep == 0 {
    let left = V.F(repeating: a[0])
    mapF32(V.self, b, output, count) { function(left, $0) }
  } else {
    let lanes = V.F.scalarCount
    var index = 0
    while index &+ lanes <= count {
      let left = UnsafeRawPointer(a + index).loadUnaligned(as: V.F.self)
      let right = UnsafeRawPointer(b + index).loadUnaligned(as: V.F.self)
      UnsafeMutableRawPointer(output + index).storeBytes(
        of: function(left, right), as: V.F.self)
      index &+= lanes
    }
    if index < count {
      let rest = count &- index
      let left = loadPartial(V.self, a + index, count: rest)
      let right = loadPartial(V.self, b + index, count: rest)
      V.store(function(left, right), output + index, count: rest)
    }
  }
}
