import SwiftletFlatBuffers
import SwiftletTensor

extension ModelLoader {
  func sparsity(
    of tensor: borrowing SchemaTable<ModelError>, _ shape: Shape, _ name: TensorName
  ) throws(ModelError) -> Sparsity? {
    guard let table = try tensor.table(6, "sparsity", name: "SparsityParameters") else {
      return nil
    }
    let order = try table.ints(0, "traversal_order", as: .int32)
    let blockMap = try table.ints(1, "block_map", as: .int32)
    var levels: [Sparsity.Level] = []
    if let tables = try table.tables(2, "dim_metadata", name: "DimensionMetadata") {
      for index in 0..<tables.count {
        levels.append(try level(tables.table(at: index), name))
      }
    }
    let sparsity = Sparsity(traversalOrder: order, blockMap: blockMap, levels: levels)
    if let fault = sparsity.fault(for: shape) {
      throw .invalid("\(name) has a malformed sparse layout: \(fault); convert the model again.")
    }
    return sparsity
  }

  private func level(
    _ table: borrowing SchemaTable<ModelError>, _ name: TensorName
  ) throws(ModelError) -> Sparsity.Level {
    switch try table.int(0, "format", as: .int8) {
    case 0:
      return .dense(size: try table.int(1, "dense_size", as: .int32))
    case 1:
      return .compressed(
        segments: try indices(of: table, 2, "array_segments"),
        indices: try indices(of: table, 4, "array_indices"))
    case let format:
      throw .invalid(
        "\(name) has a sparse layout with a level of the unknown format "
          + "\(format); convert the model again.")
    }
  }

  /// A vector whose width a union chooses.
  private func indices(
    of level: borrowing SchemaTable<ModelError>, _ id: Int, _ field: String
  ) throws(ModelError) -> [Int] {
    let type = try level.int(id, "\(field)_type", as: .uint8)
    guard let vector = try level.table(id + 1, field, name: "SparseIndexVector") else {
      return []
    }
    return switch type {
    case 1: try vector.ints(0, "values", as: .int32)
    case 2: try vector.ints(0, "values", as: .uint16)
    case 3: try vector.ints(0, "values", as: .uint8)
    default: []
    }
  }
}

extension Sparsity {
  /// The values that the layout stores: the nodes of its last level.
  ///
  /// - Precondition: `fault(for:)` is nil, so that no product overflows.
  package var storedValueCount: Int {
    levels.reduce(1) { count, level in
      switch level {
      case .dense(let size): count * size
      case .compressed(_, let indices): indices.count
      }
    }
  }

  /// What is wrong with the layout of a tensor of this shape, or nil where nothing is.
  func fault(for shape: Shape) -> String? {
    let rank = shape.rank
    guard traversalOrder.count == rank + blockMap.count,
      Array(0..<traversalOrder.count) == traversalOrder.sorted()
    else {
      return "its order of axes \(traversalOrder) is no permutation of \(rank) axes and "
        + "\(blockMap.count) block axes"
    }
    guard levels.count == traversalOrder.count else {
      return "it has \(levels.count) levels for \(traversalOrder.count) axes"
    }
    guard Set(blockMap).count == blockMap.count,
      blockMap.allSatisfy(shape.dimensions.indices.contains)
    else { return "its block axes divide the axes \(blockMap) of a tensor of rank \(rank)" }
    var blockSizes = [Int](repeating: 1, count: rank)
    for (level, axis) in zip(levels, traversalOrder) where axis >= rank {
      guard case .dense(let size) = level, size > 0 else {
        return "block axis \(axis) is not dense or empty"
      }
      blockSizes[blockMap[axis - rank]] = size
    }
    var nodes = 1
    for (level, axis) in zip(levels, traversalOrder) {
      let extent: Int
      if axis < rank {
        guard shape[axis] % blockSizes[axis] == 0 else {
          return "axis \(axis) of extent \(shape[axis]) is divided into blocks of "
            + "\(blockSizes[axis])"
        }
        extent = shape[axis] / blockSizes[axis]
      } else {
        extent = blockSizes[blockMap[axis - rank]]
      }
      switch level {
      case .dense(let size):
        guard size == extent else {
          return "its level for axis \(axis) has size \(size) instead of \(extent)"
        }
        let (product, overflow) = nodes.multipliedReportingOverflow(by: size)
        guard !overflow else { return "its size overflows" }
        nodes = product
      case .compressed(let segments, let indices):
        guard segments.count == nodes + 1, segments.first == 0,
          segments.last == indices.count,
          zip(segments, segments.dropFirst()).allSatisfy({ $0 <= $1 })
        else {
          return "the segments of axis \(axis) do not divide its \(indices.count) indices among "
            + "\(nodes) parents"
        }
        guard indices.allSatisfy({ $0 >= 0 && $0 < extent }) else {
          return "an index of axis \(axis) lies outside its extent \(extent)"
        }
        nodes = indices.count
      }
    }
    return nil
  }
}
