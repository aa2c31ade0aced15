/// How a float becomes an integer.
@frozen @usableFromInline package enum PairRounding: UInt8, Sendable {
  /// To nearest, ties to even.
  case toEven
  /// The integer part of the float that is half a unit further from zero.
  case halfAdded
  /// To nearest, ties away from zero.
  case away
}

/// `output[i] = clamp(round(input[i] · factor))`; NaN gives a limit.
///
/// The limits are integers, so that clamping first gives the same.
@inlinable @inline(__always)
package func quantizePairs<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Int16>,
  count: Int, factor: Float, _ rounding: PairRounding, low: Int32, high: Int32
) {
  let scale = V.F(repeating: factor)
  let lowest = V.F(repeating: Float(low))
  let highest = V.F(repeating: Float(high))
  let half = V.F(repeating: 0.5)
  let lanes = V.F.scalarCount
  var index = 0
  while index < count {
    let rest = count &- index
    let value =
      rest >= lanes
      ? UnsafeRawPointer(input + index).loadUnaligned(as: V.F.self)
      : loadPartial(V.self, input + index, count: rest)
    let real = V.min(V.max(value * scale, lowest), highest)
    let nearest: V.F
    switch rounding {
    case .toEven: nearest = real
    case .halfAdded:
      nearest = V.truncated(V.less(real, V.F(repeating: 0), then: real - half, else: real + half))
    case .away:
      let whole = V.truncated(real)
      let fraction = real - whole
      let raised = V.less(fraction, half, then: whole, else: whole + 1)
      nearest = V.less(-half, fraction, then: raised, else: whole - 1)
    }
    let result = V.integers(nearest)
    if rest >= lanes {
      V.storeShorts(result, output + index)
    } else {
      var lane = 0
      while lane < rest {
        output[index &+ lane] = Int16(truncatingIfNeeded: result[lane])
        lane &+= 1
      }
    }
    index &+= lanes
  }
}

/// `output[i] = (input[i] ^ flip) − zeroPoint`.
@inlinable @inline(__always)
package func widenPairs<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<Int16>,
  count: Int, flip: UInt8, zeroPoint: Int16
) {
  let flips = V.I(repeating: Int32(truncatingIfNeeded: flip))
  let zero = V.I(repeating: Int32(truncatingIfNeeded: zeroPoint))
  let lanes = V.I.scalarCount
  var index = 0
  while index &+ lanes <= count {
    V.storeShorts((V.widenedBytes(input + index) ^ flips) &- zero, output + index)
    index &+= lanes
  }
  while index < count {
    output[index] = Int16(truncatingIfNeeded: input[index] ^ flip) &- zeroPoint
    index &+= 1
  }
}

/// The order in which a sum is scaled by its row and its column; each step rounds.
@frozen @usableFromInline package enum PairScalingOrder: UInt8, Sendable {
  /// `sum · (row · column) + bias`.
  case joined
  /// `(sum · column) · row + bias`.
  case columnFirst
  /// `(sum · row) · column + bias`, the latter fused where the set has the instruction.
  case rowFirst
}

/// How a row of sums becomes floats.
@frozen @usableFromInline package struct PairScaling {
  /// The scale of the row.
  @usableFromInline package var row: Float
  /// A scale and a bias for each column, readable up to whole vectors.
  @usableFromInline package var columns: UnsafePointer<Float>
  @usableFromInline package var biases: UnsafePointer<Float>
  @usableFromInline package var order: PairScalingOrder
  /// The limits of the activation.
  @usableFromInline package var low: Float
  @usableFromInline package var high: Float

  package init(
    row: Float, columns: UnsafePointer<Float>, biases: UnsafePointer<Float>,
    order: PairScalingOrder, low: Float, high: Float
  ) {
    self.row = row
    self.columns = columns
    self.biases = biases
    self.order = order
    self.low = low
    self.high = high
  }
}

/// Scales a row of sums, which must be readable up to whole vectors.
@inlinable @inline(__always)
package func scalePairs<V: VectorISA>(
  _ isa: V.Type, _ sums: UnsafePointer<Int32>, _ output: UnsafeMutablePointer<Float>,
  count: Int, _ scaling: PairScaling
) {
  let row = V.F(repeating: scaling.row)
  let low = V.F(repeating: scaling.low)
  let high = V.F(repeating: scaling.high)
  let lanes = V.F.scalarCount
  var index = 0
  while index < count {
    let sum = V.floats(UnsafeRawPointer(sums + index).loadUnaligned(as: V.I.self))
    let column = UnsafeRawPointer(scaling.columns + index).loadUnaligned(as: V.F.self)
    let bias = UnsafeRawPointer(scaling.biases + index).loadUnaligned(as: V.F.self)
    let value: V.F
    switch scaling.order {
    case .joined: value = sum * (row * column) + bias
    case .columnFirst: value = (sum * column) * row + bias
    case .rowFirst: value = V.fma(sum * row, column, bias)
    }
    // The value comes second, so that NaN passes both.
    let clamped = V.min(high, V.max(low, value))
    if count &- index >= lanes {
      UnsafeMutableRawPointer(output + index).storeBytes(of: clamped, as: V.F.self)
    } else {
      V.store(clamped, output + index, count: count &- index)
    }
    index &+= lanes
  }
}
