internal import SwiftletFlatBuffers
internal import SwiftletFormat
internal import SwiftletTensor

/// `NumericVerify`: the difference between a quantised tensor's reals and a tensor of floats.
///
/// LiteRT's quantisation debugger inserts it. Where the options ask for it, a difference that is
/// too large stops the run.
struct NumericVerify: Operator {
  static let code = BuiltinOperator.custom
  static let customName: String? = "NumericVerify"
  static let elementTypes: [ElementType] = [.float16, .uint8, .int8, .int16]
  static let remarks = [
    """
    A difference of more than `tolerance` scales stops the run where `log_if_failed` is set and \
    `tolerance` is at least 0.1, as in LiteRT; several scales count as a scale of 0.
    """
  ]
  private let tolerance: Float
  private let stops: Bool

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let (input, reference) = (try node.input(0), try node.input(1))
    let types = [input.type, reference.type, try node.output().type]
    guard Self.elementTypes.contains(input.type), types.dropFirst() == [.float32, .float32] else {
      throw .unsupported("has operands of types \(types.map(\.name).joined(separator: ", "))")
    }
    let map = try node.optionMap()
    tolerance = Float(map["tolerance"]?.double ?? 0)
    stops = map["log_if_failed"]?.integer ?? 0 != 0 && tolerance >= 0.1
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (shape, reference) = (try operands.input(0).shape, try operands.input(1).shape)
    guard shape.elementCount == reference.elementCount else {
      throw .invalid("has an input of \(shape) and a reference of \(reference)")
    }
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    let type = input.type
    let channels = type == .float16 ? nil : try ChannelScales(input, "input")
    let scale = channels.flatMap { $0.scales.count == 1 ? $0.scales[0] : nil } ?? 0
    let limit = stops ? tolerance * scale : .infinity
    var step = UnaryArithmetic.step(
      "difference \(type.name)", operands, nanosecondsFor64: 128
    ) { buffers, first, count in
      let reference = unsafe buffers.input(1, as: Float.self)
      let output = unsafe buffers.output(as: Float.self)
      var isTooFar = false
      for index in first..<first + count {
        let real = unsafe Dequantize.real(index, of: type, channels, buffers)
        let difference = real - (unsafe reference[index])
        unsafe output[index] = difference
        isTooFar = isTooFar || abs(difference) > limit
      }
      if isTooFar { buffers.fail("an element differs from its reference by more than \(limit)") }
    }
    step.canFault = stops
    return step
  }
}
