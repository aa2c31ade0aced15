internal import SwiftletTensor

/// The discrete Fourier transform `Σ x[k] · e^(−2πi · jk / n)` of a number of points that is a power of
/// two, in `float64`.
@safe struct FourierTransform: Sendable {
  /// The points.
  let count: Int
  /// `e^(−2πi · k / count)` for half a turn.
  private let turns: AlignedMemory

  /// Makes a transform of a power of two.
  init(count: Int, in context: LoweringContext) throws(OperatorError) {
    self.count = count
    turns = try context.memory(
      byteCount: max(count / 2, 1) * MemoryLayout<SIMD2<Double>>.stride)
    let points = unsafe turns.pointer.assumingMemoryBound(to: SIMD2<Double>.self)
    let turn: Double = -2 * .pi / Double(count)
    for index in 0..<max(count / 2, 1) {
      unsafe points[index] = Double.unitPoint(angle: turn * Double(index))
    }
  }

  /// Transforms points in place.
  func transform(_ points: UnsafeMutablePointer<SIMD2<Double>>) {
    unsafe reorder(points)
    let turns = unsafe turns.pointer.assumingMemoryBound(to: SIMD2<Double>.self)
    var half = 1
    while half < count {
      let step = count / (2 * half)
      for start in stride(from: 0, to: count, by: 2 * half) {
        for index in 0..<half {
          let (a, b) = unsafe (points + (start + index), points + (start + index + half))
          let product = unsafe Self.product(b.pointee, turns[index * step])
          unsafe b.pointee = a.pointee - product
          unsafe a.pointee += product
        }
      }
      half *= 2
    }
  }

  /// Moves every point to the place whose number has the same bits in the opposite order.
  private func reorder(_ points: UnsafeMutablePointer<SIMD2<Double>>) {
    var mirrored = 0
    for index in 0..<count {
      if index < mirrored { unsafe swap(&points[index], &points[mirrored]) }
      var bit = count / 2
      while bit > 0, mirrored & bit != 0 {
        mirrored ^= bit
        bit /= 2
      }
      mirrored |= bit
    }
  }

  @inline(__always)
  private static func product(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    let real: Double = a.x * b.x - a.y * b.y
    let imaginary: Double = a.x * b.y + a.y * b.x
    return SIMD2(real, imaginary)
  }
}

/// The first half of the transform of real numbers, by a transform of half as many complex ones.
@safe struct RealFourierTransform: Sendable {
  /// The real numbers, a power of two; from them come `count / 2 + 1` results.
  let count: Int
  private let half: FourierTransform
  private let whole: AlignedMemory

  init(count: Int, in context: LoweringContext) throws(OperatorError) {
    self.count = count
    half = try FourierTransform(count: max(count / 2, 1), in: context)
    whole = try context.memory(byteCount: (count / 2 + 1) * MemoryLayout<SIMD2<Double>>.stride)
    let points = unsafe whole.pointer.assumingMemoryBound(to: SIMD2<Double>.self)
    let turn: Double = -2 * .pi / Double(count)
    for index in 0...count / 2 {
      unsafe points[index] = Double.unitPoint(angle: turn * Double(index))
    }
  }

  /// Transforms pairs of neighbouring numbers, given as points, in place; `points` has room for all
  /// results.
  ///
  /// With `E` and `O` the transforms of numbers at even and odd places, `Z = E + iO`, so that
  /// `2E[k] = Z[k] + Z*[n − k]` and `2iO[k] = Z[k] − Z*[n − k]`; the result is
  /// `E[k] + e^(−πi · k / n) · O[k]`.
  func transform(_ points: UnsafeMutablePointer<SIMD2<Double>>) {
    guard count > 1 else { return }
    let turns = unsafe whole.pointer.assumingMemoryBound(to: SIMD2<Double>.self)
    let pairs = count / 2
    unsafe half.transform(points)
    unsafe points[pairs] = points[0]
    for index in 0...pairs / 2 {
      let (a, b) = unsafe (points[index], points[pairs - index])
      unsafe points[index] = Self.joined(a, b, turns[index])
      unsafe points[pairs - index] = Self.joined(b, a, turns[pairs - index])
    }
  }

  @inline(__always)
  private static func joined(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ turn: SIMD2<Double>
  ) -> SIMD2<Double> {
    let (evenReal, evenImaginary): (Double, Double) = ((a.x + b.x) / 2, (a.y - b.y) / 2)
    let (oddReal, oddImaginary): (Double, Double) = ((a.y + b.y) / 2, (b.x - a.x) / 2)
    let real: Double = turn.x * oddReal - turn.y * oddImaginary
    let imaginary: Double = turn.x * oddImaginary + turn.y * oddReal
    return SIMD2(evenReal + real, evenImaginary + imaginary)
  }
}
