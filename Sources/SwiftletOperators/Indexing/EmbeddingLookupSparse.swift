internal import SwiftletFormat
internal import SwiftletTensor

/// `EMBEDDING_LOOKUP_SPARSE`: weighted sums of a table's rows, one for each row of a sparse tensor.
struct EmbeddingLookupSparse: Operator {
  static let code = BuiltinOperator.embeddingLookupSparse
  static let elementTypes: [ElementType] = [.float32]
  private let combiner: CombinerType

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 5...5)
    combiner = node.options(as: EmbeddingLookupSparseOptions.self).combiner
    let types: [ElementType] = [.int32, .int32, .int32, .float32, .float32]
    for (index, type) in types.enumerated() {
      let found = try node.input(index).type
      guard found == type else {
        throw .unsupported("has an input \(index) of type \(found.name) instead of \(type.name)")
      }
    }
    let output = try node.output()
    try node.require(output.type == .float32, "has an output of type \(output.type.name)")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (ids, indices) = (try operands.input(0).shape, try operands.input(1).shape)
    let (extents, weights) = (try operands.input(2).shape, try operands.input(3).shape)
    let table = try operands.input(4).shape
    guard ids.rank == 1, indices.rank == 2, indices[0] == ids[0], indices[1] > 0,
      extents == [indices[1]], weights == ids, table.rank >= 2
    else {
      throw .invalid(
        "has ids of \(ids), indices of \(indices), extents of \(extents), weights of \(weights) "
          + "and a table of \(table)")
    }
    guard let shape = try operands.integers(2) else { return nil }
    let result = Shape(shape.dropLast() + table.dimensions.dropFirst())
    guard result.checkedElementCount != nil else {
      throw .invalid("gives a result of \(result)")
    }
    return [result]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let table = try operands.input(4).shape
    let (lookups, depth) = (try operands.input(0).shape[0], try operands.input(1).shape[1])
    let shape = operands.outputs[0].shape
    let buckets = Buckets(
      extents: Array(shape.dimensions.prefix(depth - 1)), depth: depth, entries: table[0])
    let width = table.dimensions.dropFirst().reduce(1, *)
    let rows = shape.dimensions.prefix(depth - 1).reduce(1, *)
    let combiner = combiner
    let phase = Phase(
      units: width, grain: 16, nanoseconds: (rows + 2 * lookups) * width
    ) { buffers, columns in
      let result = unsafe buffers.output(as: Float.self)
      for row in 0..<rows {
        unsafe (result + row * width + columns.lowerBound).update(
          repeating: 0, count: columns.count)
      }
      var combination = Combination(combiner)
      for lookup in 0..<lookups {
        guard let (id, bucket) = buckets.place(of: lookup, in: buffers) else {
          buffers.fail(.indexOutOfRange)
          return
        }
        if bucket != combination.bucket {
          unsafe combination.finish(result + combination.bucket * width, columns)
          combination = Combination(combiner, bucket: bucket)
        }
        let weight = unsafe buffers.input(3, as: Float.self)[lookup]
        combination.add(weight)
        let source = unsafe buffers.input(4, as: Float.self) + id * width
        let target = unsafe result + bucket * width
        for column in columns { unsafe target[column] += source[column] * weight }
      }
      unsafe combination.finish(result + combination.bucket * width, columns)
    }
    return Step(kernel: "embedding lookup sparse", phases: [phase], canFault: true)
  }
}

/// Where the entries of the sparse tensor belong.
private struct Buckets: Sendable {
  /// The extents of the sparse tensor without its last axis.
  let extents: [Int]
  /// The rank of the sparse tensor.
  let depth: Int
  /// The rows of the table.
  let entries: Int

  /// The table's and the output's row for an entry, or nil where one lies outside.
  func place(of lookup: Int, in buffers: borrowing Buffers) -> (id: Int, bucket: Int)? {
    let id = unsafe Int(buffers.input(0, as: Int32.self)[lookup])
    guard id >= 0, id < entries else { return nil }
    var bucket = 0
    for axis in extents.indices {
      let index = unsafe Int(buffers.input(1, as: Int32.self)[lookup * depth + axis])
      guard index >= 0, index < extents[axis] else { return nil }
      bucket = bucket * extents[axis] + index
    }
    return (id, bucket)
  }
}

/// The weights of neighbouring entries that belong together.
///
/// A row that the entries come back to is divided each time, as LiteRT does.
private struct Combination {
  private let combiner: CombinerType
  let bucket: Int
  private var count = 0
  private var sum: Float = 0
  private var squares: Float = 0

  init(_ combiner: CombinerType, bucket: Int = 0) {
    self.combiner = combiner
    self.bucket = bucket
  }

  mutating func add(_ weight: Float) {
    count += 1
    sum += weight
    squares += weight * weight
  }

  /// Divides the row as the combiner asks.
  func finish(_ row: UnsafeMutablePointer<Float>, _ columns: Range<Int>) {
    guard count > 0, combiner != .sum else { return }
    let divisor = combiner == .mean ? sum : squares.squareRoot()
    for column in columns { unsafe row[column] /= divisor }
  }
}
