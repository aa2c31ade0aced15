internal import SwiftletFormat
internal import SwiftletTensor

/// `EXPAND_DIMS`: with an axis of extent 1 inserted.
struct ExpandDims: Operator {
  static let code = BuiltinOperator.expandDims
  static let elementTypes: [ElementType] = .fixedSize

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard let axes = try operands.integers(1) else { return nil }
    var shape = try operands.input(0).shape
    guard axes.count == 1, shape.rank < Shape.maximumRank else {
      throw .invalid("needs one axis and an input of less than 8 dimensions")
    }
    let axis = axes[0] < 0 ? axes[0] + shape.rank + 1 : axes[0]
    guard axis >= 0, axis <= shape.rank else {
      throw .invalid("cannot insert axis \(axes[0]) into \(shape)")
    }
    shape.dimensions.insert(1, at: axis)
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try ViewLowering.step(operands)
  }
}
