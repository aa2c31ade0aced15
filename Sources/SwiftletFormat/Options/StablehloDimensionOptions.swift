/// Options of `STABLEHLO_CONVOLUTION`.
public struct StablehloConvolutionOptions: OperatorOptions, Hashable {
  /// The distance between windows along each spatial axis.
  public var windowStrides: [Int] = []
  /// Padding before and after each spatial axis.
  public var padding: [Int] = []
  /// The distance between neighbours of the operand along each spatial axis.
  public var lhsDilation: [Int] = []
  /// The distance between taps along each spatial axis.
  public var rhsDilation: [Int] = []
  /// Whether taps are reversed along each spatial axis.
  public var windowReversal: [Bool] = []
  /// The operand's batch axis.
  public var inputBatchDimension: Int = 0
  /// The operand's channel axis.
  public var inputFeatureDimension: Int = 0
  /// The operand's spatial axes.
  public var inputSpatialDimensions: [Int] = []
  /// The kernel's axis of input channels.
  public var kernelInputFeatureDimension: Int = 0
  /// The kernel's axis of output channels.
  public var kernelOutputFeatureDimension: Int = 0
  /// The kernel's spatial axes.
  public var kernelSpatialDimensions: [Int] = []
  /// The result's batch axis.
  public var outputBatchDimension: Int = 0
  /// The result's channel axis.
  public var outputFeatureDimension: Int = 0
  /// The result's spatial axes.
  public var outputSpatialDimensions: [Int] = []
  /// The number of groups of channels.
  public var featureGroupCount: Int = 0
  /// The number of groups of the batch.
  public var batchGroupCount: Int = 0
  /// How exactly each operand is used.
  public var precisionConfig: [StablehloPrecisionConfig] = []

  /// The schema's defaults.
  public init() {}
}

extension StablehloConvolutionOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int64s(0, "window_strides", &windowStrides)
    try coder.int64s(1, "padding", &padding)
    try coder.int64s(2, "lhs_dilation", &lhsDilation)
    try coder.int64s(3, "rhs_dilation", &rhsDilation)
    try coder.bools(4, "window_reversal", &windowReversal)
    try coder.int64(5, "input_batch_dimension", &inputBatchDimension)
    try coder.int64(6, "input_feature_dimension", &inputFeatureDimension)
    try coder.int64s(7, "input_spatial_dimensions", &inputSpatialDimensions)
    try coder.int64(8, "kernel_input_feature_dimension", &kernelInputFeatureDimension)
    try coder.int64(9, "kernel_output_feature_dimension", &kernelOutputFeatureDimension)
    try coder.int64s(10, "kernel_spatial_dimensions", &kernelSpatialDimensions)
    try coder.int64(11, "output_batch_dimension", &outputBatchDimension)
    try coder.int64(12, "output_feature_dimension", &outputFeatureDimension)
    try coder.int64s(13, "output_spatial_dimensions", &outputSpatialDimensions)
    try coder.int64(14, "feature_group_count", &featureGroupCount)
    try coder.int64(15, "batch_group_count", &batchGroupCount)
    try coder.enumerations(16, "precision_config", &precisionConfig)
  }
}

/// Options of `STABLEHLO_SCATTER`.
public struct StablehloScatterOptions: OperatorOptions, Hashable {
  /// Whether indices ascend.
  public var indicesAreSorted: Bool = false
  /// The axes of the updates that are windows.
  public var updateWindowDims: [Int] = []
  /// The axes of the operand that windows lack.
  public var insertedWindowDims: [Int] = []
  /// For each component of an index, the axis of the operand.
  public var scatterDimsToOperandDims: [Int] = []
  /// The axis of the indices that holds components.
  public var indexVectorDim: Int = 0
  /// Whether indices do not repeat.
  public var uniqueIndices: Bool = false
  /// The subgraph that combines an element with its update.
  public var updateComputationSubgraphIndex: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension StablehloScatterOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.bool(0, "indices_are_sorted", &indicesAreSorted)
    try coder.int64s(1, "update_window_dims", &updateWindowDims)
    try coder.int64s(2, "inserted_window_dims", &insertedWindowDims)
    try coder.int64s(3, "scatter_dims_to_operand_dims", &scatterDimsToOperandDims)
    try coder.int64(4, "index_vector_dim", &indexVectorDim)
    try coder.bool(5, "unique_indices", &uniqueIndices)
    try coder.subgraph(6, "update_computation_subgraph_index", &updateComputationSubgraphIndex)
  }
}

