internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `QUANTIZE`: from floats to integers, or from integers of one scale to those of another.
struct Quantize: Operator {
  static let code = BuiltinOperator.quantize
  static let elementTypes: [ElementType] = [.float32, .int32, .uint8, .int16, .int8]
  static let remarks = [
    "From float32 to int8, uint8, int16, int4 and uint4; the first three also with a scale for each "
      + "channel."
  ]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    let (input, output) = (try node.input(0), try node.output())
    switch (input.type, output.type) {
    case (.float32, .int8), (.float32, .uint8), (.float32, .int16): break
    case (.float32, .int4), (.float32, .uint4), (.uint8, .int16): break
    case (.int8, .int8), (.int8, .uint8), (.uint8, .int8), (.uint8, .uint8): break
    case (.int8, .int16), (.int16, .int8), (.int16, .int16), (.int16, .int32): break
    case (.int32, .int8), (.int32, .int16): break
    default:
      throw .unsupported(
        "has an input of type \(input.type.name) and an output of type \(output.type.name)")
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func elementwiseNodes(_ operands: Operands) -> Int {
    let (input, output) = (operands.inputs[0], operands.outputs[0])
    guard let input, output.type.isQuantizedByte, operands.areDelegableElements else { return 0 }
    if input.type == .float32 { return output.scale == nil ? 0 : 1 }
    let rescaling = input.type == output.type ? try? Rescaling(from: input, to: output) : nil
    return rescaling?.isDelegated == true ? 1 : 0
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    let output = operands.outputs[0]
    if input.type == .float32 {
      if output.type.packedRange != nil { return try packedStep(operands, in: context) }
      if let scales = output.quantization?.scales, scales.count > 1 {
        return try channelStep(operands, in: context)
      }
      let elements = try QuantizedElements(output, "output")
      return output.type == .int16
        ? wordStep(elements, operands, in: context) : byteStep(elements, operands, in: context)
    }
    let rescaling = try Rescaling(from: input, to: output)
    if rescaling.isIdentity {
      if input.type == output.type { return try ViewLowering.step(operands) }
    } else if rescaling.isFlip, input.type != output.type, input.type.isQuantizedByte,
      output.type.isQuantizedByte
    {
      return flipStep(operands, in: context)
    }
    if input.type.isQuantizedByte, output.type.isQuantizedByte {
      return try tableStep(rescaling, operands, in: context)
    }
    switch (input.type, output.type) {
    case (.uint8, .int16): return step(rescaling, from: UInt8.self, to: Int16.self, operands)
    case (.int8, .int16): return step(rescaling, from: Int8.self, to: Int16.self, operands)
    case (.int16, .int8): return step(rescaling, from: Int16.self, to: Int8.self, operands)
    case (.int16, .int16): return step(rescaling, from: Int16.self, to: Int16.self, operands)
    case (.int16, .int32): return step(rescaling, from: Int16.self, to: Int32.self, operands)
    case (.int32, .int8): return step(rescaling, from: Int32.self, to: Int8.self, operands)
    default: return step(rescaling, from: Int32.self, to: Int16.self, operands)
    }
  }

  /// Bytes to bytes: a table, or two where LiteRT's kernel does blocks of 16 elements in another
  /// flavour than the rest.
  private func tableStep(
    _ rescaling: Rescaling, _ operands: Operands, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let (source, target) = (try operands.input(0).type, operands.outputs[0].type)
    let table = LookupTable(from: source, to: target) { rescaling.applied(to: $0) }
    guard context.arithmetic == .litert else {
      return table.step("quantize", operands, in: context)
    }
    if source == target, rescaling.isDelegated, operands.areDelegableElements {
      let table = LookupTable(from: source, to: target) { rescaling.delegated($0) }
      return table.step("quantize", operands, in: context)
    }
    let blocks = LookupTable(from: source, to: target) { rescaling.appliedRoundingUp(to: $0) }
    return table.step(
      "quantize", operands, blocks: blocks,
      blockEnd: operands.outputs[0].elementCount / 16 * 16, in: context)
  }

  /// Bytes of the same reals, signed on one side only.
  private func flipStep(_ operands: Operands, in context: LoweringContext) -> Step {
    let kernel = unsafe context.kernels.quantized.flip
    return UnaryArithmetic.step("flip", operands, nanosecondsFor64: 2) { buffers, first, count in
      unsafe kernel(
        buffers.input(0, as: UInt8.self) + first, buffers.output(as: UInt8.self) + first, count,
        0x80)
    }
  }

  private func byteStep(
    _ elements: QuantizedElements, _ operands: Operands, in context: LoweringContext
  ) -> Step {
    let kernel = unsafe context.kernels.conversion.quantize
    let quantizing: FloatQuantizing =
      context.arithmetic == .litert ? .productToEven : .quotientAwayFromZero
    let range = elements.byteRange(elements.range)
    let scale = elements.scale
    return UnaryArithmetic.step("quantize f32 to q8", operands, nanosecondsFor64: 8) {
      buffers, first, count in
      unsafe kernel(
        buffers.input(0, as: Float.self) + first, buffers.output(as: UInt8.self) + first, count,
        scale, quantizing, range)
    }
  }

  private func wordStep(
    _ elements: QuantizedElements, _ operands: Operands, in context: LoweringContext
  ) -> Step {
    let rule: FloatingPointRoundingRule =
      context.arithmetic == .litert ? .toNearestOrEven : .toNearestOrAwayFromZero
    return UnaryArithmetic.step("quantize f32 to q16", operands, nanosecondsFor64: 128) {
      buffers, first, count in
      let source = unsafe buffers.input(0, as: Float.self) + first
      let target = unsafe buffers.output(as: Int16.self) + first
      for index in 0..<count {
        // NaN becomes the zero point.
        let steps = unsafe Int32(saturating: (source[index] / elements.scale).rounded(rule))
        let value = Int(steps) + Int(elements.zeroPoint)
        unsafe target[index] = Int16(clamping: value)
      }
    }
  }

  private func step<
    Source: FixedWidthInteger & BitwiseCopyable & Sendable,
    Target: FixedWidthInteger & BitwiseCopyable & Sendable
  >(
    _ rescaling: Rescaling, from source: Source.Type, to target: Target.Type, _ operands: Operands
  ) -> Step {
    UnaryArithmetic.step("quantize \(source) to \(target)", operands, nanosecondsFor64: 192) {
      buffers, first, count in
      let input = unsafe buffers.input(0, as: Source.self) + first
      let output = unsafe buffers.output(as: Target.self) + first
      for index in 0..<count {
        let value = unsafe rescaling.applied(to: Int32(input[index]))
        unsafe output[index] = Target(clamping: value)
      }
    }
  }
}

/// From the integers of one scale and zero point to those of another.
private struct Rescaling: Sendable {
  private let ratio: Float
  private let multiplier: FixedPointMultiplier
  private let inputZero: Int32
  private let outputZero: Int32

