package import SwiftletSIMD

/// The baseline of the architecture: 128-bit vectors, multiply then add.
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

  @inline(__always) package static func fma(_ a: F, _ b: F, _ c: F) -> F { a * b + c }

  @inline(__always) package static func max(_ a: F, _ b: F) -> F {
    b.replacing(with: a, where: a .> b)
  }

  @inline(__always) package static func min(_ a: F, _ b: F) -> F {
    b.replacing(with: a, where: a .< b)
  }
}
