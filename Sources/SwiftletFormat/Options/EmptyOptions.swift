/// A table of options without fields: that the file stores it says nothing.
package protocol EmptyOptions: CodedOptions {}

extension EmptyOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {}
}

/// Options of `PAD`; the table has no fields.
public struct PadOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `BATCH_TO_SPACE_ND`; the table has no fields.
public struct BatchToSpaceNDOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `SPACE_TO_BATCH_ND`; the table has no fields.
public struct SpaceToBatchNDOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `TRANSPOSE`; the table has no fields.
public struct TransposeOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `TOPK_V2`; the table has no fields.
public struct TopKV2Options: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `DEQUANTIZE`; the table has no fields.
public struct DequantizeOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `PADV2`; the table has no fields.
public struct PadV2Options: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `SLICE`; the table has no fields.
public struct SliceOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `TILE`; the table has no fields.
public struct TileOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `EXPAND_DIMS`; the table has no fields.
public struct ExpandDimsOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `ZEROS_LIKE`; the table has no fields.
public struct ZerosLikeOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `FILL`; the table has no fields.
public struct FillOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `RANGE`; the table has no fields.
public struct RangeOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `REVERSE_V2`; the table has no fields.
public struct ReverseV2Options: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `GATHER_ND`; the table has no fields.
public struct GatherNdOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `WHERE`; the table has no fields.
public struct WhereOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `RANK`; the table has no fields.
public struct RankOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `MATRIX_DIAG`; the table has no fields.
public struct MatrixDiagOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `QUANTIZE`; the table has no fields.
public struct QuantizeOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `MATRIX_SET_DIAG`; the table has no fields.
public struct MatrixSetDiagOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `NON_MAX_SUPPRESSION_V4`; the table has no fields.
public struct NonMaxSuppressionV4Options: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `NON_MAX_SUPPRESSION_V5`; the table has no fields.
public struct NonMaxSuppressionV5Options: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `SCATTER_ND`; the table has no fields.
public struct ScatterNdOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `DENSIFY`; the table has no fields.
public struct DensifyOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `BROADCAST_TO`; the table has no fields.
public struct BroadcastToOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `HASHTABLE_FIND`; the table has no fields.
public struct HashtableFindOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `HASHTABLE_IMPORT`; the table has no fields.
public struct HashtableImportOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `HASHTABLE_SIZE`; the table has no fields.
public struct HashtableSizeOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `READ_VARIABLE`; the table has no fields.
public struct ReadVariableOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `ASSIGN_VARIABLE`; the table has no fields.
public struct AssignVariableOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `DYNAMIC_UPDATE_SLICE`; the table has no fields.
public struct DynamicUpdateSliceOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `BITCAST`; the table has no fields.
public struct BitcastOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}
