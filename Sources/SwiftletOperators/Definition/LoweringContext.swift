internal import SwiftletKernels
package import SwiftletSIMD
package import SwiftletTensor

/// The choices that lowering depends on, and the weights packed so far.
///
/// Packed weights are kept by constant and layout, so that nodes and subgraphs that share a buffer
/// pack it once. Several threads may lower nodes at the same time.
package final class LoweringContext: Sendable {
  /// Which peer's integers to give.
  package let arithmetic: Arithmetic
  /// The kernels of the chosen instruction set.
  package let kernels: KernelTable
  /// Who multiplies float matrices.
  package let gemm: GemmBackend
  /// Whether 3×3 float convolutions may use Winograd's algorithm.
  package let allowsWinograd: Bool
  /// What counts the memory of steps: packed weights, tables and parameters.
  private let budget: MemoryBudget
  /// What counts the lists and tables that steps keep as ordinary values.
  private let parameters: MemoryBudget
  private let pool: MemoryPool?
  private let packed: PackedConstants
  /// What was reserved for the step of one node, or outside of nodes.
  private let charge: MemoryCharge

  /// The parameters that any model may have.
  private static let leastParameterLimit = 16 << 20

  /// Makes a context without packed weights; with a pool, the memory of steps is taken out of it.
  ///
  /// Nil for a backend means whichever is faster beside the kernels.
  package init(
    arithmetic: Arithmetic = .litert, kernels: KernelTable = Kernels.widest,
    gemm: GemmBackend? = nil, allowsWinograd: Bool = true, packedByteLimit: Int = .max,
    pool: MemoryPool? = nil
  ) {
    self.arithmetic = arithmetic
    self.kernels = kernels
    self.gemm = gemm ?? .fastest(with: kernels)
    self.allowsWinograd = allowsWinograd
    budget = MemoryBudget(limit: packedByteLimit)
    parameters = MemoryBudget(limit: max(packedByteLimit, Self.leastParameterLimit))
    self.pool = pool
    packed = PackedConstants()
    charge = MemoryCharge(in: parameters)
  }

  /// The same choices and memory for one node, whose step keeps what is reserved.
  private init(nodeOf whole: LoweringContext) {
    arithmetic = whole.arithmetic
    kernels = whole.kernels
    gemm = whole.gemm
    allowsWinograd = whole.allowsWinograd
    budget = whole.budget
    parameters = whole.parameters
    pool = whole.pool
    packed = whole.packed
    charge = MemoryCharge(in: parameters)
  }

  /// The bytes that steps hold at present beside the arena.
  package var heldByteCount: Int { budget.heldBytes }

  /// The bytes of all packed weights so far.
  package var packedByteCount: Int {
    packed.entries.withLock { entries in
      entries.values.joined().reduce(0) { $0 + $1.memory.byteCount }
    }
  }

  /// Zeroed memory that a step keeps, counted as long as it is held.
  ///
  /// - Throws: Where steps would hold more than the limit; then nothing was allocated.
  package func memory(byteCount: Int) throws(OperatorError) -> AlignedMemory {
    guard budget.allows(byteCount) else {
      throw .invalid(
        "needs \(byteCount) bytes for packed weights, with which they exceed the limit of "
          + "\(budget.limit)")
    }
    let memory = AlignedMemory(byteCount: byteCount, pool: pool)
    memory.count(in: budget)
    return memory
  }

  /// The step of an operator.
  ///
  /// What it keeps of scales, biases and sums of rows is counted by an upper bound: many nodes may
  /// share one long constant, of which each keeps numbers of its own.
  ///
  /// - Throws: What the operator finds, and where steps would keep more than the limit.
  package func step(
    of value: any Operator, _ operands: Operands
  ) throws(OperatorError) -> Step {
    let node = LoweringContext(nodeOf: self)
    try node.reserve(byteCount: operands.parameterBytes)
    var step = try value.lower(operands, in: node)
    step.charge = node.charge
    return step
  }

  /// Counts ordinary memory of a step that does not follow from its constants: lists whose lengths are
  /// extents of tensors or numbers of the options, and steps within the step.
  ///
  /// To be asked before it is allocated, as a small file may state any number.
  ///
  /// - Parameters:
  ///   - byteCount: The bytes of one element.
  ///   - counts: The elements are as many as the product of these numbers.
  /// - Throws: Where steps would keep more than the limit.
  func reserve(byteCount: Int, times counts: Int...) throws(OperatorError) {
    let byteCount = counts.reduce(byteCount) { product, count in
      let (result, overflow) = product.multipliedReportingOverflow(by: count)
      return overflow ? Int.max : result
    }
    guard parameters.allows(byteCount) else {
      throw .invalid(
        "may need \(byteCount) bytes for its parameters, with which all exceed the limit of "
          + "\(parameters.limit)")
    }
    charge.add(byteCount)
  }

  /// Counts what a step keeps for each of its channels: multipliers, biases and sums.
  func reserve(channels: Int) throws(OperatorError) {
    try reserve(byteCount: Operands.bytesPerChannel, times: channels)
  }

  /// A copy of constant bytes with spare bytes behind it, which all steps share that ask for it.
  func sharedCopy(of bytes: TensorBytes) throws(OperatorError) -> AlignedMemory {
    try packedWeights(of: bytes, layout: "copy", byteCount: bytes.count) { memory in
      unsafe memory.pointer.copyMemory(from: bytes.pointer, byteCount: bytes.count)
    }
  }

  /// A copy of constant bytes that a step keeps.
  func copy(of bytes: TensorBytes) throws(OperatorError) -> AlignedMemory {
    let memory = try memory(byteCount: bytes.count)
    unsafe memory.pointer.copyMemory(from: bytes.pointer, byteCount: bytes.count)
    return memory
  }

  /// The weights of a constant in a layout, packed now unless they already are.
  ///
  /// - Parameters:
  ///   - constant: The bytes in the file, whose address and size are part of the key.
  ///   - layout: Names the layout with every parameter that changes the packed bytes, such as
  ///     `gemm qs8 k=64 n=32 zx=128`.
  ///   - byteCount: The packed bytes.
  ///   - pack: Writes the packed bytes into zeroed memory.
  /// - Returns: The packed bytes, kept by the context.
  /// - Throws: Where the limit of packed bytes does not allow them.
  package func packedWeights(
    of constant: TensorBytes, layout: String, byteCount: Int, pack: (AlignedMemory) -> Void
  ) throws(OperatorError) -> AlignedMemory {
    let address = unsafe Int(bitPattern: constant.pointer)
    func find(_ packed: [Packed]?) -> AlignedMemory? {
      packed?.first { $0.constant.count == constant.count && $0.layout == layout }?.memory
    }
    if let memory = packed.entries.withLock({ find($0[address]) }) { return memory }
    let memory = try memory(byteCount: byteCount)
    pack(memory)
    constant.releasePages()
    // Another thread may have packed the same; then its bytes are kept.
    return packed.entries.withLock {
      if let present = find($0[address]) { return present }
      $0[address, default: []].append(
        Packed(constant: constant, layout: layout, memory: memory))
      return memory
    }
  }
}

