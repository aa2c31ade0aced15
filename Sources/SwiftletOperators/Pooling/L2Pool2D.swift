internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `L2_POOL_2D`: the root of the mean square of each window, of which only what lies inside the
/// image counts.
struct L2Pool2D: Operator {
  static let code = BuiltinOperator.l2Pool2D
  static let elementTypes: [ElementType] = [.float32]
  private let lowering: PoolingLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try PoolingLowering(reading: node, pooling: .average)
    let type = try node.input(0).type
    guard type == .float32 else { throw .unsupported("has an input of type \(type.name)") }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let limits = lowering.options.fusedActivation.floatLimits
    return lowering.step(
      "l2 pool f32", try lowering.geometry(operands), cost: 16
    ) { buffers, input, output, window in
      unsafe Self.pool(
        buffers.input(0, as: Float.self) + input, buffers.output(as: Float.self) + output,
        window, limits)
    }
  }

  private static func pool(
    _ source: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>,
    _ window: PoolingWindow, _ limits: ClosedRange<Float>
  ) {
    for channel in 0..<window.channels { unsafe target[channel] = 0 }
    for row in 0..<window.rows {
      for column in 0..<window.columns {
        let pixel = unsafe source + row * window.rowStride + column * window.channels
        for channel in 0..<window.channels {
          unsafe target[channel] += pixel[channel] * pixel[channel]
        }
      }
    }
    let count = Float(window.rows * window.columns)
    for channel in 0..<window.channels {
      let root = unsafe (target[channel] / count).squareRoot()
      unsafe target[channel] = min(max(root, limits.lowerBound), limits.upperBound)
    }
  }
}
