internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// What operators on two operands that broadcast have in common.
enum BinaryArithmetic {
  /// Throws unless there are two inputs of the output's type.
  static func check(_ node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let (a, b, output) = (try node.input(0), try node.input(1), try node.output())
    try node.require(
      a.type == b.type && a.type == output.type,
      "has operands of types \(a.type.name), \(b.type.name) and \(output.type.name), "
        + "which must be the same")
  }

  /// The shape of both operands together.
  static func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape] {
    let (a, b) = (try operands.input(0).shape, try operands.input(1).shape)
    guard let shape = a.broadcast(with: b) else {
      throw .invalid("cannot broadcast \(a) and \(b) together")
    }
    return [shape]
  }

  /// How the operands are walked.
  static func broadcast(_ operands: Operands) throws(OperatorError) -> Broadcast {
    Broadcast(
      try operands.input(0).shape, try operands.input(1).shape, output: operands.outputs[0].shape)
  }

  /// A step on floats; nil stands for an operator that has no activation.
  static func step(
    _ function: FloatBinary, _ operands: Operands, activation: ActivationFunction? = nil,
    in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let walk = PairBroadcast(try broadcast(operands), elementBytes: 4)
    let kernel = unsafe context.kernels.elementwise.binary
    let isDelegated = context.arithmetic == .litert && operands.areDelegableElements
    let limits =
      activation?.floatLimits(isDelegated: isDelegated) ?? ActivationFunction.none.floatLimits
    let count = operands.outputs[0].elementCount
    let phase = walk.phase(nanoseconds: count / 8) { run in
      unsafe kernel(
        function, run.a.assumingMemoryBound(to: Float.self), run.aStep,
        run.b.assumingMemoryBound(to: Float.self), run.bStep,
        run.output.assumingMemoryBound(to: Float.self), run.count, limits.lowerBound,
        limits.upperBound)
    }
    return step("\(function.name) f32", phase, operands, scratchBytes: walk.scratchBytes)
  }

  /// A step on bytes; `body` calls a kernel for each run.
  static func byteStep(
    _ name: String, _ operands: Operands, nanoseconds: Int,
    body:
      @escaping @Sendable (
        _ a: UnsafePointer<UInt8>, _ aStep: Int, _ b: UnsafePointer<UInt8>, _ bStep: Int,
        _ output: UnsafeMutablePointer<UInt8>, _ count: Int
      ) -> Void
  ) throws(OperatorError) -> Step {
    let walk = PairBroadcast(try broadcast(operands), elementBytes: 1)
    let phase = walk.phase(nanoseconds: nanoseconds) { run in
      unsafe body(
        run.a.assumingMemoryBound(to: UInt8.self), run.aStep,
        run.b.assumingMemoryBound(to: UInt8.self), run.bStep,
        run.output.assumingMemoryBound(to: UInt8.self), run.count)
    }
    return step(name, phase, operands, scratchBytes: walk.scratchBytes)
  }

  /// A step on elements of one type, one after the other: for types that are rare.
  static func step<Element: BitwiseCopyable & Sendable>(
    _ name: String, on type: Element.Type, _ operands: Operands, canFault: Bool = false,
    function: @escaping @Sendable (Element, Element, borrowing Buffers) -> Element
  ) throws(OperatorError) -> Step {
    let broadcast = try broadcast(operands)
    let (aStep, bStep) = (broadcast.aStep, broadcast.bStep)
    let count = operands.outputs[0].elementCount
    let phase = broadcast.phase(nanoseconds: count) { buffers, a, b, output, count in
      let left = unsafe buffers.input(0, as: type) + a
      let right = unsafe buffers.input(1, as: type) + b
      let target = unsafe buffers.output(as: type) + output
      for index in 0..<count {
        unsafe target[index] = function(left[index * aStep], right[index * bStep], buffers)
      }
    }
    var step = step("\(name) \(type)", phase, operands)
    step.canFault = canFault
    return step
  }

  /// A step on elements of one type whose function knows which elements lie in whole blocks of
  /// neighbours, as LiteRT's built-in kernels cut them.
  static func step<Element: BitwiseCopyable & Sendable>(
    _ name: String, on type: Element.Type, _ operands: Operands, block: Int,
    function: @escaping @Sendable (Element, Element, _ isInBlock: Bool) -> Element
  ) throws(OperatorError) -> Step {
    let broadcast = try broadcast(operands)
    let (aStep, bStep) = (broadcast.aStep, broadcast.bStep)
    let blockEnd = broadcast.count / block * block
    let time = 8 * operands.outputs[0].elementCount
    let phase = broadcast.phase(nanoseconds: time) { buffers, a, b, output, count in
      let left = unsafe buffers.input(0, as: type) + a
      let right = unsafe buffers.input(1, as: type) + b
      let target = unsafe buffers.output(as: type) + output
      let first = output % broadcast.count
      for index in 0..<count {
        unsafe target[index] = function(
          left[index * aStep], right[index * bStep], first + index < blockEnd)
      }
    }
    return step("\(name) \(type)", phase, operands)
  }

  /// A step of one phase whose output may lie where an operand of the same size lies.
  static func step(
    _ kernel: String, _ phase: Phase, _ operands: Operands, scratchBytes: Int = 0
  ) -> Step {
    let output = operands.outputs[0]
    let inPlace = [0, 1].filter { operands.optionalInput($0)?.shape == output.shape }
    return Step(
      kernel: kernel, phases: [phase], scratchBytes: scratchBytes, inPlaceInputs: inPlace)
  }
}