/// Packed weights by the addresses of their constants, which contexts of nodes share.
private final class PackedConstants: Sendable {
  // The constant is kept as well, lest its address be given to another one.
  let entries = Locked<[Int: [Packed]]>([:])
}

/// Packed weights with all that tells them apart from others of the same address.
private struct Packed {
  let constant: TensorBytes
  let layout: String
  let memory: AlignedMemory
}

extension Operands {
  /// At least the bytes that a step keeps as ordinary values: tables, and for each channel, row or
  /// element of a list what fixed-point multipliers, biases and sums take.
  fileprivate var parameterBytes: Int {
    let tables = 1024
    return inputs.reduce(tables) { sum, info in
      guard let info, let constant = info.constant else { return sum }
      let scales = info.quantization?.scales.count ?? 0
      // Filters have a row for each output channel, those by depth and stacks of matrices columns.
      let shape = info.shape
      let numbers =
        switch shape.rank {
        case 0, 1: min(info.elementCount, constant.count)
        case 3: max(shape[1], shape[2])
        case 4 where shape[0] == 1: shape[3]
        default: shape[0]
        }
      return sum + Self.bytesPerChannel * max(scales, numbers)
        + 3 * (info.blockwise?.bytes?.count ?? 0)
    }
  }

  /// What a step keeps for each output channel, at most.
  fileprivate static let bytesPerChannel = 48
}
