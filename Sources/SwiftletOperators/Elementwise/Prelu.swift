internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `PRELU`: `x ≥ 0 ? x : alpha · x`, where alpha is a tensor that broadcasts.
struct Prelu: Operator {
  static let code = BuiltinOperator.prelu
  static let elementTypes: [ElementType] = [.float32, .uint8, .int16, .int8]

  static let remarks = [
    "Alpha has the type of the input, or is int8 where that is int16.",
    "LiteRT reads an int16 alpha as if it were int8; here it is what it says.",
  ]

  init(reading node: NodeReader) throws(OperatorError) {
    guard let input = node.optionalInput(0), let alpha = node.optionalInput(1),
      input.type == .int16, alpha.type == .int8
    else {
      try BinaryArithmetic.check(node)
      return
    }
    try node.require(inputs: 2...2)
    let output = try node.output()
    try node.require(
      output.type == .int16,
      "has an input of type int16 and an output of type \(output.type.name)")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let shape = try operands.input(0).shape
    let result = try BinaryArithmetic.outputShapes(for: operands)
    guard result == [shape] else {
      throw .invalid("cannot broadcast an alpha of \(try operands.input(1).shape) to \(shape)")
    }
    return result
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    switch operands.outputs[0].type {
    case .float32: return try BinaryArithmetic.step(.parametricReLU, operands, in: context)
    case .int8: return try step(on: Int8.self, alpha: Int8.self, operands)
    case .uint8: return try step(on: UInt8.self, alpha: UInt8.self, operands)
    case .int16 where try operands.input(1).type == .int8:
      return try step(on: Int16.self, alpha: Int8.self, operands)
    case .int16: return try step(on: Int16.self, alpha: Int16.self, operands)
    default:
      throw .unsupported("has operands of type \(operands.outputs[0].type.name)")
    }
  }

  private func step<
    Element: FixedWidthInteger & BitwiseCopyable & Sendable,
    Alpha: FixedWidthInteger & BitwiseCopyable & Sendable
  >(
    on type: Element.Type, alpha: Alpha.Type, _ operands: Operands
  ) throws(OperatorError) -> Step {
    let function = try QuantizedPReLU(operands)
    let broadcast = try BinaryArithmetic.broadcast(operands)
    let (step, alphaStep) = (broadcast.aStep, broadcast.bStep)
    let time = 4 * operands.outputs[0].elementCount
    let phase = broadcast.phase(nanoseconds: time) { buffers, a, b, output, count in
      let input = unsafe buffers.input(0, as: type) + a
      let slope = unsafe buffers.input(1, as: alpha) + b
      let target = unsafe buffers.output(as: type) + output
      for index in 0..<count {
        let result = unsafe function.applied(
          to: Int32(input[index * step]), Int32(slope[index * alphaStep]))
        unsafe target[index] = Element(clamping: result)
      }
    }
    return Step(kernel: "prelu \(type)", phases: [phase], inPlaceInputs: [0])
  }
}

/// The function on quantised elements, in flavour D.
private struct QuantizedPReLU: Sendable {
  private let inputZero: Int32
  private let alphaZero: Int32
  private let outputZero: Int32
  private let identity: FixedPointMultiplier
  private let slope: FixedPointMultiplier

  init(_ operands: Operands) throws(OperatorError) {
    let input = try QuantizedElements(try operands.input(0), "input")
    let alpha = try QuantizedElements(try operands.input(1), "alpha")
    let output = try QuantizedElements(operands.outputs[0], "output")
    identity = FixedPointMultiplier(Double(input.scale / output.scale))
    slope = FixedPointMultiplier(Double(input.scale * alpha.scale / output.scale))
    inputZero = input.zeroPoint
    alphaZero = alpha.zeroPoint
    outputZero = output.zeroPoint
  }

  func applied(to element: Int32, _ alpha: Int32) -> Int32 {
    let value = element - inputZero
    let product =
      value >= 0
      ? identity.applied(to: value) : slope.applied(to: value &* (alpha - alphaZero))
    return Int32(clamping: Int(product) + Int(outputZero))
  }
}
