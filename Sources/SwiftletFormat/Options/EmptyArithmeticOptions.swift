/// Options of `EXP`; the table has no fields.
public struct ExpOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `LOG_SOFTMAX`; the table has no fields.
public struct LogSoftmaxOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `MAXIMUM` and `MINIMUM`; the table has no fields.
public struct MaximumMinimumOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `LESS`; the table has no fields.
public struct LessOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `NEG`; the table has no fields.
public struct NegOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `GREATER`; the table has no fields.
public struct GreaterOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `GREATER_EQUAL`; the table has no fields.
public struct GreaterEqualOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `LESS_EQUAL`; the table has no fields.
public struct LessEqualOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `SELECT`; the table has no fields.
public struct SelectOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `EQUAL`; the table has no fields.
public struct EqualOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `NOT_EQUAL`; the table has no fields.
public struct NotEqualOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `POW`; the table has no fields.
public struct PowOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `LOGICAL_OR`; the table has no fields.
public struct LogicalOrOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `LOGICAL_AND`; the table has no fields.
public struct LogicalAndOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `LOGICAL_NOT`; the table has no fields.
public struct LogicalNotOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `FLOOR_DIV`; the table has no fields.
public struct FloorDivOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `SQUARE`; the table has no fields.
public struct SquareOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `FLOOR_MOD`; the table has no fields.
public struct FloorModOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `SQUARED_DIFFERENCE`; the table has no fields.
public struct SquaredDifferenceOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `ABS`; the table has no fields.
public struct AbsOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `ADD_N`; the table has no fields.
public struct AddNOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `COS`; the table has no fields.
public struct CosOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `HARD_SWISH`; the table has no fields.
public struct HardSwishOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `SELECT_V2`; the table has no fields.
public struct SelectV2Options: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `SEGMENT_SUM`; the table has no fields.
public struct SegmentSumOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `RFFT2D`; the table has no fields.
public struct Rfft2dOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `UNSORTED_SEGMENT_PROD`; the table has no fields.
public struct UnsortedSegmentProdOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `UNSORTED_SEGMENT_MAX`; the table has no fields.
public struct UnsortedSegmentMaxOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `UNSORTED_SEGMENT_MIN`; the table has no fields.
public struct UnsortedSegmentMinOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `UNSORTED_SEGMENT_SUM`; the table has no fields.
public struct UnsortedSegmentSumOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `ATAN2`; the table has no fields.
public struct ATan2Options: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `SIGN`; the table has no fields.
public struct SignOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `BITWISE_XOR`; the table has no fields.
public struct BitwiseXorOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `RIGHT_SHIFT`; the table has no fields.
public struct RightShiftOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}

/// Options of `STABLEHLO_SHIFT_LEFT`; the table has no fields.
public struct StablehloShiftLeftOptions: EmptyOptions, Hashable {
  /// The only value.
  public init() {}
}
