internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `DEQUANTIZE`: `scale · (q − zeroPoint)`, or from 16-bit to 32-bit floats.
struct Dequantize: Operator {
  static let code = BuiltinOperator.dequantize
  static let elementTypes: [ElementType] = [.float16, .uint8, .int16, .int8, .int4, .int2, .uint4]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    let (input, output) = (try node.input(0), try node.output())
    try node.require(
      output.type == .float32, "has an output of type \(output.type.name) instead of float32")
    switch input.type {
    case .float16, .int8, .uint8, .int16, .int4, .uint4, .int2: break
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
    try node.require(
      input.type != .int16 || input.quantization?.zeroPoints == [0],
      "has an int16 input without one scale and the zero point 0")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func elementwiseNodes(_ operands: Operands) -> Int {
    ElementwiseNodes.countOfBytes(operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    if input.type == .float16 { return halfStep(operands) }
    let channels = try ChannelScales(input, "input")
    guard input.type.isQuantizedByte, channels.scales.count == 1 else {
      return step(from: input.type, channels, operands)
    }
    let kernel = unsafe context.kernels.conversion.dequantize
    let isSigned = input.type == .int8
    let scale = channels.scales[0]
    let zeroPoint = channels.zeroPoints[0] + (isSigned ? 128 : 0)
    return UnaryArithmetic.step("dequantize q8", operands, nanosecondsFor64: 8) {
      buffers, first, count in
      unsafe kernel(
        buffers.input(0, as: UInt8.self) + first, buffers.output(as: Float.self) + first, count,
        scale, zeroPoint, isSigned ? 0x80 : 0)
    }
  }

  private func halfStep(_ operands: Operands) -> Step {
    UnaryArithmetic.step("dequantize f16", operands, nanosecondsFor64: 64) {
      buffers, first, count in
      let input = unsafe buffers.input(0, as: UInt16.self) + first
      let output = unsafe buffers.output(as: Float.self) + first
      for index in 0..<count { unsafe output[index] = Float(halfBits: input[index]) }
    }
  }

  /// The real that an element of the first operand stands for; 16-bit floats have no scales.
  @unsafe static func real(
    _ index: Int, of type: ElementType, _ channels: ChannelScales?, _ buffers: borrowing Buffers
  ) -> Float {
    guard let channels else {
      return unsafe Float(halfBits: buffers.input(0, as: UInt16.self)[index])
    }
    let channel = channels.channel(of: index)
    let steps = unsafe element(index, of: type, buffers) - channels.zeroPoints[channel]
    return channels.scales[channel] * Float(steps)
  }

  /// One element after the other: several scales, or types that are rare.
  private func step(
    from type: ElementType, _ channels: ChannelScales, _ operands: Operands
  ) -> Step {
    UnaryArithmetic.step("dequantize \(type.name)", operands, nanosecondsFor64: 128) {
      buffers, first, count in
      let output = unsafe buffers.output(as: Float.self)
      for index in first..<first + count {
        unsafe output[index] = Self.real(index, of: type, channels, buffers)
      }
    }
  }

  @unsafe private static func element(
    _ index: Int, of type: ElementType, _ buffers: borrowing Buffers
  ) -> Int32 {
    switch type {
    case .int8: return unsafe Int32(buffers.input(0, as: Int8.self)[index])
    case .uint8: return unsafe Int32(buffers.input(0, as: UInt8.self)[index])
    case .int16: return unsafe Int32(buffers.input(0, as: Int16.self)[index])
    default: return unsafe PackedElements.integer(index, of: type, buffers.input(0))
    }
  }
}

extension Float {
  /// The value of a binary16 number.
  init(halfBits half: UInt16) {
    let magnitude = UInt32(half & 0x7FFF) << 13
    let sign = UInt32(half & 0x8000) << 16
    // Exponents are moved by 112 through a product, which also normalises subnormal numbers.
    let value = Float(bitPattern: magnitude) * 0x1p112
    let isFinite = half & 0x7C00 != 0x7C00
    self.init(bitPattern: sign | (isFinite ? value.bitPattern : magnitude | 0x7F80_0000))
  }
}
