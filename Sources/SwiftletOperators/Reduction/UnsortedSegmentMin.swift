internal import SwiftletFormat
internal import SwiftletTensor

/// `UNSORTED_SEGMENT_MIN`: the smallest elements of rows with the same number, in any order.
struct UnsortedSegmentMin: Operator {
  static let code = BuiltinOperator.unsortedSegmentMin
  static let elementTypes: [ElementType] = [.float32, .int32]
  private let segments: UnsortedSegments

  init(reading node: NodeReader) throws(OperatorError) {
    segments = try UnsortedSegments(reading: node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try segments.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let lowering = try SegmentLowering("unsorted segment minimum", operands)
    return segments.type == .float32
      ? lowering.step(initial: Float(Float.greatestFiniteMagnitude)) { $1 < $0 ? $1 : $0 }
      : lowering.step(initial: Int32.max) { $1 < $0 ? $1 : $0 }
  }
}
