/// What a reduction does with the elements that it joins.
@frozen @usableFromInline package enum Reduction: UInt8, Sendable, CaseIterable {
  case sum
  case maximum
  case minimum
}

/// `output[i] = reduction over rows r of input[r · rowStride + i]`.
@inlinable @inline(__always)
package func reduceRowsF32<V: VectorISA>(
  _ isa: V.Type, _ reduction: Reduction, _ input: UnsafePointer<Float>,
  _ output: UnsafeMutablePointer<Float>, rows: Int, rowStride: Int, count: Int
) {
  switch reduction {
  case .sum:
    joinRowsF32(V.self, input, output, rows, rowStride, count, initial: 0) { $0 + $1 }
  case .maximum:
    joinRowsF32(V.self, input, output, rows, rowStride, count, initial: -Float.infinity) {
      V.max($1, $0)
    }
  case .minimum:
    joinRowsF32(V.self, input, output, rows, rowStride, count, initial: Float.infinity) {
      V.min($1, $0)
    }
  }
}

/// The reduction of `count` neighbouring elements.
@inlinable @inline(__always)
package func reduceLineF32<V: VectorISA>(
  _ isa: V.Type, _ reduction: Reduction, _ input: UnsafePointer<Float>, count: Int
) -> Float {
  switch reduction {
  case .sum:
    joinLineF32(V.self, input, count, initial: 0) {
      $0 + $1
    } scalar: {
      $0 + $1
    }
  case .maximum:
    joinLineF32(V.self, input, count, initial: -Float.infinity) {
      V.max($1, $0)
    } scalar: {
      $1 > $0 ? $1 : $0
    }
  case .minimum:
    joinLineF32(V.self, input, count, initial: Float.infinity) {
      V.min($1, $0)
    } scalar: {
      $1 < $0 ? $1 : $0
    }
  }
}

@inlinable @inline(__always)
package func joinRowsF32<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
  _ rows: Int, _ rowStride: Int, _ count: Int, initial: Float, join: (V.F, V.F) -> V.F
) {
  let lanes = V.F.scalarCount
  var index = 0
  while index < count {
    let rest = count &- index
    var sum = V.F(repeating: initial)
    var element = input + index
    var row = 0
    if rest >= lanes {
      while row < rows {
        sum = join(sum, UnsafeRawPointer(element).loadUnaligned(as: V.F.self))
        element += rowStride
        row &+= 1
      }
      UnsafeMutableRawPointer(output + index).storeBytes(of: sum, as: V.F.self)
    } else {
      while row < rows {
        sum = join(sum, loadPartial(V.self, element, count: rest))
        element += rowStride
        row &+= 1
      }
      V.store(sum, output + index, count: rest)
    }
    index &+= lanes
  }
}

@inlinable @inline(__always)
package func joinLineF32<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<Float>, _ count: Int, initial: Float,
  join: (V.F, V.F) -> V.F, scalar: (Float, Float) -> Float
) -> Float {
  let lanes = V.F.scalarCount
  var sums = V.F(repeating: initial)
  var index = 0
  while index &+ lanes <= count {
    sums = join(sums, UnsafeRawPointer(input + index).loadUnaligned(as: V.F.self))
    index &+= lanes
  }
  var sum = initial
  var lane = 0
  while lane < lanes {
    sum = scalar(sum, sums[lane])
    lane &+= 1
  }
  while index < count {
    sum = scalar(sum, input[index])
    index &+= 1
  }
  return sum
}
