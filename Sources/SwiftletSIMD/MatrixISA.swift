/// What an instruction set offers to float matrix products and convolutions.
@usableFromInline package protocol MatrixISA: FloatISA {
  /// Half of the native float vector.
  associatedtype Half: SIMD where Half.Scalar == Float

  /// The widest panel of a matrix product in vectors: 4 where 24 accumulators, 4 vectors and a
  /// broadcast fit the registers, 2 where 12 accumulators do.
  static var gemmVectors: Int { get }
  /// Whether a matrix product takes half the time on half a vector, so that panels may end in one.
  static var gemmHalves: Bool { get }
  /// Writes the first `count` lanes, at least one and not all, and touches no byte behind them.
  static func store(_ value: F, _ output: UnsafeMutablePointer<Float>, count: Int)

  /// The first lanes of a vector.
  static func lowHalf(_ value: F) -> Half
  /// `a · b + c`, rounded as for whole vectors.
  static func fma(_ a: Half, _ b: Half, _ c: Half) -> Half
  /// The value within limits; NaN stays NaN.
  static func clamped(_ value: Half, _ low: F, _ high: F) -> Half
  /// Writes the first `count` lanes, at least one, and touches no byte behind them.
  static func store(_ value: Half, _ output: UnsafeMutablePointer<Float>, count: Int)
}