/// Options of `STABLEHLO_DOT_GENERAL`.
public struct StablehloDotGeneralOptions: OperatorOptions, Hashable {
  /// The batch axes of the left operand.
  public var lhsBatchingDimensions: [Int] = []
  /// The batch axes of the right operand.
  public var rhsBatchingDimensions: [Int] = []
  /// The axes of the left operand that are summed over.
  public var lhsContractingDimensions: [Int] = []
  /// The axes of the right operand that are summed over.
  public var rhsContractingDimensions: [Int] = []
  /// How exactly each operand is used.
  public var precisionConfig: [StablehloPrecisionConfig] = []

  /// The schema's defaults.
  public init() {}
}

extension StablehloDotGeneralOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int64s(0, "lhs_batching_dimensions", &lhsBatchingDimensions)
    try coder.int64s(1, "rhs_batching_dimensions", &rhsBatchingDimensions)
    try coder.int64s(2, "lhs_contracting_dimensions", &lhsContractingDimensions)
    try coder.int64s(3, "rhs_contracting_dimensions", &rhsContractingDimensions)
    try coder.enumerations(4, "precision_config", &precisionConfig)
  }
}

/// Options of `STABLEHLO_REDUCE_WINDOW`.
public struct StablehloReduceWindowOptions: OperatorOptions, Hashable {
  /// The extent of a window along each axis.
  public var windowDimensions: [Int] = []
  /// The distance between windows along each axis.
  public var windowStrides: [Int] = []
  /// The distance between neighbours of the operand along each axis.
  public var baseDilations: [Int] = []
  /// The distance between taps along each axis.
  public var windowDilations: [Int] = []
  /// Padding before and after each axis.
  public var padding: [Int] = []
  /// The subgraph that combines two elements.
  public var bodySubgraphIndex: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension StablehloReduceWindowOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int64s(0, "window_dimensions", &windowDimensions)
    try coder.int64s(1, "window_strides", &windowStrides)
    try coder.int64s(2, "base_dilations", &baseDilations)
    try coder.int64s(3, "window_dilations", &windowDilations)
    try coder.int64s(4, "padding", &padding)
    try coder.subgraph(5, "body_subgraph_index", &bodySubgraphIndex)
  }
}

/// Options of `STABLEHLO_GATHER`.
public struct StablehloGatherOptions: OperatorOptions, Hashable {
  /// The axes of the result that are windows.
  public var offsetDims: [Int] = []
  /// The axes of the operand that windows lack.
  public var collapsedSliceDims: [Int] = []
  /// For each component of an index, the axis of the operand.
  public var startIndexMap: [Int] = []
  /// The axis of the indices that holds components.
  public var indexVectorDim: Int = 0
  /// The extent of a window along each axis of the operand.
  public var sliceSizes: [Int] = []
  /// Whether indices ascend.
  public var indicesAreSorted: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension StablehloGatherOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int64s(0, "offset_dims", &offsetDims)
    try coder.int64s(1, "collapsed_slice_dims", &collapsedSliceDims)
    try coder.int64s(2, "start_index_map", &startIndexMap)
    try coder.int64(3, "index_vector_dim", &indexVectorDim)
    try coder.int64s(4, "slice_sizes", &sliceSizes)
    try coder.bool(5, "indices_are_sorted", &indicesAreSorted)
  }
}
