internal import SwiftletFormat
internal import SwiftletSIMD

/// Functions that recurrent operators apply to rows of floats.
struct RecurrentActivation: Sendable {
  let function: ActivationFunction
  private let kernels: KernelTable

  init(_ function: ActivationFunction, _ kernels: KernelTable) {
    self.function = function
    self.kernels = kernels
  }

  /// `output[i] = function(input[i])`; may run in place.
  func apply(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, count: Int
  ) {
    switch function {
    case .tanh: unsafe kernels.elementwise.unary(.tanh, input, output, count, 0)
    case .signBit:
      for index in 0..<count { unsafe output[index] = input[index].sign == .minus ? 1 : 0 }
    case .none:
      if unsafe input != UnsafePointer(output) { unsafe output.update(from: input, count: count) }
    case .relu, .reluN1To1, .relu6:
      let limits = function.floatLimits
      unsafe kernels.float.clamp(input, output, count, limits.lowerBound, limits.upperBound)
    }
  }
}
