internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// Lowers float convolutions and fully connected layers to packed kernels.
///
/// An output's sum has one order for a plan, whatever its thread and however units are cut.
package enum FloatConvolution {
  /// Chooses kernels and packs weights.
  ///
  /// The operands of the step are the input, the filter and the bias, in this order.
  package static func lower(
    _ convolution: Convolution, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let filter = try FloatFilter(convolution)
    var step =
      switch filter {
      case .dense(let dense): try lower(convolution, dense, in: context)
      case .depthwise(let depthwise): try lower(convolution, depthwise, in: context)
      }
    step.multiplyAccumulates = convolution.multiplyAccumulates
    return step
  }

  /// The limits of a fused activation; codes that only recurrent operators know are ignored, as in
  /// TensorFlow Lite.
  static func limits(of activation: ActivationFunction) -> (low: Float, high: Float) {
    switch activation {
    case .relu: (0, .infinity)
    case .reluN1To1: (-1, 1)
    case .relu6: (0, 6)
    case .none, .tanh, .signBit: (-.infinity, .infinity)
    }
  }

  /// The multiplications that products of matrices do in a nanosecond on one core, for estimates:
  /// about 95 % of what the multipliers of current processors can.
  static func rate(of kernels: FloatKernels) -> Double { kernels.lanes > 4 ? 56 : 18 }
}

/// Where the weights of a float convolution lie in its filter.
enum FloatFilter {
  case dense(DenseFilter)
  case depthwise(DepthwiseFilter)

  /// Reads the kind of a convolution and checks the sizes of its operands.
  init(_ convolution: Convolution) throws(OperatorError) {
    let geometry = convolution.geometry
    let window = geometry.kernelHeight * geometry.kernelWidth
    let outputs = geometry.outputChannels
    let inputs = geometry.inputChannels
    let expected: Int
    switch convolution.kind {
    case .fullyConnected:
      self = .dense(
        DenseFilter(
          groups: 1, inputs: inputs, depth: inputs, columns: outputs, columnStride: inputs,
          depthStride: 1))
      expected = outputs * inputs
    case .dense(let groups):
      guard groups > 0, inputs % groups == 0, outputs % groups == 0 else {
        throw .invalid("cannot divide \(inputs) and \(outputs) channels into \(groups) groups")
      }
      let groupInputs = inputs / groups
      let depth = window * groupInputs
      expected = outputs * depth
      if groupInputs == 1 && groups > 1 {
        self = .depthwise(
          DepthwiseFilter(multiplier: outputs / inputs, channelStride: window, tapStride: 1))
      } else {
        self = .dense(
          DenseFilter(
            groups: groups, inputs: groupInputs, depth: depth, columns: outputs / groups,
            columnStride: depth, depthStride: 1))
      }
    case .depthwise(let multiplier):
      guard multiplier > 0, inputs.multipliedReportingOverflow(by: multiplier) == (outputs, false)
      else {
        throw .invalid("has \(outputs) output channels for \(inputs) inputs times \(multiplier)")
      }
      expected = window * outputs
      if inputs == 1 {
        self = .dense(
          DenseFilter(
            groups: 1, inputs: 1, depth: window, columns: outputs, columnStride: 1,
            depthStride: outputs))
      } else {
        self = .depthwise(
          DepthwiseFilter(multiplier: multiplier, channelStride: 1, tapStride: outputs))
      }
    }
    try Self.check(convolution.filter, holds: expected, as: "filter")
    if let bias = convolution.bias { try Self.check(bias, holds: outputs, as: "bias") }
  }

  private static func check(
    _ info: TensorInfo, holds count: Int, as name: String
  ) throws(OperatorError) {
    guard info.type == .float32 else {
      throw .unsupported("has a \(name) of \(info.type.name) beside float32 values")
    }
    guard info.elementCount == count else {
      throw .invalid("has a \(name) of \(info.elementCount) values instead of \(count)")
    }
    if let constant = info.constant, constant.count < 4 * count {
      throw .invalid("has a \(name) of \(constant.count) bytes instead of \(4 * count)")
    }
  }
}

/// A filter as one matrix for each group: `depth` steps by `columns`.
struct DenseFilter: Sendable, Hashable {
  var groups: Int
  /// The input channels of a group.
  var inputs: Int
  /// The window times the input channels of a group.
  var depth: Int
  /// The output channels of a group.
  var columns: Int
  /// The values between neighbouring columns, and between neighbouring depth steps.
  var columnStride: Int
  var depthStride: Int

  /// The numbers, for the name of a packing; describing the value by reflection takes longer than packing.
  var key: String {
    "\(groups) \(inputs) \(depth) \(columns) \(columnStride) \(depthStride)"
  }
}

/// A filter with its own window for each output channel.
struct DepthwiseFilter: Sendable, Hashable {
  var multiplier: Int
  /// The values between neighbouring channels, and between neighbouring taps.
  var channelStride: Int
  var tapStride: Int

  /// The numbers, for the name of a packing.
  var key: String { "\(multiplier) \(channelStride) \(tapStride)" }
}
