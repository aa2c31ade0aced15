/// Options of `SVDF`.
public struct SVDFOptions: OperatorOptions, Hashable {
  /// The number of filters that make up one unit.
  public var rank: Int = 0
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none
  /// Whether float inputs get a zero point when they are quantised on the fly.
  public var asymmetricQuantizeInputs: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension SVDFOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32(0, "rank", &rank)
    try coder.enumeration(1, "fused_activation_function", &fusedActivation)
    try coder.bool(2, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
  }
}

/// Options of `RNN`.
public struct RNNOptions: OperatorOptions, Hashable {
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none
  /// Whether float inputs get a zero point when they are quantised on the fly.
  public var asymmetricQuantizeInputs: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension RNNOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "fused_activation_function", &fusedActivation)
    try coder.bool(1, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
  }
}

/// Options of `UNIDIRECTIONAL_SEQUENCE_RNN`.
public struct SequenceRNNOptions: OperatorOptions, Hashable {
  /// Whether time is the first axis, and the batch the second.
  public var timeMajor: Bool = false
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none
  /// Whether float inputs get a zero point when they are quantised on the fly.
  public var asymmetricQuantizeInputs: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension SequenceRNNOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.bool(0, "time_major", &timeMajor)
    try coder.enumeration(1, "fused_activation_function", &fusedActivation)
    try coder.bool(2, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
  }
}

/// Options of `BIDIRECTIONAL_SEQUENCE_RNN`.
public struct BidirectionalSequenceRNNOptions: OperatorOptions, Hashable {
  /// Whether time is the first axis, and the batch the second.
  public var timeMajor: Bool = false
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none
  /// Whether both directions share one output.
  public var mergeOutputs: Bool = false
  /// Whether float inputs get a zero point when they are quantised on the fly.
  public var asymmetricQuantizeInputs: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension BidirectionalSequenceRNNOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.bool(0, "time_major", &timeMajor)
    try coder.enumeration(1, "fused_activation_function", &fusedActivation)
    try coder.bool(2, "merge_outputs", &mergeOutputs)
    try coder.bool(3, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
  }
}

/// Options of `LSTM`.
public struct LSTMOptions: OperatorOptions, Hashable {
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none
  /// The largest magnitude of the cell state; 0 for any.
  public var cellClip: Float = 0
  /// The largest magnitude of the projection; 0 for any.
  public var projClip: Float = 0
  /// Which set of operands the node has.
  public var kernelType: LSTMKernelType = .full
  /// Whether float inputs get a zero point when they are quantised on the fly.
  public var asymmetricQuantizeInputs: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension LSTMOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "fused_activation_function", &fusedActivation)
    try coder.float(1, "cell_clip", &cellClip)
    try coder.float(2, "proj_clip", &projClip)
    try coder.enumeration(3, "kernel_type", &kernelType)
    try coder.bool(4, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
  }
}

/// Options of `UNIDIRECTIONAL_SEQUENCE_LSTM`.
public struct UnidirectionalSequenceLSTMOptions: OperatorOptions, Hashable {
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none
  /// The largest magnitude of the cell state; 0 for any.
  public var cellClip: Float = 0
  /// The largest magnitude of the projection; 0 for any.
  public var projClip: Float = 0
  /// Whether time is the first axis, and the batch the second.
  public var timeMajor: Bool = false
  /// Whether float inputs get a zero point when they are quantised on the fly.
  public var asymmetricQuantizeInputs: Bool = false
  /// Whether recurrent weights are diagonals.
  public var diagonalRecurrentTensors: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension UnidirectionalSequenceLSTMOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "fused_activation_function", &fusedActivation)
    try coder.float(1, "cell_clip", &cellClip)
    try coder.float(2, "proj_clip", &projClip)
    try coder.bool(3, "time_major", &timeMajor)
    try coder.bool(4, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
    try coder.bool(5, "diagonal_recurrent_tensors", &diagonalRecurrentTensors)
  }
}

/// Options of `BIDIRECTIONAL_SEQUENCE_LSTM`.
public struct BidirectionalSequenceLSTMOptions: OperatorOptions, Hashable {
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none
  /// The largest magnitude of the cell state; 0 for any.
  public var cellClip: Float = 0
  /// The largest magnitude of the projection; 0 for any.
  public var projClip: Float = 0
  /// Whether both directions share one output.
  public var mergeOutputs: Bool = false
  /// Whether time is the first axis, and the batch the second.
  public var timeMajor: Bool = true
  /// Whether float inputs get a zero point when they are quantised on the fly.
  public var asymmetricQuantizeInputs: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension BidirectionalSequenceLSTMOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "fused_activation_function", &fusedActivation)
    try coder.float(1, "cell_clip", &cellClip)
    try coder.float(2, "proj_clip", &projClip)
    try coder.bool(3, "merge_outputs", &mergeOutputs)
    try coder.bool(4, "time_major", &timeMajor)
    try coder.bool(5, "asymmetric_quantize_inputs", &asymmetricQuantizeInputs)
  }
}
