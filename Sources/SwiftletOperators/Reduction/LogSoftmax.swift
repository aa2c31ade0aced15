internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `LOG_SOFTMAX`: `x − max − ln Σ e^(x − max)` along the last axis.
struct LogSoftmax: Operator {
  static let code = BuiltinOperator.logSoftmax
  static let elementTypes: [ElementType] = [.float32, .uint8, .int8]

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
    let output = try node.output()
    guard output.type.isQuantizedByte else { return }
    let zeroPoint = output.type == .int8 ? 127 : 255
    try node.require(
      output.scale == 16 / 256 && output.zeroPoint == zeroPoint,
      "has an output whose scale and zero point are not 16/256 and \(zeroPoint)")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let shape = try operands.input(0).shape
    guard shape.rank >= 1 else { throw .invalid("needs an input of at least one dimension") }
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let type = operands.outputs[0].type
    switch type {
    case .float32:
      let kernel = unsafe context.kernels.softmax.logarithmic
      return unsafe rows("f32", operands, on: Float.self, nanosecondsFor64: 64) {
        unsafe kernel($0, $1, $2)
      }
    case .int8, .uint8:
      let input = try QuantizedElements(try operands.input(0), "input")
      let output = try QuantizedElements(operands.outputs[0], "output")
      if context.arithmetic == .reference {
        let softmax = FixedPointLogSoftmax(input)
        return unsafe rows("q8 fixed", operands, on: UInt8.self, nanosecondsFor64: 200) {
          unsafe softmax.apply($0, $1, count: $2)
        }
      }
      let softmax = TabulatedLogSoftmax(from: input, to: output)
      return unsafe rows("q8", operands, on: UInt8.self, nanosecondsFor64: 200) {
        unsafe softmax.apply($0, $1, count: $2)
      }
    default: throw .unsupported("has an input of type \(type.name)")
    }
  }

  /// One unit for each row along the last axis.
  private func rows<Element>(
    _ name: String, _ operands: Operands, on type: Element.Type, nanosecondsFor64: Int,
    body: @escaping @Sendable (UnsafePointer<Element>, UnsafeMutablePointer<Element>, Int) -> Void
  ) -> Step {
    let info = operands.outputs[0]
    let count = info.elementCount
    let depth = info.shape[info.shape.rank - 1]
    let phase = Phase(
      units: count == 0 ? 0 : count / depth, nanoseconds: count * nanosecondsFor64 / 64
    ) { buffers, range in
      for row in range {
        unsafe body(
          buffers.input(0, as: type) + row * depth, buffers.output(as: type) + row * depth, depth)
      }
    }
    return Step(kernel: "log softmax \(name)", phases: [phase], inPlaceInputs: [0])
  }
}

/// The logarithm of softmax of bytes with the powers in a table: the optimised kernel.
private struct TabulatedLogSoftmax: Sendable {
  /// The powers of elements below the largest.
  private let powers: [Float]
  private let input: QuantizedElements
  private let output: QuantizedElements

  init(from input: QuantizedElements, to output: QuantizedElements) {
    self.input = input
    self.output = output
    powers = (0...255).map { Float.exponential(-input.scale * Float($0)) }
  }

  func apply(_ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, count: Int) {
    var top: UInt8 = 0
    for index in 0..<count { top = max(top, unsafe source[index] ^ input.xor) }
    var sum: Float = 0
    for index in 0..<count { sum += unsafe powers[Int(top - (source[index] ^ input.xor))] }
    let largest = Float(Int32(top) - input.unsignedOffset)
    let start = (input.scale * largest + Float.logarithm(sum)) / output.scale
    let ratio = input.scale / output.scale
    for index in 0..<count {
      let element = unsafe Int32(source[index] ^ input.xor) - input.unsignedOffset
      let steps = (ratio * Float(element) - start).rounded(.toNearestOrEven)
      let value = output.element(Int32(saturating: steps)) + input.unsignedOffset
      unsafe target[index] = UInt8(truncatingIfNeeded: value) ^ input.xor
    }
  }
}
