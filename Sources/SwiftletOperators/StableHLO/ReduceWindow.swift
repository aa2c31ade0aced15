internal import SwiftletFormat
internal import SwiftletTensor

/// `REDUCE_WINDOW`: the elements in each window, combined by the function that an option names.
struct ReduceWindow: Operator {
  static let code = BuiltinOperator.reduceWindow
  static let elementTypes = WindowReduction.elementTypes
  private let function: ElementCombination

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 5...5)
    try WindowReduction.check(node)
    for index in 2..<5 {
      let info = try node.input(index)
      try node.require(
        info.type == .int64, "has an input \(index) of type \(info.type.name) instead of int64")
    }
    switch node.options(as: ReduceWindowOptions.self).reduceFunction {
    case .add: function = .add
    case .mul: function = .multiply
    case .minimum: function = .minimumOfWindow
    case .maximum: function = .maximumOfWindow
    case .all: function = .all
    case .any: function = .any
    case .unsupported: throw .unsupported("has no known function")
    }
  }

  /// Nil where the window is known only while running.
  private func reduction(_ operands: Operands) throws(OperatorError) -> WindowReduction? {
    guard let window = try operands.integers(2), let strides = try operands.integers(3),
      let dilations = try operands.integers(4)
    else { return nil }
    return try WindowReduction(
      function, of: try operands.input(0).shape, window: window, strides: strides,
      windowDilations: dilations)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try reduction(operands).map { [$0.outputShape] }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    guard let reduction = try reduction(operands) else {
      throw .unsupported("has a window that is not constant")
    }
    return try reduction.step(operands)
  }
}
