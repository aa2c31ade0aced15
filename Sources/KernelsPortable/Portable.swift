package import SwiftletSIMD

#if arch(x86_64)
internal import _Builtin_intrinsics.intel
#endif

/// The baseline of the architecture: 128-bit vectors; multiply then add, or fused on ARM.
package enum Portable: VectorISA {
  package static var isa: ISA { .portable }
}

extension KernelTable {
  /// The kernels that run on every processor of the architecture.
  package static let portable = KernelTable(instantiating: Portable.self)
}

// MARK: Float

extension Portable {
  package typealias F = SIMD4<Float>

  #if arch(x86_64)
  // Intrinsics: a comparison with `replacing` becomes a branch for each lane where one side is a
  // repeated value, and halves the speed of every epilogue.
  @inline(__always) package static func fma(_ a: F, _ b: F, _ c: F) -> F { a * b + c }

  @inline(__always) package static func max(_ a: F, _ b: F) -> F { _mm_max_ps(a, b) }

  @inline(__always) package static func min(_ a: F, _ b: F) -> F { _mm_min_ps(a, b) }
  #else
  @inline(__always) package static func fma(_ a: F, _ b: F, _ c: F) -> F { c.addingProduct(a, b) }

  @inline(__always) package static func max(_ a: F, _ b: F) -> F {
    b.replacing(with: a, where: a .> b)
  }

  @inline(__always) package static func min(_ a: F, _ b: F) -> F {
    b.replacing(with: a, where: a .< b)
  }
  #endif
}
