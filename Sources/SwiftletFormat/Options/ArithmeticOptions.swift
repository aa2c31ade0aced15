public import SwiftletTensor

/// Options of `ADD`.
public struct AddOptions: OperatorOptions, Hashable {
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none
  /// Whether 16-bit scales are powers of two.
  public var potScaleInt16: Bool = true

  /// The schema's defaults.
  public init() {}
}

extension AddOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "fused_activation_function", &fusedActivation)
    try coder.bool(1, "pot_scale_int16", &potScaleInt16)
  }
}

/// Options of `SUB`.
public struct SubOptions: OperatorOptions, Hashable {
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none
  /// Whether 16-bit scales are powers of two.
  public var potScaleInt16: Bool = true

  /// The schema's defaults.
  public init() {}
}

extension SubOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "fused_activation_function", &fusedActivation)
    try coder.bool(1, "pot_scale_int16", &potScaleInt16)
  }
}

/// Options of `MUL`.
public struct MulOptions: OperatorOptions, Hashable {
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none

  /// The schema's defaults.
  public init() {}
}

extension MulOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "fused_activation_function", &fusedActivation)
  }
}

/// Options of `DIV`.
public struct DivOptions: OperatorOptions, Hashable {
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none

  /// The schema's defaults.
  public init() {}
}

extension DivOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "fused_activation_function", &fusedActivation)
  }
}

/// Options of `FULLY_CONNECTED`.
public struct FullyConnectedOptions: OperatorOptions, Hashable {
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none
  /// How the weights are laid out.
  public var weightsFormat: FullyConnectedWeightsFormat = .default
  /// Whether the result has the rank of the input.
  public var keepNumDims: Bool = false
  /// Whether float inputs get a zero point when they are quantised on the fly.
  public var asymmetricQuantizeInputs: Bool = false
  /// The type of the bias of a quantised operator; `float32` means that none is set.
  public var quantizedBiasType: ElementType = .float32

  /// The schema's defaults.
  public init() {}
}

extension FullyConnectedOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "fused_activation_function", &fusedActivation)
    try coder.enumeration(1, "weights_format", &weightsFormat)
    try coder.bool(2, "keep_num_dims", &keepNumDims)
    try coder.bool(3, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
    try coder.elementType(4, "quantized_bias_type", &quantizedBiasType)
  }
}

/// Options of `BATCH_MATMUL`.
public struct BatchMatMulOptions: OperatorOptions, Hashable {
  /// Whether the left operand is transposed.
  public var adjX: Bool = false
  /// Whether the right operand is transposed.
  public var adjY: Bool = false
  /// Whether float inputs get a zero point when they are quantised on the fly.
  public var asymmetricQuantizeInputs: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension BatchMatMulOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.bool(0, "adj_x", &adjX)
    try coder.bool(1, "adj_y", &adjY)
    try coder.bool(2, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
  }
}

/// Options of `SOFTMAX`.
public struct SoftmaxOptions: OperatorOptions, Hashable {
  /// The factor of the exponents.
  public var beta: Float = 0

  /// The schema's defaults.
  public init() {}
}

extension SoftmaxOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.float(0, "beta", &beta)
  }
}

/// Options of `L2_NORMALIZATION`.
public struct L2NormOptions: OperatorOptions, Hashable {
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none

  /// The schema's defaults.
  public init() {}
}

extension L2NormOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "fused_activation_function", &fusedActivation)
  }
}

/// Options of `LOCAL_RESPONSE_NORMALIZATION`.
public struct LocalResponseNormalizationOptions: OperatorOptions, Hashable {
  /// The number of neighbouring channels on each side.
  public var radius: Int = 0
  /// What is added to the scaled sum of squares.
  public var bias: Float = 0
  /// The factor of the sum of squares.
  public var alpha: Float = 0
  /// The exponent.
  public var beta: Float = 0

  /// The schema's defaults.
  public init() {}
}

extension LocalResponseNormalizationOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32(0, "radius", &radius)
    try coder.float(1, "bias", &bias)
    try coder.float(2, "alpha", &alpha)
    try coder.float(3, "beta", &beta)
  }
}

/// Options of `LEAKY_RELU`.
public struct LeakyReluOptions: OperatorOptions, Hashable {
  /// The factor of negative values.
  public var alpha: Float = 0

  /// The schema's defaults.
  public init() {}
}

extension LeakyReluOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.float(0, "alpha", &alpha)
  }
}

/// Options of `GELU`.
public struct GeluOptions: OperatorOptions, Hashable {
  /// Whether the formula with the hyperbolic tangent is used.
  public var approximate: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension GeluOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.bool(0, "approximate", &approximate)
  }
}

/// Options of `MEAN`, `SUM`, `REDUCE_PROD`, `REDUCE_MAX`, `REDUCE_MIN`, `REDUCE_ANY` and
/// `REDUCE_ALL`.
public struct ReducerOptions: OperatorOptions, Hashable {
  /// Whether reduced axes stay, with extent 1.
  public var keepDims: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension ReducerOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.bool(0, "keep_dims", &keepDims)
  }
}

/// Options of `CUMSUM`.
public struct CumsumOptions: OperatorOptions, Hashable {
  /// Whether an element is left out of its own sum.
  public var exclusive: Bool = false
  /// Whether sums run from the end.
  public var reverse: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension CumsumOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.bool(0, "exclusive", &exclusive)
    try coder.bool(1, "reverse", &reverse)
  }
}

/// Options of `ARG_MAX`.
public struct ArgMaxOptions: OperatorOptions, Hashable {
  /// The integer type of the indices; `float32` means that none is set.
  public var outputType: ElementType = .float32

  /// The schema's defaults.
  public init() {}
}

extension ArgMaxOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.elementType(0, "output_type", &outputType)
  }
}

/// Options of `ARG_MIN`.
public struct ArgMinOptions: OperatorOptions, Hashable {
  /// The integer type of the indices; `float32` means that none is set.
  public var outputType: ElementType = .float32

  /// The schema's defaults.
  public init() {}
}

extension ArgMinOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.elementType(0, "output_type", &outputType)
  }
}

/// Options of `FAKE_QUANT`.
public struct FakeQuantOptions: OperatorOptions, Hashable {
  /// The least value.
  public var min: Float = 0
  /// The largest value.
  public var max: Float = 0
  /// The width of the integers that are imitated.
  public var numBits: Int = 0
  /// Whether the lowest integer is left out.
  public var narrowRange: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension FakeQuantOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.float(0, "min", &min)
    try coder.float(1, "max", &max)
    try coder.int32(2, "num_bits", &numBits)
    try coder.bool(3, "narrow_range", &narrowRange)
  }
}
