public import SwiftletTensor

/// Options of `CAST`.
public struct CastOptions: OperatorOptions, Hashable {
  /// The type of the operand; its tensor says the same.
  public var inDataType: ElementType = .float32
  /// The type of the result; its tensor says the same.
  public var outDataType: ElementType = .float32

  /// The schema's defaults.
  public init() {}
}

extension CastOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.elementType(0, "in_data_type", &inDataType)
    try coder.elementType(1, "out_data_type", &outDataType)
  }
}

/// Options of `UNIQUE`.
public struct UniqueOptions: OperatorOptions, Hashable {
  /// The integer type of the indices.
  public var idxOutType: ElementType = .int32

  /// The schema's defaults.
  public init() {}
}

extension UniqueOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.elementType(0, "idx_out_type", &idxOutType)
  }
}

/// Options of `SPARSE_TO_DENSE`.
public struct SparseToDenseOptions: OperatorOptions, Hashable {
  /// Whether indices are checked for order and repetition.
  public var validateIndices: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension SparseToDenseOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.bool(0, "validate_indices", &validateIndices)
  }
}

/// Options of `BUCKETIZE`.
public struct BucketizeOptions: OperatorOptions, Hashable {
  /// The borders between buckets, ascending.
  public var boundaries: [Float] = []

  /// The schema's defaults.
  public init() {}
}

extension BucketizeOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.floats(0, "boundaries", &boundaries)
  }
}

/// Options of `RANDOM_UNIFORM`, `RANDOM_STANDARD_NORMAL` and `MULTINOMIAL`.
///
/// Both seeds zero: any seed will do.
public struct RandomOptions: OperatorOptions, Hashable {
  /// The first half of the seed.
  public var seed: Int = 0
  /// The second half of the seed.
  public var seed2: Int = 0

  /// The schema's defaults.
  public init() {}
}

extension RandomOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int64(0, "seed", &seed)
    try coder.int64(1, "seed2", &seed2)
  }
}

/// Options of `CONCAT_EMBEDDINGS`.
public struct ConcatEmbeddingsOptions: OperatorOptions, Hashable {
  /// The number of tables.
  public var numChannels: Int = 0
  /// The columns of each table.
  public var numColumnsPerChannel: [Int] = []
  /// The width of each table.
  public var embeddingDimPerChannel: [Int] = []

  /// The schema's defaults.
  public init() {}
}

extension ConcatEmbeddingsOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32(0, "num_channels", &numChannels)
    try coder.int32s(1, "num_columns_per_channel", &numColumnsPerChannel)
    try coder.int32s(2, "embedding_dim_per_channel", &embeddingDimPerChannel)
  }
}

/// Options of `LSH_PROJECTION`.
public struct LSHProjectionOptions: OperatorOptions, Hashable {
  /// What the result consists of.
  public var type: LSHProjectionType = .unknown

  /// The schema's defaults.
  public init() {}
}

extension LSHProjectionOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "type", &type)
  }
}

/// Options of `SKIP_GRAM`.
public struct SkipGramOptions: OperatorOptions, Hashable {
  /// The number of words in a gram.
  public var ngramSize: Int = 0
  /// The largest number of words skipped.
  public var maxSkipSize: Int = 0
  /// Whether shorter grams are included.
  public var includeAllNgrams: Bool = false

  /// The schema's defaults.
  public init() {}
}

extension SkipGramOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.int32(0, "ngram_size", &ngramSize)
    try coder.int32(1, "max_skip_size", &maxSkipSize)
    try coder.bool(2, "include_all_ngrams", &includeAllNgrams)
  }
}

/// Options of `EMBEDDING_LOOKUP_SPARSE`.
public struct EmbeddingLookupSparseOptions: OperatorOptions, Hashable {
  /// How looked-up rows are combined.
  public var combiner: CombinerType = .sum

  /// The schema's defaults.
  public init() {}
}

extension EmbeddingLookupSparseOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "combiner", &combiner)
  }
}

/// Options of `DILATE`; the table has no fields.
public struct DilateOptions: OperatorOptions, Hashable {

  /// The schema's defaults.
  public init() {}
}

extension DilateOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
  }
}

/// Options of `REDUCE_WINDOW`.
public struct ReduceWindowOptions: OperatorOptions, Hashable {
  /// How elements of a window are combined.
  public var reduceFunction: ReduceWindowFunction = .unsupported

  /// The schema's defaults.
  public init() {}
}

extension ReduceWindowOptions: CodedOptions {
  package mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError) {
    try coder.enumeration(0, "reduce_function", &reduceFunction)
  }
}
