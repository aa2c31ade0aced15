internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `LOG_SOFTMAX`: `x − max − ln Σ e^(x − max)` along the last axis.
struct LogSoftmax: Operator {
  static let code = BuiltinOperator.logSoftmax
  static let elementTypes: [ElementType] = [.float32, .uint8, .int8]

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let shape = try operands.input(0).shape
    guard shape.rank >= 1 else { throw .invalid("needs an input of at least one dimension") }
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let info = operands.outputs[0]
    guard info.type == .float32 else {
      throw .unsupported("has an input of type \(info.type.name)")
    }
    let depth = info.shape[info.shape.rank - 1]
    let count = info.elementCount
    let kernel = unsafe context.kernels.softmax.logarithmic
    let phase = Phase(units: count == 0 ? 0 : count / depth, nanoseconds: count) {
      buffers, range in
      for row in range {
        unsafe kernel(
          buffers.input(0, as: Float.self) + row * depth,
          buffers.output(as: Float.self) + row * depth, depth)
      }
    }
    return Step(kernel: "log softmax f32", phases: [phase], inPlaceInputs: [0])
  }
}
