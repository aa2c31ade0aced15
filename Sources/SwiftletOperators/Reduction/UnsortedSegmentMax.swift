internal import SwiftletFormat
internal import SwiftletTensor

/// `UNSORTED_SEGMENT_MAX`: the largest elements of rows with the same number, in any order.
struct UnsortedSegmentMax: Operator {
  static let code = BuiltinOperator.unsortedSegmentMax
  static let elementTypes: [ElementType] = [.float32, .int32]
  private let segments: UnsortedSegments

  init(reading node: NodeReader) throws(OperatorError) {
    segments = try UnsortedSegments(reading: node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try segments.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let lowering = try SegmentLowering("unsorted segment maximum", operands)
    return segments.type == .float32
      ? lowering.step(initial: Float(-Float.greatestFiniteMagnitude)) { $0 < $1 ? $1 : $0 }
      : lowering.step(initial: Int32.min) { $0 < $1 ? $1 : $0 }
  }
}
