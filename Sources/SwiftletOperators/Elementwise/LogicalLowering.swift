internal import SwiftletTensor

/// What operators on truth values have in common: any byte but 0 is true, and results are 0 or 1.
enum LogicalLowering {
  /// Throws unless all operands are `bool`.
  static func check(_ node: NodeReader, inputs count: Int) throws(OperatorError) {
    try node.require(inputs: count...count)
    for info in (0..<count).compactMap(node.optionalInput) + [try node.output()] {
      try node.require(
        info.type == .bool, "has an operand of type \(info.type.name) instead of bool")
    }
  }
}
