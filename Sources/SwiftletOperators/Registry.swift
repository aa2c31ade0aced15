package import SwiftletFormat

/// The operators that this engine runs.
package enum Registry {
  /// Every operator, in alphabetical order.
  package static let operators: [any Operator.Type] = [
    Add.self, AveragePool2D.self, Conv2D.self, DepthwiseConv2D.self, ExpandDims.self,
    FullyConnected.self, MaxPool2D.self, Reshape.self, Softmax.self, Squeeze.self, Sub.self,
  ]

  private static let byCode = Dictionary(
    uniqueKeysWithValues: operators.map { ($0.code, $0) })

  /// The type that runs an operator, or nil where this engine has none.
  package static func type(for code: BuiltinOperator) -> (any Operator.Type)? { byCode[code] }
}
