/// Options of `STABLEHLO_CONCATENATE`.
public struct StablehloConcatenateOptions: OperatorOptions, Hashable {
  /// The axis along which operands are joined.
  public var dimension: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension StablehloConcatenateOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int64(0, "dimension", &dimension)
  }
}

/// Options of `STABLEHLO_BROADCAST_IN_DIM`.
public struct StablehloBroadcastInDimOptions: OperatorOptions, Hashable {
  /// For each axis of the operand, the axis of the result.
  public var broadcastDimensions: [Int] = []

  /// The schema's defaults.
  public init() {}
}

extension StablehloBroadcastInDimOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int64s(0, "broadcast_dimensions", &broadcastDimensions)
  }
}

/// Options of `STABLEHLO_SLICE`.
public struct StablehloSliceOptions: OperatorOptions, Hashable {
  /// The first index along each axis.
  public var startIndices: [Int] = []
  /// The index after the last along each axis.
  public var limitIndices: [Int] = []
  /// The step along each axis.
  public var strides: [Int] = []

  /// The schema's defaults.
  public init() {}
}

extension StablehloSliceOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int64s(0, "start_indices", &startIndices)
    try coder.int64s(1, "limit_indices", &limitIndices)
    try coder.int64s(2, "strides", &strides)
  }
}

/// Options of `STABLEHLO_CUSTOM_CALL`.
public struct StablehloCustomCallOptions: OperatorOptions, Hashable {
  /// What to call.
  public var callTargetName: String = ""
  /// Whether the call does more than compute its results.
  public var hasSideEffect: Bool = false
  /// Settings that only the target understands.
  public var backendConfig: String = ""
  /// The calling convention.
  public var apiVersion: Int = 0
  /// Subgraphs that the target may run.
  public var calledComputations: [Int] = []
  /// Attributes that only the target understands.
  public var customAttributes: [UInt8] = []

  /// The schema's defaults.
  public init() {}
}

extension StablehloCustomCallOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.string(0, "call_target_name", &callTargetName)
    try coder.bool(1, "has_side_effect", &hasSideEffect)
    try coder.string(2, "backend_config", &backendConfig)
    try coder.int32(3, "api_version", &apiVersion)
    try coder.int32s(4, "called_computations", &calledComputations)
    try coder.bytes(5, "custom_attributes", &customAttributes)
  }
}

/// Options of `STABLEHLO_REDUCE`.
public struct StablehloReduceOptions: OperatorOptions, Hashable {
  /// The axes to reduce.
  public var dimensions: [Int] = []
  /// The subgraph that combines two elements.
  public var bodySubgraphIndex: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension StablehloReduceOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int64s(0, "dimensions", &dimensions)
    try coder.subgraph(1, "body_subgraph_index", &bodySubgraphIndex)
  }
}

/// Options of `STABLEHLO_COMPARE`.
public struct StablehloCompareOptions: OperatorOptions, Hashable {
  /// Which relation is tested.
  public var comparisonDirection: StablehloComparisonDirection = .equal
  /// How values are ordered.
  public var compareType: StablehloComparisonType = .none

  /// The schema's defaults.
  public init() {}
}

extension StablehloCompareOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "comparison_direction", &comparisonDirection)
    try coder.enumeration(1, "compare_type", &compareType)
  }
}

/// Options of `STABLEHLO_DYNAMIC_SLICE`.
public struct StablehloDynamicSliceOptions: OperatorOptions, Hashable {
  /// The extent of the slice along each axis.
  public var sliceSizes: [Int] = []

  /// The schema's defaults.
  public init() {}
}

extension StablehloDynamicSliceOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int64s(0, "slice_sizes", &sliceSizes)
  }
}

/// Options of `STABLEHLO_PAD`.
public struct StablehloPadOptions: OperatorOptions, Hashable {
  /// What is inserted before each axis; negative amounts cut off.
  public var edgePaddingLow: [Int] = []
  /// What is inserted after each axis; negative amounts cut off.
  public var edgePaddingHigh: [Int] = []
  /// What is inserted between neighbours along each axis.
  public var interiorPadding: [Int] = []

