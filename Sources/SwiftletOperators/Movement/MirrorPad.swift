internal import SwiftletFormat
internal import SwiftletTensor

/// `MIRROR_PAD`: with the image of the elements around, with or without the edge itself.
struct MirrorPad: Operator {
  static let code = BuiltinOperator.mirrorPad
  static let elementTypes: [ElementType] = .movable
  private let mode: MirrorPadMode

  init(reading node: NodeReader) throws(OperatorError) {
    try PadLowering.check(node, inputs: 2)
    mode = node.options(as: MirrorPadOptions.self).mode
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard let paddings = try PadLowering.paddings(operands) else { return nil }
    let shape = try operands.input(0).shape
    for (axis, padding) in paddings.enumerated() {
      let most = mode == .reflect ? shape[axis] - 1 : shape[axis]
      guard max(padding.before, padding.after) <= max(most, 0) else {
        throw .invalid(
          "cannot mirror \(max(padding.before, padding.after)) elements along axis \(axis) of "
            + "\(shape)")
      }
    }
    return try PadLowering.outputShape(operands).map { [$0] }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    guard let paddings = try PadLowering.paddings(operands) else {
      throw .unsupported("has paddings that are not constant")
    }
    let input = try operands.input(0)
    let output = operands.outputs[0]
    let size = try input.elementSize()
    let strides = input.shape.strides
    try context.reserve(byteCount: 8, times: output.shape.dimensions.reduce(0, +))
    // For each axis, the offset of the source of each output index.
    let sources = paddings.enumerated().map { axis, padding in
      (0..<output.shape[axis]).map {
        Self.source(of: $0 - padding.before, input.shape[axis], mode) * strides[axis] * size
      }
    }
    let extents = output.shape.dimensions
    let count = output.elementCount
    let phase = Phase(units: count, grain: 64, nanoseconds: 8 * count) { buffers, range in
      for element in range {
        var rest = element
        var offset = 0
        for axis in stride(from: extents.count - 1, through: 0, by: -1) {
          let (quotient, index) = rest.quotientAndRemainder(dividingBy: extents[axis])
          offset += sources[axis][index]
          rest = quotient
        }
        unsafe (buffers.output() + element * size).copyMemory(
          from: buffers.input(0) + offset, byteCount: size)
      }
    }
    return Step(kernel: "mirror pad", phases: [phase])
  }

  private static func source(of index: Int, _ extent: Int, _ mode: MirrorPadMode) -> Int {
    let edge = mode == .reflect ? 0 : 1
    if index < 0 { return -index - edge }
    return index < extent ? index : 2 * extent - index - 2 + edge
  }
}
