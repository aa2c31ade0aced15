internal import SwiftletFormat
internal import SwiftletTensor

/// `SPARSE_TO_DENSE`: one value everywhere but at given positions; of equal positions the last counts.
struct SparseToDense: Operator {
  static let code = BuiltinOperator.sparseToDense
  static let elementTypes: [ElementType] = [.float32, .int32, .uint8, .int64, .int8]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 4...4)
    let (indices, values) = (try node.input(0), try node.input(2))
    try MovementLowering.checkTypes(values, try node.output())
    try MovementLowering.checkTypes(values, try node.input(3))
    guard Self.elementTypes.contains(values.type) else {
      throw .unsupported("has values of type \(values.type.name)")
    }
    try node.require(
      indices.type == .int32 || indices.type == .int64,
      "has indices of type \(indices.type.name)")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (indices, values) = (try operands.input(0).shape, try operands.input(2).shape)
    guard let extents = try operands.integers(1) else { return nil }
    let shape = Shape(extents)
    let depth = indices.rank == 2 ? indices[1] : 1
    guard indices.rank <= 2, values.rank <= 1, try operands.input(1).shape.rank == 1,
      try operands.input(3).elementCount == 1, shape.checkedElementCount != nil,
      depth == shape.rank, values.rank == 0 || values[0] == Self.count(indices)
    else {
      throw .invalid("has indices of \(indices) and values of \(values) for a result of \(shape)")
    }
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let size = try operands.input(2).elementSize()
    switch size {
    case 1: return try step(on: UInt8.self, operands)
    case 4: return try step(on: UInt32.self, operands)
    default: return try step(on: UInt64.self, operands)
    }
  }

  /// The number of positions.
  private static func count(_ indices: Shape) -> Int { indices.rank == 0 ? 1 : indices[0] }

  private func step<Element: BitwiseCopyable & Sendable>(
    on type: Element.Type, _ operands: Operands
  ) throws(OperatorError) -> Step {
    let indices = try operands.input(0)
    let count = Self.count(indices.shape)
    let isScalar = try operands.input(2).shape.rank == 0
    let shape = operands.outputs[0].shape
    let positions = IndexRows(of: indices.type, into: shape, depth: shape.rank)
    let elements = shape.elementCount
    let filling = Phase(units: elements, grain: 64, nanoseconds: elements / 4) { buffers, range in
      unsafe (buffers.output(as: type) + range.lowerBound).update(
        repeating: buffers.input(3).loadUnaligned(as: type), count: range.count)
    }
    let placing = Phase(units: count == 0 ? 0 : 1, nanoseconds: 8 * count) { buffers, _ in
      for number in 0..<count {
        guard let position = unsafe positions.slice(number, in: buffers.input(0)) else {
          buffers.fail(.indexOutOfRange)
          continue
        }
        unsafe buffers.output(as: type)[position] = buffers.input(2).loadUnaligned(
          fromByteOffset: isScalar ? 0 : number * MemoryLayout<Element>.size, as: type)
      }
    }
    return Step(kernel: "sparse to dense", phases: [filling, placing], canFault: true)
  }
}
