internal import SwiftletFormat
internal import SwiftletTensor

/// `ONE_HOT`: a new axis, along which the element at the index has one value and the others another.
struct OneHot: Operator {
  static let code = BuiltinOperator.oneHot
  static let elementTypes: [ElementType] = [
    .float32, .int32, .uint8, .int64, .bool, .int16, .int8,
  ]
  static let remarks = [
    "An int64 index beyond 32 bits is outside; LiteRT cuts it and may take it for another.",
    "LiteRT accepts int16, but cannot run it.",
  ]
  private let axis: Int

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 4...4)
    let (indices, on) = (try node.input(0), try node.input(2))
    try MovementLowering.checkTypes(on, try node.output())
    try MovementLowering.checkTypes(on, try node.input(3))
    guard Self.elementTypes.contains(on.type) else {
      throw .unsupported("has values of type \(on.type.name)")
    }
    try node.require(
      indices.type == .int32 || indices.type == .int64,
      "has indices of type \(indices.type.name)")
    axis = node.options(as: OneHotOptions.self).axis
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    var shape = try operands.input(0).shape
    for index in 1...3 {
      let operand = try operands.input(index)
      guard operand.elementCount == 1 else {
        throw .invalid("has an input \(index) of \(operand.shape) instead of one element")
      }
    }
    let place = axis == -1 ? shape.rank : axis
    guard place >= 0, place <= shape.rank else {
      throw .invalid("cannot add axis \(axis) to indices of \(shape)")
    }
    guard let depth = try operands.integers(1)?.first else { return nil }
    guard depth >= 0 else { throw .invalid("has a depth of \(depth)") }
    shape.dimensions.insert(depth, at: place)
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    switch try operands.input(2).elementSize() {
    case 1: try step(on: UInt8.self, operands)
    case 2: try step(on: UInt16.self, operands)
    case 4: try step(on: UInt32.self, operands)
    default: try step(on: UInt64.self, operands)
    }
  }

  private func step<Element: BitwiseCopyable & Sendable>(
    on type: Element.Type, _ operands: Operands
  ) throws(OperatorError) -> Step {
    let indices = try operands.input(0)
    let shape = operands.outputs[0].shape
    let place = axis == -1 ? indices.shape.rank : axis
    let depth = shape[place]
    let inner = indices.shape.dimensions[place...].reduce(1, *)
    let outer = shape.elementCount == 0 ? 0 : indices.shape.dimensions[..<place].reduce(1, *)
    let indexType = indices.type
    let phase = Phase(
      units: outer, nanoseconds: outer * inner * (4 + depth / 4)
    ) { buffers, range in
      let on = unsafe buffers.input(2).loadUnaligned(as: type)
      let off = unsafe buffers.input(3).loadUnaligned(as: type)
      for row in range {
        let target = unsafe buffers.output(as: type) + row * depth * inner
        unsafe target.update(repeating: off, count: depth * inner)
        for column in 0..<inner {
          let index = unsafe buffers.input(0).integer(row * inner + column, of: indexType)
          if index >= 0, index < depth { unsafe target[index * inner + column] = on }
        }
      }
    }
    return Step(kernel: "one hot", phases: [phase])
  }
}
