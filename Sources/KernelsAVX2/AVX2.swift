package import SwiftletSIMD
internal import _Builtin_intrinsics.intel

/// AVX2 with FMA: 256-bit vectors.
package enum AVX2: VectorISA {
  package static var isa: ISA { .avx2 }
}

extension KernelTable {
  /// The kernels for processors of level x86-64-v3.
  package static let avx2 = KernelTable(instantiating: AVX2.self)
}

// MARK: Float

extension AVX2 {
  package typealias F = SIMD8<Float>

  @inline(__always) package static func fma(_ a: F, _ b: F, _ c: F) -> F {
    _mm256_fmadd_ps(a, b, c)
  }

  @inline(__always) package static func max(_ a: F, _ b: F) -> F { _mm256_max_ps(a, b) }

  @inline(__always) package static func min(_ a: F, _ b: F) -> F { _mm256_min_ps(a, b) }
}
