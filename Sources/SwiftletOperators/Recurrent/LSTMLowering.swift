internal import SwiftletFormat
internal import SwiftletTensor

/// The types that long short-term memories take.
enum LSTMTypes {
  /// What a user should know of all of them.
  static let remarks = [
    "float32 inputs take weights of float32, int8 or uint8 (which holds signed bytes).",
    "Quantised weights have to be constants.",
  ]

  /// What a user should know of long short-term memories.
  static let cellRemarks =
    remarks + [
      "LiteRT uses unfinished values where the activation is NONE; here it is the identity. It reads "
        + "outside the peephole weights of int8 cells that are projected to more outputs than there "
        + "are cells; here each cell has its weight."
    ]

  /// Throws unless numbers and types of operands and the clips are possible.
  static func check(
    _ node: NodeReader, cellClip: Float, projectionClip: Float
  ) throws(OperatorError) {
    try node.require(
      node.inputs.count == 20 || node.inputs.count == 24,
      "has \(node.inputs.count) inputs instead of 20 or 24")
    try node.require(inputs: 20...24)
    try checkClips(node, cellClip, projectionClip)
    try check(node, .single)
    let (input, output) = (try node.input(0), try node.output())
    try node.require(
      input.type == output.type,
      "has an input of type \(input.type.name) and an output of type \(output.type.name)")
  }

  /// Throws unless the clips are numbers that are not negative.
  static func checkClips(
    _ node: NodeReader, _ cellClip: Float, _ projectionClip: Float
  ) throws(OperatorError) {
    try node.require(cellClip >= 0 && projectionClip >= 0, "has a negative clip")
  }

  /// Throws unless the types of one memory's operands fit each other.
  static func check(_ node: NodeReader, _ operands: LSTMOperands) throws(OperatorError) {
    let input = try node.input(operands.input)
    let isInteger = input.type == .int8
    guard isInteger || input.type == .float32 else {
      throw .unsupported("has an input of type \(input.type.name)")
    }
    let weights = try node.input(operands.inputWeights + 1).type
    guard weights == .int8 || (!isInteger && (weights == .float32 || weights == .uint8)) else {
      throw .unsupported(
        "has weights of type \(weights.name) for an input of type \(input.type.name)")
    }
    func require(_ index: Int, _ count: Int, _ type: ElementType) throws(OperatorError) {
      for position in index..<index + count {
        guard let info = node.optionalInput(position), info.type != type else { continue }
        // The diagonal form of recurrent weights is always float.
        if info.shape.rank == 1, !isInteger, info.type == .float32,
          (operands.recurrentWeights..<operands.recurrentWeights + 4).contains(position)
        {
          continue
        }
        throw .invalid(
          "has an input \(position) of type \(info.type.name) instead of \(type.name)")
      }
    }
    try require(operands.inputWeights, 4, weights)
    try require(operands.recurrentWeights, 4, weights)
    try require(operands.peephole, 3, isInteger ? .int16 : weights)
    try require(operands.bias, 4, isInteger ? .int32 : .float32)
    try require(operands.projection, 1, weights)
    try require(operands.projection + 1, 1, isInteger ? .int32 : .float32)
    try require(operands.outputState, 1, isInteger ? .int8 : .float32)
    try require(operands.cellState, 1, isInteger ? .int16 : .float32)
    if let layerNorm = operands.layerNorm {
      try require(layerNorm, 4, isInteger ? .int16 : .float32)
    }
    if let auxiliary = operands.auxiliary {
      try require(auxiliary.input, 1, .float32)
      try require(auxiliary.weights, 4, weights)
    }
  }
}

extension LSTMCell {
  /// Lowers a node that is one memory.
  func lowered(
    _ list: Operands, _ options: FloatLSTM.Options, intermediates: [TensorInfo?],
    in context: LoweringContext
  ) throws(OperatorError) -> Step {
    guard try list.input(operands.input).type == .float32 else {
      return try lowerIntegers(list, options, intermediates: intermediates, in: context)
    }
    let memory = try FloatLSTM(
      list, self, options, target: FloatLSTM.Target(stride: outputs), temporary: 0, in: context)
    return Step(
      kernel: memory.quantizer == nil ? "lstm f32" : "lstm hybrid", phases: memory.phases,
      temporaries: [try memory.temporaryBytes()], scratchBytes: memory.scratch.byteCount,
      multiplyAccumulates: memory.multiplyAccumulates)
  }

  private func lowerIntegers(
    _ list: Operands, _ options: FloatLSTM.Options, intermediates: [TensorInfo?],
    in context: LoweringContext
  ) throws(OperatorError) -> Step {
    switch intermediates.count {
    case 5:
      let memory = try IntegerLSTM(
        list, self, options, intermediates: intermediates, in: context)
      return try memory.step()
    case 12:
      let memory = try ByteGateLSTM(
        list, self, options, intermediates: intermediates, in: context)
      return try memory.step()
    default:
      throw .invalid(
        "has \(intermediates.count) intermediate tensors, where integers need 5 or 12")
    }
  }
}
