/// What can be found in a model; the names are stable, so that scripts may rely on them.
package enum FindingCode: String, CaseIterable, Sendable {
  case invalidModel = "invalid-model"
  case unsupportedOperator = "unsupported-operator"
  case invalidOperator = "invalid-operator"
  case notPlanned = "not-planned"
  case damagedMetadata = "damaged-metadata"
  case damagedArchive = "damaged-archive"
  case damagedObject = "damaged-object"
  case metadataTensors = "metadata-tensors"
  case missingFile = "missing-file"
  case missingLabels = "missing-labels"
  case missingNormalization = "missing-normalization"
  case labelCount = "label-count"
  case labelLineEndings = "label-line-endings"
  case labelEmpty = "label-empty"
  case labelDuplicate = "label-duplicate"
  case scaleZero = "scale-zero"
  case scaleInvalid = "scale-invalid"
  case zeroPointRange = "zero-point-range"
  case channelAxis = "channel-axis"
  case missingScale = "missing-scale"
  case deprecatedOperatorCode = "deprecated-operator-code"
  case deprecatedField = "deprecated-field"
  case deprecatedQuantization = "deprecated-quantization"
  case boundsWithoutScale = "bounds-without-scale"
  case unusedTensor = "unused-tensor"
  case unusedBuffer = "unused-buffer"
  case duplicateConstant = "duplicate-constant"
  case oversizedConstant = "oversized-constant"
  case unalignedBuffer = "unaligned-buffer"
  case unreachableSubgraph = "unreachable-subgraph"
  case unreachableOperator = "unreachable-operator"
  case dynamicShape = "dynamic-shape"
  case shapeNeeded = "shape-needed"
  case unreferencedBytes = "unreferenced-bytes"
  case trailingBytes = "trailing-bytes"

  /// How much a finding matters.
  package enum Severity: String, Sendable {
    /// This version cannot run the model, or a part of it.
    case error
    /// The model runs, but something in it is not as it should be, and may give wrong results.
    case warning
    /// Worth knowing.
    case note
  }

  /// How much it matters.
  package var severity: Severity {
    switch self {
    case .invalidModel, .unsupportedOperator, .invalidOperator, .notPlanned: .error
    case .damagedMetadata, .damagedArchive, .damagedObject, .metadataTensors, .missingFile,
      .missingNormalization, .labelCount, .labelLineEndings, .labelEmpty, .scaleZero,
      .scaleInvalid, .zeroPointRange, .channelAxis:
      .warning
    case .missingLabels, .labelDuplicate, .missingScale, .deprecatedOperatorCode,
      .deprecatedField, .deprecatedQuantization, .boundsWithoutScale, .unusedTensor,
      .unusedBuffer, .duplicateConstant, .oversizedConstant, .unalignedBuffer,
      .unreachableSubgraph, .unreachableOperator, .dynamicShape, .shapeNeeded, .unreferencedBytes,
      .trailingBytes:
      .note
    }
  }

  /// What to do about it.
  package var remedy: String {
    switch self {
    case .unsupportedOperator, .unreachableOperator:
      "register a CustomOperator or convert the model without it"
    case .invalidModel, .invalidOperator, .notPlanned, .damagedObject: "convert the model again"
    case .damagedMetadata: "add the metadata to the model again"
    case .damagedArchive: "add the files to the model again"
    case .metadataTensors: "write metadata for every input and output, in their order"
    case .missingFile: "add the file to the archive behind the model"
    case .missingLabels: "add a file of labels to the metadata, or give one with --labels"
    case .missingNormalization:
      "add NormalizationOptions to the metadata, or give --mean and --std"
    case .labelCount: "give one label for each class, in their order"
    case .labelLineEndings: "end lines with a line feed alone"
    case .labelEmpty: "name every class"
    case .labelDuplicate: "make sure that classes may share a name"
    case .scaleZero: "quantise again with data that reach these channels, or leave them out"
    case .scaleInvalid, .zeroPointRange, .boundsWithoutScale: "quantise the model again"
    case .channelAxis: "quantise again; LiteRT refuses the model"
    case .missingScale: "set the scale and zero point, without which values have no unit"
    case .deprecatedOperatorCode, .deprecatedField: "convert the model with a current converter"
    case .deprecatedQuantization: "quantise to int8 when the model is converted next"
    case .unusedTensor, .unusedBuffer, .unreferencedBytes:
      "convert the model again to make it smaller"
    case .duplicateConstant: "let the tensors share one buffer to make the file smaller"
    case .oversizedConstant: "store as many bytes as the shape needs"
    case .unalignedBuffer: "write the file with a tool that keeps force_align: 16"
    case .unreachableSubgraph: "name it in a signature, or leave it out"
    case .shapeNeeded: "set the shapes of the inputs before the first run, as with --resize"
    case .dynamicShape: "set the shape of the inputs before the first run where it matters"
    case .trailingBytes: "check where the file comes from; nothing reads these bytes"
    }
  }

  /// What it says, for the documentation.
  package var meaning: String {
    switch self {
    case .invalidModel:
      "The file is whole, but a value in it does not hold, so that the model cannot be loaded."
    case .unsupportedOperator:
      "An operator, a version or a combination of types that is lacking here."
    case .invalidOperator: "Operands or options contradict the definition of their operator."
    case .notPlanned:
      "The graph needs more than the limits allow, or something else keeps it from running."
    case .damagedMetadata: "The block `TFLITE_METADATA` cannot be read."
    case .damagedArchive: "The archive of associated files cannot be read."
    case .damagedObject: "An object that running does not need has a wrong offset or size."
    case .metadataTensors:
      "The metadata describes more or fewer inputs or outputs than the model has."
    case .missingFile: "The metadata names a file that the archive lacks."
    case .missingLabels: "An image model with metadata has classes without names."
    case .missingNormalization:
      "A float input for images comes without mean and standard deviation."
    case .labelCount: "There are more or fewer labels than classes."
    case .labelLineEndings:
      "Lines of a file of labels end in CR LF; the CR then is part of the label."
    case .labelEmpty: "A file of labels has a line without text."
    case .labelDuplicate: "Several classes have the same label."
    case .scaleZero: "A quantisation scale is zero, so that the channel can only hold zero."
    case .scaleInvalid: "A quantisation scale is negative, infinite or not a number."
    case .zeroPointRange: "A zero point lies outside the range of its type."
    case .channelAxis:
      "The scales of a tensor with one axis are said to change along another one; they are taken to change along the axis that there is."
    case .missingScale: "An integer input or output of 8 or 16 bits has no scale."
    case .deprecatedOperatorCode:
      "Operators are numbered by the byte `deprecated_builtin_code` alone."
    case .deprecatedField: "A field is in use that the schema has retired."
    case .deprecatedQuantization:
      "Values are quantised to `uint8`, which converters gave up for `int8`."
    case .boundsWithoutScale: "A tensor has observed bounds (`min`, `max`) but no scale."
    case .unusedTensor:
      "No operator reads or writes the tensor, and it is neither input nor output."
    case .unusedBuffer: "A buffer has data that no tensor and no metadata entry refers to."
    case .duplicateConstant: "Several buffers of 64 bytes or more hold the same bytes."
    case .oversizedConstant: "A constant has more bytes than its shape needs."
    case .unalignedBuffer:
      "A constant does not begin at a multiple of the size of its elements, as readers may expect."
    case .unreachableSubgraph: "Neither a signature nor an operator leads to the subgraph."
    case .unreachableOperator:
      "An operator or a version that is lacking here stands in a subgraph that nothing leads to."
    case .shapeNeeded:
      "The graph cannot be planned at the shapes of the file, but those of its inputs are open."
    case .dynamicShape: "An extent of an input is open."
    case .unreferencedBytes:
      "Bytes inside the file that nothing refers to, and that are not all zero."
    case .trailingBytes: "Bytes after the last object and the archive."
    }
  }
}
