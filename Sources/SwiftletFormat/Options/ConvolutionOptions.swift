public import SwiftletTensor

/// Options of `CONV_2D`.
public struct Conv2DOptions: OperatorOptions, Hashable {
  /// How windows are treated that hang over the edges.
  public var padding: Padding = .same
  /// The distance between windows along the width.
  public var strideW: Int = 0
  /// The distance between windows along the height.
  public var strideH: Int = 0
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none
  /// The distance between taps along the width.
  public var dilationWFactor: Int = 1
  /// The distance between taps along the height.
  public var dilationHFactor: Int = 1
  /// The type of the bias of a quantised operator; `float32` means that none is set.
  public var quantizedBiasType: ElementType = .float32

  /// The schema's defaults.
  public init() {}
}

extension Conv2DOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "padding", &padding)
    try coder.int32(1, "stride_w", &strideW)
    try coder.int32(2, "stride_h", &strideH)
    try coder.enumeration(3, "fused_activation_function", &fusedActivation)
    try coder.int32(4, "dilation_w_factor", &dilationWFactor)
    try coder.int32(5, "dilation_h_factor", &dilationHFactor)
    try coder.elementType(6, "quantized_bias_type", &quantizedBiasType)
  }
}

/// Options of `DEPTHWISE_CONV_2D`.
public struct DepthwiseConv2DOptions: OperatorOptions, Hashable {
  /// How windows are treated that hang over the edges.
  public var padding: Padding = .same
  /// The distance between windows along the width.
  public var strideW: Int = 0
  /// The distance between windows along the height.
  public var strideH: Int = 0
  /// The output channels for each input channel; the shapes say the same.
  public var depthMultiplier: Int = 0
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none
  /// The distance between taps along the width.
  public var dilationWFactor: Int = 1
  /// The distance between taps along the height.
  public var dilationHFactor: Int = 1

  /// The schema's defaults.
  public init() {}
}

extension DepthwiseConv2DOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "padding", &padding)
    try coder.int32(1, "stride_w", &strideW)
    try coder.int32(2, "stride_h", &strideH)
    try coder.int32(3, "depth_multiplier", &depthMultiplier)
    try coder.enumeration(4, "fused_activation_function", &fusedActivation)
    try coder.int32(5, "dilation_w_factor", &dilationWFactor)
    try coder.int32(6, "dilation_h_factor", &dilationHFactor)
  }
}

/// Options of `TRANSPOSE_CONV`.
public struct TransposeConvOptions: OperatorOptions, Hashable {
  /// How windows are treated that hang over the edges.
  public var padding: Padding = .same
  /// The distance between windows along the width.
  public var strideW: Int = 0
  /// The distance between windows along the height.
  public var strideH: Int = 0
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none
  /// The type of the bias of a quantised operator; `float32` means that none is set.
  public var quantizedBiasType: ElementType = .float32

  /// The schema's defaults.
  public init() {}
}

extension TransposeConvOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "padding", &padding)
    try coder.int32(1, "stride_w", &strideW)
    try coder.int32(2, "stride_h", &strideH)
    try coder.enumeration(3, "fused_activation_function", &fusedActivation)
    try coder.elementType(4, "quantized_bias_type", &quantizedBiasType)
  }
}

/// Options of `CONV_3D` and `CONV_3D_TRANSPOSE`.
public struct Conv3DOptions: OperatorOptions, Hashable {
  /// How windows are treated that hang over the edges.
  public var padding: Padding = .same
  /// The distance between windows along the depth.
  public var strideD: Int = 0
  /// The distance between windows along the width.
  public var strideW: Int = 0
  /// The distance between windows along the height.
  public var strideH: Int = 0
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none
  /// The distance between taps along the depth.
  public var dilationDFactor: Int = 1
  /// The distance between taps along the width.
  public var dilationWFactor: Int = 1
  /// The distance between taps along the height.
  public var dilationHFactor: Int = 1

  /// The schema's defaults.
  public init() {}
}

extension Conv3DOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "padding", &padding)
    try coder.int32(1, "stride_d", &strideD)
    try coder.int32(2, "stride_w", &strideW)
    try coder.int32(3, "stride_h", &strideH)
    try coder.enumeration(4, "fused_activation_function", &fusedActivation)
    try coder.int32(5, "dilation_d_factor", &dilationDFactor)
    try coder.int32(6, "dilation_w_factor", &dilationWFactor)
    try coder.int32(7, "dilation_h_factor", &dilationHFactor)
  }
}

/// Options of `AVERAGE_POOL_2D`, `MAX_POOL_2D` and `L2_POOL_2D`.
public struct Pool2DOptions: OperatorOptions, Hashable {
  /// How windows are treated that hang over the edges.
  public var padding: Padding = .same
  /// The distance between windows along the width.
  public var strideW: Int = 0
  /// The distance between windows along the height.
  public var strideH: Int = 0
  /// The width of a window.
  public var filterWidth: Int = 0
  /// The height of a window.
  public var filterHeight: Int = 0
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none

  /// The schema's defaults.
  public init() {}
}

extension Pool2DOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "padding", &padding)
    try coder.int32(1, "stride_w", &strideW)
    try coder.int32(2, "stride_h", &strideH)
    try coder.int32(3, "filter_width", &filterWidth)
    try coder.int32(4, "filter_height", &filterHeight)
    try coder.enumeration(5, "fused_activation_function", &fusedActivation)
  }
}