  init(from input: TensorInfo, to output: TensorInfo) throws(OperatorError) {
    let source = try Self.scheme(of: input, "input")
    let target = try Self.scheme(of: output, "output")
    inputZero = source.zeroPoint
    outputZero = target.zeroPoint
    ratio = source.scale / target.scale
    multiplier = FixedPointMultiplier(Double(source.scale) / Double(target.scale))
  }

  /// Whether every integer stays as it is.
  var isIdentity: Bool { ratio == 1 && inputZero == outputZero }

  /// Whether every byte has the same real with its highest bit flipped.
  var isFlip: Bool { ratio == 1 && abs(inputZero - outputZero) == 128 }

  /// The built-in kernels' form, flavour D; not yet clamped.
  func applied(to element: Int32) -> Int32 {
    let value = multiplier.applied(to: element &- inputZero)
    return Int32(clamping: Int(value) + Int(outputZero))
  }

  /// The vectorised built-in kernel's form, flavour U; not yet clamped.
  func appliedRoundingUp(to element: Int32) -> Int32 {
    let value = multiplier.appliedRoundingUp(to: element &- inputZero)
    return Int32(clamping: Int(value) + Int(outputZero))
  }

  /// Whether XNNPACK takes a node from bytes to bytes of the same type.
  var isDelegated: Bool { ratio >= 1 / 256 && ratio <= 128 }

  /// XNNPACK's form with 8 fraction bits.
  func delegated(_ element: Int32) -> Int32 {
    let factor = Int32((ratio * 256).rounded(.toNearestOrEven))
    return ((element - inputZero) * factor + 128) >> 8 + outputZero
  }

  private static func scheme(
    of info: TensorInfo, _ role: String
  ) throws(OperatorError) -> (scale: Float, zeroPoint: Int32) {
    guard info.type == .int32 else {
      let elements = try QuantizedElements(info, role)
      return (elements.scale, elements.zeroPoint)
    }
    guard let scale = info.scale, scale.isFinite, scale > 0, info.zeroPoint == 0 else {
      throw .invalid("has an int32 \(role) without a positive scale and the zero point 0")
    }
    return (scale, 0)
  }
}
