internal import SwiftletFormat
internal import SwiftletTensor

/// `SCATTER_ND`: zeros, to which slices are added at positions that rows of indices give.
struct ScatterND: Operator {
  static let code = BuiltinOperator.scatterND
  static let elementTypes: [ElementType] = [.float32, .int32, .uint8, .int64, .bool, .int8]
  private let type: ElementType

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 3...3)
    let (indices, updates, shape) = (try node.input(0), try node.input(1), try node.input(2))
    try MovementLowering.checkTypes(updates, try node.output())
    type = updates.type
    guard Self.elementTypes.contains(type) else {
      throw .unsupported("has updates of type \(type.name)")
    }
    guard indices.type == .int32, shape.type == .int32 else {
      throw .unsupported(
        "has indices of type \(indices.type.name) and a shape of type \(shape.type.name)")
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (indices, updates) = (try operands.input(0).shape, try operands.input(1).shape)
    guard let extents = try operands.integers(2) else { return nil }
    let shape = Shape(extents)
    guard try operands.input(2).shape.rank == 1, let depth = indices.dimensions.last,
      depth <= extents.count, shape.checkedElementCount != nil,
      updates.dimensions == indices.dimensions.dropLast() + extents[depth...]
    else {
      throw .invalid("has indices of \(indices) and updates of \(updates) for a result of \(shape)")
    }
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let indices = try operands.input(0)
    let shape = operands.outputs[0].shape
    let depth = indices.shape.dimensions.last ?? 0
    let width = shape.dimensions[depth...].reduce(1, *)
    let joining = RowJoining(
      input: 1, rows: indices.shape.rows, width: width,
      outputRows: shape.dimensions[..<depth].reduce(1, *))
    let positions = IndexRows(of: indices.type, into: shape, depth: depth)
    let target: @Sendable (borrowing Buffers, Int) -> Int? = { buffers, row in
      let place = unsafe positions.slice(row, in: buffers.input(0))
      if place == nil { buffers.fail(.indexOutOfRange) }
      return place
    }
    let name = "scatter nd"
    switch type {
    case .float32: return joining.step(name, initial: Float(0), target: target) { $0 + $1 }
    case .int32: return joining.step(name, initial: Int32(0), target: target) { $0 &+ $1 }
    case .int64: return joining.step(name, initial: Int64(0), target: target) { $0 &+ $1 }
    case .bool: return joining.step(name, initial: UInt8(0), target: target) { $0 | $1 }
    default: return joining.step(name, initial: UInt8(0), target: target) { $0 &+ $1 }
    }
  }
}
