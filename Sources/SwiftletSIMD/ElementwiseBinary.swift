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
  switch function {
  case .add:
    zipF32(V.self, ClampedFloats<Sum>(low, high), a, aStep, b, bStep, output, count)
  case .subtract:
    zipF32(V.self, ClampedFloats<Difference>(low, high), a, aStep, b, bStep, output, count)
  case .multiply:
    zipF32(V.self, ClampedFloats<Product>(low, high), a, aStep, b, bStep, output, count)
  case .divide:
    zipF32(V.self, ClampedFloats<Quotient>(low, high), a, aStep, b, bStep, output, count)
  case .maximum: zipF32(V.self, Larger(), a, aStep, b, bStep, output, count)
  case .minimum: zipF32(V.self, Smaller(), a, aStep, b, bStep, output, count)
  case .squaredDifference:
    zipF32(V.self, SquareOfDifference(), a, aStep, b, bStep, output, count)
  case .parametricReLU: zipF32(V.self, Rectified(), a, aStep, b, bStep, output, count)
  }
}

/// `output[i] = function(a[i · aStep], b[i · bStep])` for steps of 0 or 1, reading each vector
/// before it is written.
@inlinable @inline(__always)
package func zipF32<V: VectorISA, Function: FloatPairFunction>(
  _ isa: V.Type, _ function: Function, _ a: UnsafePointer<Float>, _ aStep: Int,
  _ b: UnsafePointer<Float>, _ bStep: Int, _ output: UnsafeMutablePointer<Float>, _ count: Int
) {
  guard count > 0 else { return }
  let lanes = V.F.scalarCount
  let firstLeft = V.F(repeating: a[0])
  let firstRight = V.F(repeating: b[0])
  var index = 0
  while index &+ lanes <= count {
    let left =
      aStep == 0 ? firstLeft : UnsafeRawPointer(a + index).loadUnaligned(as: V.F.self)
    let right =
      bStep == 0 ? firstRight : UnsafeRawPointer(b + index).loadUnaligned(as: V.F.self)
    UnsafeMutableRawPointer(output + index).storeBytes(
      of: function.apply(V.self, left, right), as: V.F.self)
    index &+= lanes
  }
  if index < count {
    let rest = count &- index
    let left = aStep == 0 ? firstLeft : loadPartial(V.self, a + index, count: rest)
    let right = bStep == 0 ? firstRight : loadPartial(V.self, b + index, count: rest)
    V.store(function.apply(V.self, left, right), output + index, count: rest)
  }
}
