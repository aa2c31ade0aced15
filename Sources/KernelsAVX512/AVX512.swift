package import SwiftletSIMD
internal import _Builtin_intrinsics.intel

/// AVX-512 with VNNI: 512-bit vectors.
package enum AVX512: VectorISA {
  package static var isa: ISA { .avx512 }
}

extension KernelTable {
  /// The kernels for processors with AVX-512 VNNI.
  package static let avx512 = KernelTable(instantiating: AVX512.self)
}

// MARK: Float

extension AVX512 {
  package typealias F = SIMD16<Float>

  @inline(__always) package static func fma(_ a: F, _ b: F, _ c: F) -> F {
    _mm512_fmadd_ps(a, b, c)
  }

  @inline(__always) package static func max(_ a: F, _ b: F) -> F { _mm512_max_ps(a, b) }

  @inline(__always) package static func min(_ a: F, _ b: F) -> F { _mm512_min_ps(a, b) }
}
