// Functions are types, not closures: a closure that the compiler does not inline is called for each
// vector, and passes vectors through memory.

/// A function of two vectors of floats.
@usableFromInline package protocol FloatPairFunction {
  func apply<V: VectorISA>(_ isa: V.Type, _ a: V.F, _ b: V.F) -> V.F
}

/// One of the four operations of arithmetic.
@usableFromInline package protocol FloatOperation {
  static func of<V: VectorISA>(_ isa: V.Type, _ a: V.F, _ b: V.F) -> V.F
}

/// An operation of arithmetic and bounds.
@frozen @usableFromInline
package struct ClampedFloats<Operation: FloatOperation>:
  FloatPairFunction
{
  @usableFromInline let low: Float
  @usableFromInline let high: Float

  @inlinable @inline(__always)
  package init(_ low: Float, _ high: Float) {
    self.low = low
    self.high = high
  }

  @inlinable @inline(__always)
  package func apply<V: VectorISA>(_ isa: V.Type, _ a: V.F, _ b: V.F) -> V.F {
    V.min(
      V.F(repeating: high), V.max(V.F(repeating: low), Operation.of(V.self, a, b)))
  }
}

@frozen @usableFromInline package enum Sum: FloatOperation {
  @inlinable @inline(__always)
  package static func of<V: VectorISA>(_ isa: V.Type, _ a: V.F, _ b: V.F) -> V.F { a + b }
}

@frozen @usableFromInline package enum Difference: FloatOperation {
  @inlinable @inline(__always)
  package static func of<V: VectorISA>(_ isa: V.Type, _ a: V.F, _ b: V.F) -> V.F { a - b }
}

@frozen @usableFromInline package enum Product: FloatOperation {
  @inlinable @inline(__always)
  package static func of<V: VectorISA>(_ isa: V.Type, _ a: V.F, _ b: V.F) -> V.F { a * b }
}

@frozen @usableFromInline package enum Quotient: FloatOperation {
  @inlinable @inline(__always)
  package static func of<V: VectorISA>(_ isa: V.Type, _ a: V.F, _ b: V.F) -> V.F { a / b }
}

@frozen @usableFromInline package struct Larger: FloatPairFunction {
  @inlinable @inline(__always) package init() {}

  @inlinable @inline(__always)
  package func apply<V: VectorISA>(_ isa: V.Type, _ a: V.F, _ b: V.F) -> V.F { V.max(a, b) }
}

@frozen @usableFromInline package struct Smaller: FloatPairFunction {
  @inlinable @inline(__always) package init() {}

  @inlinable @inline(__always)
  package func apply<V: VectorISA>(_ isa: V.Type, _ a: V.F, _ b: V.F) -> V.F { V.min(a, b) }
}

@frozen @usableFromInline package struct SquareOfDifference: FloatPairFunction {
  @inlinable @inline(__always) package init() {}

  @inlinable @inline(__always)
  package func apply<V: VectorISA>(_ isa: V.Type, _ a: V.F, _ b: V.F) -> V.F {
    let difference = a - b
    return difference * difference
  }
}

/// `a ≥ 0 ? a : a · b`.
@frozen @usableFromInline package struct Rectified: FloatPairFunction {
  @inlinable @inline(__always) package init() {}

  @inlinable @inline(__always)
  package func apply<V: VectorISA>(_ isa: V.Type, _ a: V.F, _ b: V.F) -> V.F {
    V.less(a, V.F(repeating: 0), then: a * b, else: a)
  }
}
