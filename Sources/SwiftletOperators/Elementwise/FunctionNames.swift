internal import SwiftletSIMD

// Printing a case by reflection takes as long as planning a small node.

extension FloatBinary {
  /// The name in profiles.
  var name: String {
    switch self {
    case .add: "add"
    case .subtract: "subtract"
    case .multiply: "multiply"
    case .divide: "divide"
    case .maximum: "maximum"
    case .minimum: "minimum"
    case .squaredDifference: "squaredDifference"
    case .parametricReLU: "parametricReLU"
    }
  }
}

extension FloatUnary {
  /// The name in profiles.
  var name: String {
    switch self {
    case .absolute: "absolute"
    case .negation: "negation"
    case .floor: "floor"
    case .ceiling: "ceiling"
    case .nearestEven: "nearestEven"
    case .sign: "sign"
    case .square: "square"
    case .squareRoot: "squareRoot"
    case .reciprocalSquareRoot: "reciprocalSquareRoot"
    case .exponential: "exponential"
    case .logarithm: "logarithm"
    case .logistic: "logistic"
    case .tanh: "tanh"
    case .elu: "elu"
    case .gelu: "gelu"
    case .geluTanh: "geluTanh"
    case .hardSwish: "hardSwish"
    case .leakyReLU: "leakyReLU"
    }
  }
}
