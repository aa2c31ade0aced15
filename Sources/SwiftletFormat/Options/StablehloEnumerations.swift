/// How exactly an operand of a StableHLO product is used.
public enum StablehloPrecisionConfig: UInt32, SchemaEnumeration {
  /// As fast as possible.
  case `default`
  /// More exact.
  case high
  /// As exact as possible.
  case highest

  /// The name in the schema.
  public var schemaName: String { "\(self)".uppercased() }
}

/// Which relation `STABLEHLO_COMPARE` tests.
public enum StablehloComparisonDirection: UInt32, SchemaEnumeration {
  /// `=`
  case equal
  /// `≠`
  case notEqual
  /// `≥`
  case greaterEqual
  /// `>`
  case greater
  /// `≤`
  case lessEqual
  /// `<`
  case less

  /// The name in the schema, without its prefix.
  public var schemaName: String {
    switch self {
    case .equal: "EQ"
    case .notEqual: "NE"
    case .greaterEqual: "GE"
    case .greater: "GT"
    case .lessEqual: "LE"
    case .less: "LT"
    }
  }
}

/// How `STABLEHLO_COMPARE` orders values.
public enum StablehloComparisonType: UInt32, SchemaEnumeration {
  /// As their type suggests.
  case none
  /// As floats.
  case float
  /// As floats in a total order, with −0 below 0 and NaN at the ends.
  case floatTotalOrder
  /// As signed integers.
  case signed
  /// As unsigned integers.
  case unsigned

  /// The name in the schema, without its prefix.
  public var schemaName: String {
    switch self {
    case .none: "NOTYPE"
    case .float: "FLOAT"
    case .floatTotalOrder: "FLOAT_TOTAL_ORDER"
    case .signed: "SIGNED"
    case .unsigned: "UNSIGNED"
    }
  }
}

/// How `STABLEHLO_RNG_BIT_GENERATOR` generates bits.
public enum RngAlgorithm: Int8, SchemaEnumeration {
  /// As the implementation likes.
  case `default`
  /// By Philox 4×32.
  case philox
  /// By Threefry 2×32.
  case threefry

  /// The name in the schema, without its prefix.
  public var schemaName: String { "\(self)".uppercased() }
}
