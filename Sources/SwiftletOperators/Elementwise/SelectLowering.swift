internal import SwiftletTensor

/// What SELECT and SELECT_V2 have in common.
enum SelectLowering {
  /// Types whose elements are moved as they are.
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .bool, .int16, .complex64, .int8, .float64,
    .uint64, .uint32, .uint16, .bfloat16,
  ]

  /// Throws unless there is a condition, and two operands of the output's type.
  static func check(_ node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 3...3)
    let (condition, output) = (try node.input(0), try node.output())
    let (a, b) = (try node.input(1), try node.input(2))
    try node.require(
      condition.type == .bool,
      "has a condition of type \(condition.type.name) instead of bool")
    try node.require(
      a.type == b.type && a.type == output.type,
      "has operands of types \(a.type.name), \(b.type.name) and \(output.type.name), "
        + "which must be the same")
    guard elementTypes.contains(a.type) else {
      throw .unsupported("has operands of type \(a.type.name)")
    }
  }

  /// A step for a condition that is seen under a shape that broadcasts.
  static func step(
    _ operands: Operands, condition: Shape
  ) throws(OperatorError) -> Step {
    switch try operands.outputs[0].elementSize() {
    case 1: try step(on: UInt8.self, operands, condition)
    case 2: try step(on: UInt16.self, operands, condition)
    case 4: try step(on: UInt32.self, operands, condition)
    default: try step(on: UInt64.self, operands, condition)
    }
  }

  private static func step<Element: BitwiseCopyable & Sendable>(
    on type: Element.Type, _ operands: Operands, _ condition: Shape
  ) throws(OperatorError) -> Step {
    let output = operands.outputs[0]
    let shapes = [condition, try operands.input(1).shape, try operands.input(2).shape]
    let broadcast = Broadcast(shapes, output: output.shape)
    let steps = broadcast.steps
    let phase = broadcast.phase(nanoseconds: output.elementCount) {
      buffers, offsets, first, count in
      let choice = unsafe buffers.input(0, as: UInt8.self) + offsets[0]
      let a = unsafe buffers.input(1, as: type) + offsets[1]
      let b = unsafe buffers.input(2, as: type) + offsets[2]
      let target = unsafe buffers.output(as: type) + first
      guard steps[0] == 0 else {
        for index in 0..<count {
          unsafe target[index] =
            choice[index] != 0 ? a[index &* steps[1]] : b[index &* steps[2]]
        }
        return
      }
      let isTrue = unsafe choice[0] != 0
      let (source, step) = unsafe isTrue ? (a, steps[1]) : (b, steps[2])
      if step == 1 {
        // The output may be the operand itself.
        unsafe UnsafeMutableRawPointer(target).copyMemory(
          from: source, byteCount: count * MemoryLayout<Element>.stride)
      } else {
        let value = unsafe source[0]
        unsafe target.update(repeating: value, count: count)
      }
    }
    let inPlace = [1, 2].filter { shapes[$0] == output.shape }
    return Step(kernel: "select \(output.type.name)", phases: [phase], inPlaceInputs: inPlace)
  }
}
