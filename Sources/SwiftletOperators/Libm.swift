#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Bionic)
internal import Bionic
#elseif canImport(Darwin)
internal import Darwin
#endif

// The C library's functions, for tables that are made while planning.

extension Float {
  static func exponential(_ x: Float) -> Float { expf(x) }

  static func exponentialMinusOne(_ x: Float) -> Float { expm1f(x) }

  static func logarithm(_ x: Float) -> Float { logf(x) }

  static func hyperbolicTangent(_ x: Float) -> Float { tanhf(x) }
}

extension Double {
  static func exponential(_ x: Double) -> Double { exp(x) }

  static func log2(_ x: Double) -> Double { logarithm(x) * (1 / logarithm(2)) }

  private static func logarithm(_ x: Double) -> Double { log(x) }
}

extension Float {
  static func sine(_ x: Float) -> Float { sinf(x) }

  static func cosine(_ x: Float) -> Float { cosf(x) }
}
