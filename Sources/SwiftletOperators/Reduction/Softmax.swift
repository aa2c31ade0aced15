internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `SOFTMAX`: `e^(beta · (x − max)) / Σ` along the last axis.
struct Softmax: Operator {
  static let code = BuiltinOperator.softmax
  static let elementTypes: [ElementType] = [.float32, .float16, .uint8, .int16, .int8]
  private let beta: Float

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    beta = node.options(as: SoftmaxOptions.self).beta
    try node.require(beta.isFinite, "has a beta of \(beta), which must be finite")
    let (input, output) = (try node.input(0), try node.output())
    switch (input.type, output.type) {
    case (.float32, .float32), (.int8, .int8), (.uint8, .uint8), (.int16, .int16): break
    case (.int8, .int16), (.uint8, .int16), (.float16, .float16): break
    default:
      throw .unsupported(
        "has an input of type \(input.type.name) and an output of type \(output.type.name)")
    }
    if output.type.quantizedRange != nil {
      try Self.checkOutput(try QuantizedElements(output, "output"))
    }
    if input.type == .int16 {
      try node.require(input.zeroPoint == 0, "has an int16 input whose zero point is not 0")
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let shape = try operands.input(0).shape
    guard shape.rank >= 1 else { throw .invalid("needs an input of at least one dimension") }
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    let input = try operands.input(0)
    let output = operands.outputs[0]
    let depth = input.shape[input.shape.rank - 1]
    let kernels = context.kernels.softmax
    guard input.type != .float32 else {
      let beta = beta
      return rows("f32", operands, nanosecondsFor64: 40) { buffers, row in
        unsafe kernels.float(
          buffers.input(0, as: Float.self) + row * depth,
          buffers.output(as: Float.self) + row * depth, depth, beta)
      }
    }
    let elements = try QuantizedElements(input, "input")
    let result = try QuantizedElements(output, "output")
    if input.type == .int16 {
      let softmax = WordSoftmax(scale: elements.scale, beta: beta)
      return rows("q16", operands, nanosecondsFor64: 400) { buffers, row in
        unsafe softmax.apply(
          buffers.input(0, as: Int16.self) + row * depth,
          buffers.output(as: Int16.self) + row * depth, count: depth)
      }
    }
    if context.arithmetic == .reference {
      let softmax = FixedPointSoftmax(elements, beta: beta, output: result)
      return rows("q8 fixed", operands, nanosecondsFor64: 300) { buffers, row in
        unsafe softmax.apply(
          buffers.input(0, as: UInt8.self) + row * depth, buffers.output(), row: row,
          count: depth)
      }
    }
    let powers = Self.powers(elements, beta: beta)
    guard output.type == input.type else {
      return rows("q8 to q16", operands, nanosecondsFor64: 300) { buffers, row in
        unsafe Self.wideRow(
          buffers.input(0, as: UInt8.self) + row * depth,
          buffers.output(as: Int16.self) + row * depth, count: depth, powers, elements.xor, result)
      }
    }
    let range = result.byteRange(result.range)
    return rows("q8", operands, nanosecondsFor64: 200) { buffers, row in
      unsafe kernels.bytes(
        buffers.input(0, as: UInt8.self) + row * depth,
        buffers.output(as: UInt8.self) + row * depth, depth,
        UnsafePointer(powers.pointer.assumingMemoryBound(to: Float.self)), result.scale, range)
    }
  }

  /// One unit for each row along the last axis.
  private func rows(
    _ type: String, _ operands: Operands, nanosecondsFor64: Int,
    body: @escaping @Sendable (borrowing Buffers, Int) -> Void
  ) -> Step {
    let info = operands.outputs[0]
    let count = info.elementCount
    let depth = info.shape[info.shape.rank - 1]
    let phase = Phase(
      units: count == 0 ? 0 : count / depth, nanoseconds: count * nanosecondsFor64 / 64
    ) { buffers, range in
      for row in range { body(buffers, row) }
    }
    let isInPlace = operands.optionalInput(0)?.type == info.type
    return Step(kernel: "softmax \(type)", phases: [phase], inPlaceInputs: isInPlace ? [0] : [])
  }

  /// Kernels assume the parameters under which the results 0 … 1 fill the type.
  private static func checkOutput(_ output: QuantizedElements) throws(OperatorError) {
    let (steps, zeroPoint): (Float, Int32) =
      switch output.type {
      case .int8: (256, -128)
      case .uint8: (256, 0)
      default: output.zeroPoint == 0 ? (32768, 0) : (65536, -32768)
      }
    guard output.zeroPoint == zeroPoint, abs(output.scale * steps - 1) <= 0.001 else {
      throw .invalid(
        "has an output with the scale \(output.scale) and the zero point \(output.zeroPoint) "
          + "instead of \(1 / steps) and \(zeroPoint)")
    }
  }

  /// `powers[255 − v]` is the power of an element that is `v` below the largest.
  private static func powers(_ input: QuantizedElements, beta: Float) -> AlignedMemory {
    let memory = AlignedMemory(byteCount: 256 * 4)
    let factor = -input.scale * beta
    for below in 0...255 {
      unsafe memory.pointer.storeBytes(
        of: Float.exponential(factor * Float(below)), toByteOffset: (255 - below) * 4,
        as: Float.self)
    }
    return memory
  }

  /// The optimised kernel with 16-bit results.
  private static func wideRow(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<Int16>, count: Int,
    _ powers: AlignedMemory, _ xor: UInt8, _ result: QuantizedElements
  ) {
    var top: UInt8 = 0
    for index in 0..<count { top = max(top, unsafe input[index] ^ xor) }
    let table =
      unsafe powers.pointer.assumingMemoryBound(to: Float.self) + (255 - Int(top))
    var sum: Float = 0
    for index in 0..<count { sum += unsafe table[Int(input[index] ^ xor)] }
    let inverse = 1 / (sum * result.scale)
    for index in 0..<count {
      let real = unsafe table[Int(input[index] ^ xor)] * inverse
      let steps = Int32(saturating: real.rounded(.toNearestOrAwayFromZero))
      let value = min(Int(steps) + Int(result.zeroPoint), Int(Int16.max))
      unsafe output[index] = Int16(max(value, Int(Int16.min)))
    }
  }
}
