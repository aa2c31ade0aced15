internal import SwiftletFormat
internal import SwiftletTensor

/// Sparse constants as dense ones, so that no operator has to know of them.
enum SparseConstants {
  /// Whether elements of a type have addresses of their own.
  static func canExpand(_ type: ElementType) -> Bool { type.bitWidth.map { $0 >= 8 } ?? false }

  /// The dense form: stored values at their places, zeros elsewhere.
  ///
  /// - Precondition: The layout fits the shape, and as many values as it has are stored, which is
  ///   checked when a model is loaded.
  static func dense(
    _ stored: TensorBytes, _ sparsity: Sparsity, type: ElementType, shape: Shape
  ) -> TensorBytes {
    let size = (type.bitWidth ?? 8) / 8
    let memory = AlignedMemory(byteCount: size * shape.elementCount)
    // A shape without elements stores nothing, whatever its layout says.
    guard shape.elementCount > 0 else { return TensorBytes(memory) }
    for (index, place) in places(sparsity, shape).enumerated() {
      unsafe (memory.pointer + place * size).copyMemory(
        from: stored.pointer + index * size, byteCount: size)
    }
    return TensorBytes(memory)
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
