/// What an instruction set offers to float matrix products and convolutions.
@usableFromInline package protocol MatrixISA: FloatISA {
  /// The widest panel of a matrix product in vectors: 4 where 24 accumulators, 4 vectors and a
  /// broadcast fit the registers, 2 where 12 accumulators do.
  static var gemmVectors: Int { get }
  /// Writes the first `count` lanes, at least one and not all, and touches no byte behind them.
  static func store(_ value: F, _ output: UnsafeMutablePointer<Float>, count: Int)
}
