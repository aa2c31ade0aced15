internal import SwiftletFormat
internal import SwiftletTensor

extension Operator {
  /// Operators of one node of floats each.
  package func elementwiseNodes(_ operands: Operands) -> Int {
    ElementwiseNodes.onFloats.contains(Self.code) ? ElementwiseNodes.count(operands) : 0
  }
}

/// Which nodes XNNPACK makes of operators that map each element by itself.
enum ElementwiseNodes {
  /// Operators that it takes on floats, without activation.
  fileprivate static let onFloats: Set<BuiltinOperator> = [
    .abs, .ceil, .cos, .elu, .exp, .floor, .gelu, .hardSwish, .leakyRelu, .log, .logistic,
    .maximum, .minimum, .neg, .prelu, .relu, .relu6, .reluN1To1, .round, .rsqrt, .sign, .sin,
    .sqrt, .square, .squaredDifference, .tanh,
  ]

  /// One, and one more for an activation that limits the result; none unless all is float.
  static func count(_ operands: Operands, activation: ActivationFunction = .none) -> Int {
    let infos = operands.inputs.compactMap(\.self) + operands.outputs
    return infos.allSatisfy { $0.type == .float32 } && operands.areDelegableElements
      ? nodes(with: activation) : 0
  }

  /// One, and one more for an activation that limits the result.
  static func nodes(with activation: ActivationFunction) -> Int {
    switch activation {
    case .none: 1
    case .relu, .reluN1To1, .relu6: 2
    case .tanh, .signBit: 0
    }
  }

  /// One where a byte tensor is mapped and the delegate takes its quantisation, none elsewhere.
  static func countOfBytes(_ operands: Operands) -> Int {
    guard let input = operands.inputs.first.flatMap(\.self) else { return 0 }
    return input.type.isQuantizedByte && operands.areDelegableElements ? 1 : 0
  }
}
