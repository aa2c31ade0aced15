internal import SwiftletFormat
internal import SwiftletTensor

/// `NON_MAX_SUPPRESSION_V4`: the best boxes among which none overlaps another too much.
struct NonMaxSuppressionV4: Operator {
  static let code = BuiltinOperator.nonMaxSuppressionV4
  static let elementTypes: [ElementType] = [.float32]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 5...5, outputs: 2...2)
    try NonMaxSuppression.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard let count = try NonMaxSuppression.count(operands) else { return nil }
    return [[count], []]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try NonMaxSuppression(operands, isSoft: false).step
  }
}
