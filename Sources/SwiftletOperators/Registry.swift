package import SwiftletFormat

/// The operators that this engine runs.
package enum Registry {
  /// Every operator, in alphabetical order.
  package static let operators: [any Operator.Type] = [
    Add.self, AveragePool2D.self, Concatenation.self, Conv2D.self, DepthwiseConv2D.self,
    Dequantize.self, Elu.self, ExpandDims.self, FullyConnected.self, HardSwish.self,
    LeakyRelu.self, Logistic.self, MaxPool2D.self, Mean.self, Mul.self, Pad.self, PadV2.self,
    Quantize.self, Relu.self, Relu0To1.self, Relu6.self, ReluN1To1.self, Reshape.self,
    ResizeBilinear.self, ResizeNearestNeighbor.self, Softmax.self, Squeeze.self, Sub.self,
    Sum.self, Tanh.self,
  ]

  private static let byCode = Dictionary(
    uniqueKeysWithValues: operators.map { ($0.code, $0) })

  /// The type that runs an operator, or nil where this engine has none.
  package static func type(for code: BuiltinOperator) -> (any Operator.Type)? { byCode[code] }
}
