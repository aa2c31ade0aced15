internal import SwiftletFormat
internal import SwiftletTensor

/// `NON_MAX_SUPPRESSION_V5`: as `NON_MAX_SUPPRESSION_V4`, with scores that an overlap lowers, and
/// that are given as well.
struct NonMaxSuppressionV5: Operator {
  static let code = BuiltinOperator.nonMaxSuppressionV5
  static let elementTypes: [ElementType] = [.float32]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 6...6, outputs: 3...3)
    try NonMaxSuppression.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard let count = try NonMaxSuppression.count(operands) else { return nil }
    return [[count], [count], []]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try NonMaxSuppression(operands, isSoft: true).step
  }
}