  /// The schema's defaults.
  public init() {}
}

extension StablehloPadOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int64s(0, "edge_padding_low", &edgePaddingLow)
    try coder.int64s(1, "edge_padding_high", &edgePaddingHigh)
    try coder.int64s(2, "interior_padding", &interiorPadding)
  }
}

/// Options of `STABLEHLO_IOTA`.
public struct StablehloIotaOptions: OperatorOptions, Hashable {
  /// The axis along which values count up.
  public var iotaDimension: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension StablehloIotaOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int64(0, "iota_dimension", &iotaDimension)
  }
}

/// Options of `STABLEHLO_SORT`.
public struct StablehloSortOptions: OperatorOptions, Hashable {
  /// The axis to sort along.
  public var dimension: Int = 0
  /// Whether equal elements keep their order.
  public var isStable: Bool = false
  /// The subgraph that compares two elements.
  public var comparatorSubgraphIndex: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension StablehloSortOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int64(0, "dimension", &dimension)
    try coder.bool(1, "is_stable", &isStable)
    try coder.subgraph(2, "comparator_subgraph_index", &comparatorSubgraphIndex)
  }
}

/// Options of `STABLEHLO_WHILE`.
public struct StablehloWhileOptions: OperatorOptions, Hashable {
  /// The subgraph that says whether to go on.
  public var condSubgraphIndex: Int = 0
  /// The subgraph to repeat.
  public var bodySubgraphIndex: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension StablehloWhileOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.subgraph(0, "cond_subgraph_index", &condSubgraphIndex)
    try coder.subgraph(1, "body_subgraph_index", &bodySubgraphIndex)
  }
}

/// Options of `STABLEHLO_TRANSPOSE`.
public struct StablehloTransposeOptions: OperatorOptions, Hashable {
  /// For each axis of the result, the axis of the operand.
  public var permutation: [Int] = []

  /// The schema's defaults.
  public init() {}
}

extension StablehloTransposeOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int64s(0, "permutation", &permutation)
  }
}

/// Options of `STABLEHLO_RNG_BIT_GENERATOR`.
public struct StablehloRngBitGeneratorOptions: OperatorOptions, Hashable {
  /// How bits are generated.
  public var algorithm: RngAlgorithm = .default

  /// The schema's defaults.
  public init() {}
}

extension StablehloRngBitGeneratorOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "algorithm", &algorithm)
  }
}

/// Options of `STABLEHLO_CASE`.
public struct StablehloCaseOptions: OperatorOptions, Hashable {
  /// The subgraph to run for each value of the index.
  public var branchSubgraphIndices: [Int] = []

  /// The schema's defaults.
  public init() {}
}

extension StablehloCaseOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.subgraphs(0, "branch_subgraph_indices", &branchSubgraphIndices)
  }
}

/// Options of `STABLEHLO_COMPOSITE`.
public struct StableHLOCompositeOptions: OperatorOptions, Hashable {
  /// What the composite is called, such as `odml.rms_norm`.
  public var name: String = ""
  /// The subgraph that computes the same.
  public var decompositionSubgraphIndex: Int = 0
  /// A FlexBuffer of attributes.
  public var compositeAttributes: [UInt8] = []
  /// How the attributes are encoded.
  public var compositeAttributesFormat: CustomOptionsFormat = .flexBuffers
  /// The version of the composite.
  public var version: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension StableHLOCompositeOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.string(0, "name", &name)
    try coder.subgraph(1, "decomposition_subgraph_index", &decompositionSubgraphIndex)
    try coder.bytes(2, "composite_attributes", &compositeAttributes)
    try coder.enumeration(3, "composite_attributes_format", &compositeAttributesFormat)
    try coder.int32(4, "version", &version)
  }
}
