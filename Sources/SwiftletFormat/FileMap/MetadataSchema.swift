import SwiftletFlatBuffers

extension FlatBufferSchema {
  /// The root table of the block `TFLITE_METADATA` and all that it leads to.
  static let metadata = FlatBufferSchema(
    "ModelMetadata",
    [
      Field(0, "name", .string), Field(1, "description", .string), Field(2, "version", .string),
      Field(3, "subgraph_metadata", .tables(subgraphMetadata)), Field(4, "author", .string),
      Field(5, "license", .string), Field(6, "associated_files", .tables(associatedFile)),
      Field(7, "min_parser_version", .string),
    ])

  private static let subgraphMetadata = FlatBufferSchema(
    "SubGraphMetadata",
    [
      Field(0, "name", .string), Field(1, "description", .string),
      Field(2, "input_tensor_metadata", .tables(tensorMetadata)),
      Field(3, "output_tensor_metadata", .tables(tensorMetadata)),
      Field(4, "associated_files", .tables(associatedFile)),
      Field(5, "input_process_units", .tables(processUnit)),
      Field(6, "output_process_units", .tables(processUnit)),
      Field(7, "input_tensor_groups", .tables(tensorGroup)),
      Field(8, "output_tensor_groups", .tables(tensorGroup)),
      Field(
        9, "custom_metadata",
        .tables(
          FlatBufferSchema(
            "CustomMetadata",
            [Field(0, "name", .string), Field(1, "data", .scalars(byteCount: 1))]))),
    ])

  private static let tensorMetadata = FlatBufferSchema(
    "TensorMetadata",
    [
      Field(0, "name", .string), Field(1, "description", .string),
      Field(2, "dimension_names", .strings), Field(3, "content", .table(content)),
      Field(4, "process_units", .tables(processUnit)),
      Field(
        5, "stats",
        .table(
          FlatBufferSchema(
            "Stats",
            [Field(0, "max", .scalars(byteCount: 4)), Field(1, "min", .scalars(byteCount: 4))]))),
      Field(6, "associated_files", .tables(associatedFile)),
    ])

  private static let content = FlatBufferSchema(
    "Content",
    [
      Field(
        1, "content_properties",
        .union([
          FlatBufferSchema("FeatureProperties", []),
          FlatBufferSchema(
            "ImageProperties", [Field(1, "default_size", .table(FlatBufferSchema("ImageSize", [])))]
          ),
          FlatBufferSchema("BoundingBoxProperties", [Field(0, "index", .scalars(byteCount: 4))]),
          FlatBufferSchema("AudioProperties", []),
        ])),
      Field(2, "range", .table(FlatBufferSchema("ValueRange", []))),
    ])

  private static let processUnit = FlatBufferSchema(
    "ProcessUnit",
    [
      Field(
        1, "options",
        .union([
          FlatBufferSchema(
            "NormalizationOptions",
            [Field(0, "mean", .scalars(byteCount: 4)), Field(1, "std", .scalars(byteCount: 4))]),
          FlatBufferSchema("ScoreCalibrationOptions", []),
          FlatBufferSchema("ScoreThresholdingOptions", []),
          FlatBufferSchema(
            "BertTokenizerOptions", [Field(0, "vocab_file", .tables(associatedFile))]),
          FlatBufferSchema(
            "SentencePieceTokenizerOptions",
            [
              Field(0, "sentencePiece_model", .tables(associatedFile)),
              Field(1, "vocab_file", .tables(associatedFile)),
            ]),
          FlatBufferSchema(
            "RegexTokenizerOptions",
            [
              Field(0, "delim_regex_pattern", .string),
              Field(1, "vocab_file", .tables(associatedFile)),
            ]),
        ]))
    ])

  private static let tensorGroup = FlatBufferSchema(
    "TensorGroup", [Field(0, "name", .string), Field(1, "tensor_names", .strings)])

  private static let associatedFile = FlatBufferSchema(
    "AssociatedFile",
    [
      Field(0, "name", .string), Field(1, "description", .string), Field(3, "locale", .string),
      Field(4, "version", .string),
    ])

  /// The root table of the block `CONVERSION_METADATA`, in which converters say how they were run.
  static let conversion = FlatBufferSchema(
    "ConversionMetadata",
    [
      Field(
        0, "environment",
        .table(FlatBufferSchema("Environment", [Field(0, "tensorflow_version", .string)]))),
      Field(
        1, "options",
        .table(
          FlatBufferSchema(
            "ConversionOptions",
            [
              Field(0, "model_optimization_modes", .scalars(byteCount: 4)),
              Field(
                4, "sparsity_block_sizes",
                .tables(
                  FlatBufferSchema(
                    "SparsityBlockSize", [Field(0, "values", .scalars(byteCount: 4))]))),
            ]))),
    ])
}
