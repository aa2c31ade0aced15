/// An enumeration of the schema, numbered as there.
public protocol SchemaEnumeration: RawRepresentable, CaseIterable, Sendable, Hashable
where RawValue: FixedWidthInteger {
  /// The name in the schema, as in `RELU6`.
  var schemaName: String { get }
}

/// How windows are treated that hang over the edges.
public enum Padding: Int8, SchemaEnumeration {
  /// Zeros around the image, so that the result has `⌈extent / stride⌉` windows.
  case same
  /// Only windows that lie inside.
  case valid

  /// The name in the schema.
  public var schemaName: String { self == .same ? "SAME" : "VALID" }
}

/// What an operator applies to its result (schema `ActivationFunctionType`).
public enum ActivationFunction: Int8, SchemaEnumeration {
  /// Nothing.
  case none
  /// `max(x, 0)`.
  case relu
  /// `min(max(x, −1), 1)`.
  case reluN1To1
  /// `min(max(x, 0), 6)`.
  case relu6
  /// The hyperbolic tangent; only recurrent operators apply it.
  case tanh
  /// The sign; no kernel applies it.
  case signBit

  /// The name in the schema.
  public var schemaName: String {
    switch self {
    case .none: "NONE"
    case .relu: "RELU"
    case .reluN1To1: "RELU_N1_TO_1"
    case .relu6: "RELU6"
    case .tanh: "TANH"
    case .signBit: "SIGN_BIT"
    }
  }
}

/// What the result of `LSH_PROJECTION` consists of.
public enum LSHProjectionType: Int8, SchemaEnumeration {
  /// Nothing that a kernel knows.
  case unknown
  /// One number for each hash function.
  case sparse
  /// One bit for each hash bit.
  case dense

  /// The name in the schema.
  public var schemaName: String { "\(self)".uppercased() }
}

/// How the weights of `FULLY_CONNECTED` are laid out
/// (schema `FullyConnectedOptionsWeightsFormat`).
public enum FullyConnectedWeightsFormat: Int8, SchemaEnumeration {
  /// Rows of inputs, one for each unit.
  case `default`
  /// Blocks of 4 rows by 16 columns, with the sign bit flipped.
  case shuffled4x16Int8

  /// The name in the schema.
  public var schemaName: String { self == .default ? "DEFAULT" : "SHUFFLED4x16INT8" }
}

/// Which set of operands an `LSTM` has.
public enum LSTMKernelType: Int8, SchemaEnumeration {
  /// One operand for each gate.
  case full
  /// Gates in one matrix.
  case basic

  /// The name in the schema.
  public var schemaName: String { "\(self)".uppercased() }
}

/// How `EMBEDDING_LOOKUP_SPARSE` combines rows.
public enum CombinerType: Int8, SchemaEnumeration {
  /// Their weighted sum.
  case sum
  /// The sum over the sum of weights.
  case mean
  /// The sum over the root of the sum of squared weights.
  case sqrtN

  /// The name in the schema.
  public var schemaName: String { "\(self)".uppercased() }
}

/// Whether `MIRROR_PAD` repeats the edge itself.
public enum MirrorPadMode: Int8, SchemaEnumeration {
  /// `3 2 | 1 2 3`: the edge appears once.
  case reflect
  /// `2 1 | 1 2 3`: the edge appears twice.
  case symmetric

  /// The name in the schema.
  public var schemaName: String { "\(self)".uppercased() }
}

/// How `REDUCE_WINDOW` combines the elements of a window.
public enum ReduceWindowFunction: Int32, SchemaEnumeration {
  /// In no way that a kernel knows.
  case unsupported
  /// By their sum.
  case add
  /// By their product.
  case mul
  /// By the least.
  case minimum
  /// By the largest.
  case maximum
  /// By whether all are true.
  case all
  /// By whether one is true.
  case any

  /// The name in the schema.
  public var schemaName: String { "\(self)".uppercased() }
}

/// How the options of custom operators and composites are encoded.
public enum CustomOptionsFormat: Int8, SchemaEnumeration {
  /// As a FlexBuffer.
  case flexBuffers

  /// The name in the schema.
  public var schemaName: String { "FLEXBUFFERS" }
}
