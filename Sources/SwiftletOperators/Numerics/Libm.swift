#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Bionic)
internal import Bionic
#elseif canImport(Darwin)
internal import Darwin
#endif

// The C library's functions, for tables that are made while planning and for functions that are
// rare.

extension Float {
  static func exponential(_ x: Float) -> Float { expf(x) }

  static func exponentialMinusOne(_ x: Float) -> Float { expm1f(x) }

  static func logarithm(_ x: Float) -> Float { logf(x) }

  static func hyperbolicTangent(_ x: Float) -> Float { tanhf(x) }

  static func sine(_ x: Float) -> Float { sinf(x) }

  static func cosine(_ x: Float) -> Float { cosf(x) }

  static func power(_ base: Float, _ exponent: Float) -> Float { powf(base, exponent) }

  /// `1 − erf(x)`.
  static func complementaryErrorFunction(_ x: Float) -> Float { erfcf(x) }

  /// The angle of a point, in `−π ... π`.
  static func angle(y: Float, x: Float) -> Float { atan2f(y, x) }

  /// `√(x² + y²)` without overflow on the way.
  static func hypotenuse(_ x: Float, _ y: Float) -> Float { hypotf(x, y) }
}

extension Double {
  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  /// The angle of a point, in `−π ... π`.
  static func angle(y: Double, x: Double) -> Double { atan2(y, x) }

  /// `√(x² + y²)` without overflow on the way.
  static func hypotenuse(_ x: Double, _ y: Double) -> Double { hypot(x, y) }

  /// The point at an angle on the unit circle.
  static func unitPoint(angle: Double) -> SIMD2<Double> { SIMD2(cos(angle), sin(angle)) }

  static func exponential(_ x: Double) -> Double { exp(x) }

  static func log2(_ x: Double) -> Double { logarithm(x) * (1 / logarithm(2)) }

  static func logarithm(_ x: Double) -> Double { log(x) }

  static func logarithmOfOnePlus(_ x: Double) -> Double { log1p(x) }

  static func cosine(_ x: Double) -> Double { cos(x) }
}
