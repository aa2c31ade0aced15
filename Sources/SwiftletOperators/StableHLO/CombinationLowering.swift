internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// The element-wise operators of StableHLO, whose operands have one type and one shape.
///
/// Quantised elements are combined as they are, whatever their scales.
struct CombinationLowering: Sendable {
  let function: ElementCombination

  /// Checks the operands.
  init(reading node: NodeReader, _ function: ElementCombination) throws(OperatorError) {
    try BinaryArithmetic.check(node)
    let type = try node.input(0).type
    _ = try unsafe type.combinationKernel()
    if function == .and, [.float16, .float32, .float64].contains(type) {
      throw .unsupported("has operands of type \(type.name)")
    }
    self.function = function
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape] {
    let (a, b) = (try operands.input(0).shape, try operands.input(1).shape)
    guard a == b else {
      throw .invalid("has operands of shapes \(a) and \(b), which must be the same")
    }
    return [a]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let output = operands.outputs[0]
    let count = output.elementCount
    let function = function
    if output.type == .float32, let float = Self.float(function) {
      // The kernels' `a > b ? a : b` is the definition with its operands exchanged.
      let kernel = unsafe context.kernels.elementwise.binary
      let (a, b) = float.isExchanged ? (1, 0) : (0, 1)
      return step("\(function) f32", count, nanoseconds: count / 8) { buffers, first, count in
        unsafe kernel(
          float.function, buffers.input(a, as: Float.self) + first, 1,
          buffers.input(b, as: Float.self) + first, 1, buffers.output(as: Float.self) + first,
          count, -.infinity, .infinity)
      }
    }
    let kernel = try unsafe output.type.combinationKernel()
    let size = try output.elementSize()
    return step("\(function) \(output.type.name)", count, nanoseconds: count / 2) {
      buffers, first, count in
      unsafe kernel(
        function, buffers.input(0) + first * size, 1, buffers.input(1) + first * size, 1,
        buffers.output() + first * size, 1, count)
    }
  }

  private static func float(
    _ function: ElementCombination
  ) -> (function: FloatBinary, isExchanged: Bool)? {
    switch function {
    case .add: (.add, false)
    case .multiply: (.multiply, false)
    case .maximum: (.maximum, true)
    case .minimum: (.minimum, true)
    default: nil
    }
  }

  private func step(
    _ kernel: String, _ count: Int, nanoseconds: Int,
    body: @escaping @Sendable (borrowing Buffers, Int, Int) -> Void
  ) -> Step {
    let phase = Phase(units: count, grain: 64, nanoseconds: nanoseconds) { buffers, range in
      body(buffers, range.lowerBound, range.count)
    }
    return Step(kernel: kernel, phases: [phase], inPlaceInputs: [0, 1])
  }
}
