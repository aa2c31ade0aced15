internal import SwiftletKernels
package import SwiftletSIMD
package import SwiftletTensor

/// The choices that lowering depends on, and the weights packed so far.
///
/// Used by one planner at a time. Packed weights are kept by constant and layout, so that nodes
/// and subgraphs that share a buffer pack it once.
package final class LoweringContext {
  /// Which peer's integers to give.
  package let arithmetic: Arithmetic
  /// The kernels of the chosen instruction set.
  package let kernels: KernelTable
  /// Who multiplies float matrices.
  package let gemm: GemmBackend
  /// Whether 3×3 float convolutions may use Winograd's algorithm.
  package let allowsWinograd: Bool
  /// The bytes of all packed weights so far.
  package private(set) var packedByteCount = 0
  /// The most bytes that packed weights may take.
  private let packedByteLimit: Int

  // The constant is kept as well, lest its address be given to another one.
  private var packed: [PackingKey: (constant: TensorBytes, memory: AlignedMemory)] = [:]

  /// Makes a context without packed weights; nil for a backend means whichever is faster beside
  /// the kernels.
  package init(
    arithmetic: Arithmetic = .litert, kernels: KernelTable = Kernels.widest,
    gemm: GemmBackend? = nil, allowsWinograd: Bool = true, packedByteLimit: Int = .max
  ) {
    self.arithmetic = arithmetic
    self.kernels = kernels
    self.gemm = gemm ?? .fastest(with: kernels)
    self.allowsWinograd = allowsWinograd
    self.packedByteLimit = packedByteLimit
  }

  /// The weights of a constant in a layout, packed now unless they already are.
  ///
  /// - Parameters:
  ///   - constant: The bytes in the file, whose address and size are part of the key.
  ///   - layout: Names the layout with every parameter that changes the packed bytes, such as
  ///     `gemm qs8 k=64 n=32 zx=128`.
  ///   - pack: Makes the packed bytes.
  /// - Returns: The packed bytes, kept by the context.
  /// - Throws: What `pack` throws.
  package func packedWeights(
    of constant: TensorBytes, layout: String, pack: () throws(OperatorError) -> AlignedMemory
  ) throws(OperatorError) -> AlignedMemory {
    let address = unsafe UInt(bitPattern: constant.pointer)
    let key = PackingKey(address: address, count: constant.count, layout: layout)
    if let entry = packed[key] { return entry.memory }
    let memory = try pack()
    guard memory.byteCount <= packedByteLimit - packedByteCount else {
      throw .invalid(
        "needs \(memory.byteCount) bytes for packed weights, with which they exceed the limit of "
          + "\(packedByteLimit)")
    }
    packed[key] = (constant, memory)
    packedByteCount += memory.byteCount
    return memory
  }
}

private struct PackingKey: Hashable {
  let address: UInt
  let count: Int
  let layout: String
}
