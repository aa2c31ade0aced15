internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// What operators on one operand have in common.
enum UnaryArithmetic {
  /// Throws unless there is one input, of the output's type.
  static func check(_ node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    let (input, output) = (try node.input(0), try node.output())
    try node.require(
      input.type == output.type,
      "has an input of type \(input.type.name) and an output of type \(output.type.name)")
  }

  /// The shape of the input.
  static func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape] {
    [try operands.input(0).shape]
  }

  /// A step on floats.
  static func step(
    _ function: FloatUnary, parameter: Float = 0, _ operands: Operands,
    in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let kernel = unsafe context.kernels.elementwise.unary
    return step("\(function.name) f32", operands, nanosecondsFor64: 16) { buffers, first, count in
      unsafe kernel(
        function, buffers.input(0, as: Float.self) + first,
        buffers.output(as: Float.self) + first, count, parameter)
    }
  }

  /// A step on floats that only clamps.
  static func clampStep(
    _ limits: ClosedRange<Float>, _ operands: Operands, in context: LoweringContext
  ) -> Step {
    let kernel = unsafe context.kernels.float.clamp
    return step("clamp f32", operands, nanosecondsFor64: 8) { buffers, first, count in
      unsafe kernel(
        buffers.input(0, as: Float.self) + first, buffers.output(as: Float.self) + first, count,
        limits.lowerBound, limits.upperBound)
    }
  }

  /// A step on elements of one type, one after the other: for types that are rare.
  static func step<Element: BitwiseCopyable & Sendable>(
    _ name: String, on type: Element.Type, _ operands: Operands,
    function: @escaping @Sendable (Element) -> Element
  ) -> Step {
    step("\(name) \(type)", operands, nanosecondsFor64: 64) { buffers, first, count in
      let input = unsafe buffers.input(0, as: type) + first
      let output = unsafe buffers.output(as: type) + first
      for index in 0..<count { unsafe output[index] = function(input[index]) }
    }
  }

  /// A step whose `body` gets the first element of a piece and a number of elements.
  static func step(
    _ kernel: String, _ operands: Operands, nanosecondsFor64: Int,
    body: @escaping @Sendable (borrowing Buffers, Int, Int) -> Void
  ) -> Step {
    let count = operands.outputs[0].elementCount
    let phase = Phase(
      units: count, grain: 64, nanoseconds: count * nanosecondsFor64 / 64
    ) { buffers, range in
      body(buffers, range.lowerBound, range.count)
    }
    let isInPlace = operands.optionalInput(0)?.type == operands.outputs[0].type
    return Step(kernel: kernel, phases: [phase], inPlaceInputs: isInPlace ? [0] : [])
  }
}
