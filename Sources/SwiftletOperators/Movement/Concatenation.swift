internal import SwiftletFormat
internal import SwiftletTensor

/// `CONCATENATION`: inputs one behind the other along an axis.
struct Concatenation: Operator {
  static let code = BuiltinOperator.concatenation
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .bool, .int16, .int8, .uint32, .int4, .bfloat16,
  ]
  static let remarks = [
    "LiteRT's default path drops the activation of up to five inputs of floats or bytes, and refuses "
      + "any other node that has one, as its reference kernel does all; so does this one."
  ]
  private let axis: Int
  private let activation: ActivationFunction

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...Int.max)
    let options = node.options(as: ConcatenationOptions.self)
    axis = options.axis
    activation = options.fusedActivation
    let output = try node.output()
    for index in node.inputs.indices {
      let input = try node.input(index)
      try MovementLowering.checkTypes(input, output, allowsPacked: true)
      guard input.type == .int8 || input.type == .int16 else { continue }
      try node.require(
        input.hasSameQuantization(as: output),
        "has an input \(index) whose scale or zero point is not the output's")
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    var result = try operands.input(0).shape
    guard let axis = result.axis(axis) else {
      throw .invalid("cannot join axis \(axis) of \(result)")
    }
    for index in 1..<operands.inputs.count {
      var shape = try operands.input(index).shape
      let extent = shape.rank == result.rank ? shape[axis] : 0
      let total = result[axis]
      if shape.rank == result.rank { shape[axis] = total }
      guard shape == result else {
        throw .invalid(
          "cannot join \(try operands.input(index).shape) with \(try operands.input(0).shape) "
            + "along axis \(axis)")
      }
      result[axis] = total + extent
    }
    return [result]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if operands.outputs[0].type.packedBits != nil {
      return try PackedMovement.step(operands) { spread throws(OperatorError) in
        try lower(spread, in: context)
      }
    }
    let output = operands.outputs[0]
    guard activation == .none || (context.arithmetic == .litert && Self.isDelegable(operands))
    else {
      throw .invalid("has the activation \(activation.schemaName), which it cannot apply")
    }
    let size = try output.elementSize()
    guard let axis = output.shape.axis(axis) else {
      throw .invalid("cannot join axis \(axis) of \(output.shape)")
    }
    let stride = output.shape.strides[axis] * size
    var phases: [Phase] = []
    var start = 0
    for index in operands.inputs.indices {
      let input = try operands.input(index)
      if input.type == .uint8, !input.hasSameQuantization(as: output), output.scale != nil {
        phases.append(
          try rescaling(input, to: output, index: index, axis: axis, start: start, in: context))
      } else {
        let copy = StridedCopy(
          StridedCopy.box(
            input.shape.dimensions, source: input.shape, target: output.shape,
            elementSize: size),
          elementSize: size, target: start * stride)
        phases.append(copy.phase(input: index))
      }
      start += input.shape[axis]
    }
    return Step(kernel: "concatenate", phases: phases)
  }

  /// Whether XNNPACK joins the inputs.
  private static func isDelegable(_ operands: Operands) -> Bool {
    let output = operands.outputs[0]
    let types: Set<ElementType> = [.float32, .float16, .int8, .uint8]
    return (2...5).contains(operands.inputs.count) && types.contains(output.type)
      && operands.areDelegable
      && operands.inputs.allSatisfy { $0?.hasSameQuantization(as: output) ?? false }
  }

  /// A phase that brings an input of bytes to the scale of the output.
  private func rescaling(
    _ input: TensorInfo, to output: TensorInfo, index: Int, axis: Int, start: Int,
    in context: LoweringContext
  ) throws(OperatorError) -> Phase {
    let source = try QuantizedElements(input, "input")
    let target = try QuantizedElements(output, "output")
    let factor = source.scale * (1 / target.scale)
    let bias = Float(-source.zeroPoint) * factor
    let table = LookupTable(from: .uint8, to: .uint8) { element in
      let steps = (Float(element) * factor + bias).rounded(.toNearestOrAwayFromZero)
      return Int32(saturating: min(max(steps, -0x1p24), 0x1p24)) + target.zeroPoint
    }
    let inner = input.shape.dimensions[axis...].reduce(1, *)
    let outer = input.shape.dimensions[..<axis].reduce(1, *)
    let rowStride = output.shape.dimensions[axis...].reduce(1, *)
    let first = start * output.shape.strides[axis]
    return table.phase(
      rows: outer, count: inner, input: index, inputStride: inner, first: first,
      outputStride: rowStride, in: context)
  }
}
