internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `ADD_N`: the sum of any number of tensors of one shape.
struct AddN: Operator {
  static let code = BuiltinOperator.addN
  static let elementTypes: [ElementType] = [.float32, .int32]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...Int.max)
    let output = try node.output()
    for index in node.inputs.indices {
      let input = try node.input(index)
      try node.require(
        input.type == output.type,
        "has an input of type \(input.type.name) and an output of type \(output.type.name)")
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let shape = try operands.input(0).shape
    for index in operands.inputs.indices {
      let other = try operands.input(index).shape
      guard other == shape else {
        throw .invalid("has operands of the shapes \(shape) and \(other)")
      }
    }
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let type = operands.outputs[0].type
    let addends = operands.inputs.count
    let time = 8 * addends
    switch type {
    case .float32:
      let kernel = unsafe context.kernels.elementwise.binary
      return step("add f32", operands, nanosecondsFor64: time) { buffers, first, count in
        let target = unsafe buffers.output(as: Float.self) + first
        var sum = unsafe buffers.input(0, as: Float.self) + first
        for index in 1..<addends {
          unsafe kernel(
            .add, sum, 1, buffers.input(index, as: Float.self) + first, 1, target, count,
            -.infinity, .infinity)
          unsafe sum = UnsafePointer(target)
        }
      }
    case .int32:
      return step("add int32", operands, nanosecondsFor64: 4 * time) { buffers, first, count in
        let target = unsafe buffers.output(as: Int32.self) + first
        for place in 0..<count {
          var sum: Int32 = 0
          for index in 0..<addends {
            unsafe sum &+= buffers.input(index, as: Int32.self)[first + place]
          }
          unsafe target[place] = sum
        }
      }
    default: throw .unsupported("has an input of type \(type.name)")
    }
  }

  /// A step whose output must not lie where an input lies that is read after it was written.
  private func step(
    _ kernel: String, _ operands: Operands, nanosecondsFor64: Int,
    body: @escaping @Sendable (borrowing Buffers, Int, Int) -> Void
  ) -> Step {
    var step = UnaryArithmetic.step(
      kernel, operands, nanosecondsFor64: nanosecondsFor64, body: body)
    step.inPlaceInputs = [0]
    return step
  }
}
