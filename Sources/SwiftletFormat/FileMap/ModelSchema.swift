import SwiftletFlatBuffers
import SwiftletTensor

extension FlatBufferSchema {
  /// The root table of a `.tflite` file and all that it leads to.
  static let model = FlatBufferSchema(
    "Model",
    [
      Field(0, "version", .scalar(byteCount: 4)),
      Field(1, "operator_codes", .tables(operatorCode)),
      Field(2, "subgraphs", .tables(subgraph)),
      Field(3, "description", .string),
      Field(4, "buffers", .tables(buffer)),
      Field(5, "metadata_buffer", .scalars(byteCount: 4), isDeprecated: true),
      Field(
        6, "metadata",
        .tables(
          FlatBufferSchema(
            "Metadata", [Field(0, "name", .string), Field(1, "buffer", .scalar(byteCount: 4))]))),
      Field(7, "signature_defs", .tables(signature)),
      Field(
        8, "external_buffer_groups",
        .tables(FlatBufferSchema("ExternalBufferGroup", [Field(0, "name", .string)]))),
      Field(
        9, "external_buffers",
        .tables(FlatBufferSchema("ExternalBuffer", [Field(4, "packing", .string)]))),
    ])

  private static let operatorCode = FlatBufferSchema(
    "OperatorCode", [Field(1, "custom_code", .string)])

  private static let buffer = FlatBufferSchema("Buffer", [Field(0, "data", .block)])

  private static let signature = FlatBufferSchema(
    "SignatureDef",
    [
      Field(0, "inputs", .tables(tensorMap)), Field(1, "outputs", .tables(tensorMap)),
      Field(2, "signature_key", .string),
      Field(3, "deprecated_tag", .string, isDeprecated: true),
    ])

  private static let tensorMap = FlatBufferSchema("TensorMap", [Field(0, "name", .string)])

  private static let subgraph = FlatBufferSchema(
    "SubGraph",
    [
      Field(0, "tensors", .tables(tensor)), Field(1, "inputs", .scalars(byteCount: 4)),
      Field(2, "outputs", .scalars(byteCount: 4)), Field(3, "operators", .tables(node)),
      Field(4, "name", .string),
    ])

  private static let tensor = FlatBufferSchema(
    "Tensor",
    [
      Field(0, "shape", .scalars(byteCount: 4)), Field(3, "name", .string),
      Field(4, "quantization", .table(quantization)), Field(6, "sparsity", .table(sparsity)),
      Field(7, "shape_signature", .scalars(byteCount: 4)),
      Field(
        9, "variant_tensors",
        .tables(FlatBufferSchema("VariantSubType", [Field(0, "shape", .scalars(byteCount: 4))]))),
    ])

  private static let quantization = FlatBufferSchema(
    "QuantizationParameters",
    [
      Field(0, "min", .scalars(byteCount: 4)), Field(1, "max", .scalars(byteCount: 4)),
      Field(2, "scale", .scalars(byteCount: 4)), Field(3, "zero_point", .scalars(byteCount: 8)),
      Field(
        5, "details",
        .union([
          FlatBufferSchema("CustomQuantization", [Field(0, "custom", .scalars(byteCount: 1))]),
          FlatBufferSchema("BlockwiseQuantization", []),
          FlatBufferSchema(
            "MultiAxisQuantization", [Field(3, "quantized_dimensions", .scalars(byteCount: 4))]),
        ])),
    ])

  private static let sparsity = FlatBufferSchema(
    "SparsityParameters",
    [
      Field(0, "traversal_order", .scalars(byteCount: 4)),
      Field(1, "block_map", .scalars(byteCount: 4)),
      Field(
        2, "dim_metadata",
        .tables(
          FlatBufferSchema(
            "DimensionMetadata",
            [
              Field(3, "array_segments", .union(sparseIndices)),
              Field(5, "array_indices", .union(sparseIndices)),
            ]))),
    ])

  private static let sparseIndices = [
    FlatBufferSchema("Int32Vector", [Field(0, "values", .scalars(byteCount: 4))]),
    FlatBufferSchema("Uint16Vector", [Field(0, "values", .scalars(byteCount: 2))]),
    FlatBufferSchema("Uint8Vector", [Field(0, "values", .scalars(byteCount: 1))]),
  ]

  private static let node = FlatBufferSchema(
    "Operator",
    [
      Field(1, "inputs", .scalars(byteCount: 4)), Field(2, "outputs", .scalars(byteCount: 4)),
      Field(4, "builtin_options", .union(OptionsTables.first.map { options($0) })),
      Field(5, "custom_options", .block),
      Field(7, "mutating_variable_inputs", .scalars(byteCount: 1)),
      Field(8, "intermediates", .scalars(byteCount: 4)),
      Field(12, "builtin_options_2", .union(OptionsTables.second.map { options($0) })),
    ])

  /// The table of an operator's options, from the fields that its reader states.
  private static func options(_ type: any CodedOptions.Type) -> FlatBufferSchema {
    var value = type.init()
    let coder = FieldCoder()
    // The coder does not throw.
    try? value.code(with: coder)
    return FlatBufferSchema("\(type)", coder.fields)
  }
}

/// Collects the fields of an options table that lead out of the table.
private final class FieldCoder: OptionsCoder {
  var fields: [FlatBufferSchema.Field] = []

  private func add(_ id: Int, _ field: String, _ content: FlatBufferSchema.Content) {
    fields.append(FlatBufferSchema.Field(id, field, content))
  }

  func bool(_ id: Int, _ field: String, _ value: inout Bool) {}
  func int32(_ id: Int, _ field: String, _ value: inout Int) {}
  func int64(_ id: Int, _ field: String, _ value: inout Int) {}
  func float(_ id: Int, _ field: String, _ value: inout Float) {}
  func elementType(_ id: Int, _ field: String, _ value: inout ElementType) {}
  func enumeration<Value: SchemaEnumeration>(_ id: Int, _ field: String, _ value: inout Value) {}
  func subgraph(_ id: Int, _ field: String, _ value: inout Int) {}

  func string(_ id: Int, _ field: String, _ value: inout String) { add(id, field, .string) }

  func bytes(_ id: Int, _ field: String, _ value: inout [UInt8]) {
    add(id, field, .scalars(byteCount: 1))
  }

  func int32s(_ id: Int, _ field: String, _ value: inout [Int]) {
    add(id, field, .scalars(byteCount: 4))
  }

  func int64s(_ id: Int, _ field: String, _ value: inout [Int]) {
    add(id, field, .scalars(byteCount: 8))
  }

  func floats(_ id: Int, _ field: String, _ value: inout [Float]) {
    add(id, field, .scalars(byteCount: 4))
  }

  func bools(_ id: Int, _ field: String, _ value: inout [Bool]) {
    add(id, field, .scalars(byteCount: 1))
  }

  func enumerations<Value: SchemaEnumeration>(_ id: Int, _ field: String, _ value: inout [Value]) {
    add(id, field, .scalars(byteCount: StoredInteger(Value.RawValue.self).byteCount))
  }

  func subgraphs(_ id: Int, _ field: String, _ value: inout [Int]) {
    add(id, field, .scalars(byteCount: 4))
  }
}
