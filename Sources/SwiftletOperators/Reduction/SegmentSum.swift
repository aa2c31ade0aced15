internal import SwiftletFormat
internal import SwiftletTensor

/// `SEGMENT_SUM`: the sums of rows with the same number; numbers ascend from 0 without gaps.
struct SegmentSum: Operator {
  static let code = BuiltinOperator.segmentSum
  static let elementTypes: [ElementType] = [.float32, .int32]
  private let type: ElementType

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    type = try SegmentLowering.type(of: node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    var shape = try SegmentLowering.shape(operands)
    guard let numbers = try operands.value(1) else { return nil }
    var last = -1
    for index in 0..<shape[0] {
      let number = Int(
        unsafe numbers.pointer.loadUnaligned(fromByteOffset: 4 * index, as: Int32.self))
      guard number == last || number == last + 1, number >= 0 else {
        throw .invalid("has segment \(number) after segment \(last)")
      }
      last = number
    }
    shape[0] = last + 1
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let lowering = try SegmentLowering("segment sum", operands)
    return type == .float32
      ? lowering.step(initial: Float(0)) { $0 + $1 }
      : lowering.step(initial: Int32(0)) { $0 &+ $1 }
  }
}
