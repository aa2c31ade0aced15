internal import SwiftletFormat
internal import SwiftletTensor

/// `L2_NORMALIZATION`: each row of the last axis divided by its Euclidean norm.
struct L2Normalization: Operator {
  static let code = BuiltinOperator.l2Normalization
  static let elementTypes: [ElementType] = [.float32, .uint8, .int8]

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
    let output = try node.output()
    let activation = node.options(as: L2NormOptions.self).fusedActivation
    try node.require(activation == .none, "has an activation")
    guard output.type.isQuantizedByte else { return }
    let zeroPoint = output.type == .int8 ? 0 : 128
    try node.require(
      output.scale == 1 / 128 && output.zeroPoint == zeroPoint,
      "has an output whose scale and zero point are not 1/128 and \(zeroPoint)")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let shape = try operands.input(0).shape
    guard shape.rank > 0 else { throw .invalid("needs an input of one dimension or more") }
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    switch input.type {
    case .float32:
      return step("f32", operands, cost: 1) { buffers, first, depth in
        unsafe Self.normalize(
          buffers.input(0, as: Float.self) + first, buffers.output(as: Float.self) + first,
          depth)
      }
    case .int8, .uint8:
      let elements = try QuantizedElements(input, "input")
      // Sums of squares have to fit 32 bits.
      guard (input.shape.dimensions.last ?? 0) <= 1 << 15 else {
        throw .unsupported("has rows of more than 32768 elements")
      }
      return step("q8", operands, cost: 4) { buffers, first, depth in
        unsafe Self.normalizeBytes(
          buffers.input(0, as: UInt8.self) + first, buffers.output(as: UInt8.self) + first,
          depth, elements)
      }
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }

  /// One unit for each row; `body` gets its first element and their number.
  private func step(
    _ type: String, _ operands: Operands, cost: Int,
    body: @escaping @Sendable (borrowing Buffers, _ first: Int, _ depth: Int) -> Void
  ) -> Step {
    let shape = operands.outputs[0].shape
    let depth = shape.dimensions.last ?? 1
    let rows = shape.dimensions.dropLast().reduce(1, *)
    let phase = Phase(
      units: depth == 0 ? 0 : rows, nanoseconds: cost * shape.elementCount
    ) { buffers, range in
      for row in range { body(buffers, row * depth, depth) }
    }
    return Step(kernel: "l2 normalize \(type)", phases: [phase])
  }

  private static func normalize(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ depth: Int
  ) {
    var sums = SIMD8<Float>.zero
    var index = 0
    while index + 8 <= depth {
      let values = unsafe UnsafeRawPointer(input + index).loadUnaligned(as: SIMD8<Float>.self)
      sums += values * values
      index += 8
    }
    var sum = sums.sum()
    while index < depth {
      unsafe sum += input[index] * input[index]
      index += 1
    }
    let norm = max(sum.squareRoot(), 1e-6)
    for index in 0..<depth { unsafe output[index] = input[index] / norm }
  }

  private static func normalizeBytes(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ depth: Int,
    _ elements: QuantizedElements
  ) {
    let zero = elements.zeroPoint + elements.unsignedOffset
    var sum: Int32 = 0
    for index in 0..<depth {
      let value = unsafe Int32(input[index] ^ elements.xor) - zero
      sum &+= value &* value
    }
    // The two kernels of LiteRT round unalike: signed bytes take the output's scale of 1/128 into
    // the shift, unsigned ones into the factor.
    var inverse = FixedPointMultiplier(inverseSquareRootOf: sum)
    let factor: Int32 = elements.type == .int8 ? 1 : 128
    if factor == 1 {
      inverse = FixedPointMultiplier(value: inverse.value, exponent: inverse.exponent + 7)
    }
    for index in 0..<depth {
      let value = unsafe Int32(input[index] ^ elements.xor) - zero
      let scaled = min(max(inverse.applied(to: factor * value), -128), 127)
      unsafe output[index] = UInt8(truncatingIfNeeded: scaled + 128) ^ elements.xor
    }
  }
}
