public import SwiftletTensor

/// Options of `CONCATENATION`.
public struct ConcatenationOptions: OperatorOptions, Hashable {
  /// The axis along which operands are joined; negative ones count from the end.
  public var axis: Int = 0
  /// What is applied to the result.
  public var fusedActivation: ActivationFunction = .none

  /// The schema's defaults.
  public init() {}
}

extension ConcatenationOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32(0, "axis", &axis)
    try coder.enumeration(1, "fused_activation_function", &fusedActivation)
  }
}

/// Options of `RESHAPE`.
public struct ReshapeOptions: OperatorOptions, Hashable {
  /// The shape, where no operand gives it; −1 for the extent that follows from the others.
  public var newShape: [Int] = []

  /// The schema's defaults.
  public init() {}
}

extension ReshapeOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32s(0, "new_shape", &newShape)
  }
}

/// Options of `SQUEEZE`.
public struct SqueezeOptions: OperatorOptions, Hashable {
  /// The axes to drop; none for all of extent 1.
  public var squeezeDims: [Int] = []

  /// The schema's defaults.
  public init() {}
}

extension SqueezeOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32s(0, "squeeze_dims", &squeezeDims)
  }
}

/// Options of `SPACE_TO_DEPTH`.
public struct SpaceToDepthOptions: OperatorOptions, Hashable {
  /// The edge of the squares that become channels.
  public var blockSize: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension SpaceToDepthOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32(0, "block_size", &blockSize)
  }
}

/// Options of `DEPTH_TO_SPACE`.
public struct DepthToSpaceOptions: OperatorOptions, Hashable {
  /// The edge of the squares that channels become.
  public var blockSize: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension DepthToSpaceOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32(0, "block_size", &blockSize)
  }
}

/// Options of `GATHER`.
public struct GatherOptions: OperatorOptions, Hashable {
  /// The axis that indices select along.
  public var axis: Int = 0
  /// The number of leading axes that operand and indices share.
  public var batchDims: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension GatherOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32(0, "axis", &axis)
    try coder.int32(1, "batch_dims", &batchDims)
  }
}

/// Options of `STRIDED_SLICE`.
///
/// Bit *i* of a mask speaks of entry *i* of begin, end and strides.
public struct StridedSliceOptions: OperatorOptions, Hashable {
  /// Where begin is ignored.
  public var beginMask: Int = 0
  /// Where end is ignored.
  public var endMask: Int = 0
  /// Which entry stands for all axes that are not mentioned.
  public var ellipsisMask: Int = 0
  /// Which entries insert an axis of extent 1.
  public var newAxisMask: Int = 0
  /// Which entries take one index and drop the axis.
  public var shrinkAxisMask: Int = 0
  /// Whether end is counted from begin.
  public var offset: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension StridedSliceOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32(0, "begin_mask", &beginMask)
    try coder.int32(1, "end_mask", &endMask)
    try coder.int32(2, "ellipsis_mask", &ellipsisMask)
    try coder.int32(3, "new_axis_mask", &newAxisMask)
    try coder.int32(4, "shrink_axis_mask", &shrinkAxisMask)
    try coder.bool(5, "offset", &offset)
  }
}

/// Options of `SPLIT`.
public struct SplitOptions: OperatorOptions, Hashable {
  /// The number of parts.
  public var numSplits: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension SplitOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32(0, "num_splits", &numSplits)
  }
}

/// Options of `SPLIT_V`.
public struct SplitVOptions: OperatorOptions, Hashable {
  /// The number of parts.
  public var numSplits: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension SplitVOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32(0, "num_splits", &numSplits)
  }
}

/// Options of `PACK`.
public struct PackOptions: OperatorOptions, Hashable {
  /// The number of operands.
  public var valuesCount: Int = 0
  /// Where the new axis goes.
  public var axis: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension PackOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32(0, "values_count", &valuesCount)
    try coder.int32(1, "axis", &axis)
  }
}

/// Options of `UNPACK`.
public struct UnpackOptions: OperatorOptions, Hashable {
  /// The number of results.
  public var num: Int = 0
  /// The axis that goes away.
  public var axis: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension UnpackOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32(0, "num", &num)
    try coder.int32(1, "axis", &axis)
  }
}

/// Options of `ONE_HOT`.
public struct OneHotOptions: OperatorOptions, Hashable {
  /// Where the new axis goes; −1 for the end.
  public var axis: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension OneHotOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32(0, "axis", &axis)
  }
}

/// Options of `MIRROR_PAD`.
public struct MirrorPadOptions: OperatorOptions, Hashable {
  /// Whether the edge itself is repeated.
  public var mode: MirrorPadMode = .reflect

  /// The schema's defaults.
  public init() {}
}

extension MirrorPadOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "mode", &mode)
  }
}

/// Options of `REVERSE_SEQUENCE`.
public struct ReverseSequenceOptions: OperatorOptions, Hashable {
  /// The axis that is reversed.
  public var seqDim: Int = 0
  /// The axis along which lengths change.
  public var batchDim: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension ReverseSequenceOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32(0, "seq_dim", &seqDim)
    try coder.int32(1, "batch_dim", &batchDim)
  }
}

/// Options of `SHAPE`.
public struct ShapeOptions: OperatorOptions, Hashable {
  /// The integer type of the extents; `float32` means that none is set.
  public var outType: ElementType = .float32

  /// The schema's defaults.
  public init() {}
}

extension ShapeOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.elementType(0, "out_type", &outType)
  }
}

/// Options of `RESIZE_BILINEAR`; fields 0 and 1 of the table are obsolete.
public struct ResizeBilinearOptions: OperatorOptions, Hashable {
  /// Whether the centres of the corner pixels coincide.
  public var alignCorners: Bool = false
  /// Whether pixel centres lie at halves.
  public var halfPixelCenters: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension ResizeBilinearOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.bool(2, "align_corners", &alignCorners)
    try coder.bool(3, "half_pixel_centers", &halfPixelCenters)
  }
}

/// Options of `RESIZE_NEAREST_NEIGHBOR`.
public struct ResizeNearestNeighborOptions: OperatorOptions, Hashable {
  /// Whether the centres of the corner pixels coincide.
  public var alignCorners: Bool = false
  /// Whether pixel centres lie at halves.
  public var halfPixelCenters: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension ResizeNearestNeighborOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.bool(0, "align_corners", &alignCorners)
    try coder.bool(1, "half_pixel_centers", &halfPixelCenters)
  }
}
