package import SwiftletFormat
internal import SwiftletTensor

/// Sparse constants as dense ones, so that no operator has to know of them.
package enum SparseConstants {
  /// The values of a sparse constant of a file, zeros included.
  ///
  /// - Returns: nil where they take more than plans may hold in constants of their own, or have no
  ///   fixed size.
  package static func values(of tensor: Tensor, in model: Model) -> [UInt8]? {
    guard let sparsity = tensor.sparsity, let stored = model.constant(tensor),
      canExpand(tensor.type), let count = tensor.shape.elementBound,
      let bytes = tensor.type.byteCount(elements: count), bytes <= PlanLimits().foldedBytes
    else { return nil }
    let memory = dense(stored, sparsity, type: tensor.type, shape: tensor.shape)
    return TensorBytes(memory).elements(as: UInt8.self)
  }

  /// Whether elements of a type have a fixed size.
  static func canExpand(_ type: ElementType) -> Bool { type.bitWidth != nil }

  /// The dense form: stored values at their places, zeros elsewhere.
  ///
  /// - Precondition: The layout fits the shape, and as many values as it has are stored, which is
  ///   checked when a model is loaded.
  static func dense(
    _ stored: TensorBytes, _ sparsity: Sparsity, type: ElementType, shape: Shape
  ) -> AlignedMemory {
    let bits = type.bitWidth ?? 8
    let memory = AlignedMemory(byteCount: type.byteCount(elements: shape.elementCount) ?? 0)
    // A shape without elements stores nothing, whatever its layout says.
    guard shape.elementCount > 0 else { return memory }
    let size = bits / 8
    for (index, place) in places(sparsity, shape).enumerated() {
      guard size > 0 else {
        move(index, of: stored, to: place, in: memory, bits: bits)
        continue
      }
      unsafe (memory.pointer + place * size).copyMemory(
        from: stored.pointer + index * size, byteCount: size)
    }
    return memory
  }

  /// Copies an element that shares its byte with others, the first of them in the lowest bits.
  private static func move(
    _ index: Int, of stored: TensorBytes, to place: Int, in memory: AlignedMemory, bits: Int
  ) {
    let count = 8 / bits
    let mask = UInt8(1 << bits - 1)
    let byte = unsafe stored.pointer.load(fromByteOffset: index / count, as: UInt8.self)
    let element = byte >> UInt8(index % count * bits) & mask
    let shift = UInt8(place % count * bits)
    let others = unsafe memory.pointer.load(fromByteOffset: place / count, as: UInt8.self)
    unsafe memory.pointer.storeBytes(
      of: others & ~(mask << shift) | element << shift, toByteOffset: place / count,
      as: UInt8.self)
  }

  /// The index in the dense tensor of each stored value.
  ///
  /// The nodes of each level of the tree are found from those of the level above; there are never
  /// more of them than the file has segments or values.
  private static func places(_ sparsity: Sparsity, _ shape: Shape) -> [Int] {
    let steps = steps(sparsity, shape)
    var places = [0]
    for (level, axis) in zip(sparsity.levels, sparsity.traversalOrder) {
      let step = steps[axis]
      switch level {
      case .dense(let size):
        places = places.flatMap { place in (0..<size).map { place + $0 * step } }
      case .compressed(let segments, let indices):
        places = places.enumerated().flatMap { node, place in
          indices[segments[node]..<segments[node + 1]].map { place + $0 * step }
        }
      }
    }
    return places
  }

  /// The distance in the dense tensor between neighbours along each axis, block axes last.
  private static func steps(_ sparsity: Sparsity, _ shape: Shape) -> [Int] {
    var steps = [Int](repeating: 1, count: shape.rank)
    for axis in steps.indices.dropLast().reversed() {
      steps[axis] = steps[axis + 1] * shape[axis + 1]
    }
    let blockSteps = sparsity.blockMap.map { steps[$0] }
    for (level, axis) in zip(sparsity.levels, sparsity.traversalOrder) where axis >= shape.rank {
      if case .dense(let size) = level { steps[sparsity.blockMap[axis - shape.rank]] *= size }
    }
    return steps + blockSteps
  }
}
