/// What a model's author wrote about it: the block `TFLITE_METADATA` of the file.
public struct ModelMetadata: Sendable, Hashable {
  /// The model's name.
  public let name: String?
  /// What the model does.
  public let description: String?
  /// The model's version.
  public let version: String?
  /// Who made it.
  public let author: String?
  /// The licence, by name or in full.
  public let license: String?
  /// The oldest parser that understands the block, as in `1.2.0`.
  public let minimumParserVersion: String?
  /// What is known about each subgraph; only the first is used.
  public let subgraphs: [SubgraphMetadata]
  /// Files that belong to the model as a whole.
  public let associatedFiles: [AssociatedFile]
}

/// What is known about a subgraph.
public struct SubgraphMetadata: Sendable, Hashable {
  /// The name.
  public let name: String?
  /// What it does.
  public let description: String?
  /// What is known about each input.
  public let inputs: [TensorMetadata]
  /// What is known about each output.
  public let outputs: [TensorMetadata]
  /// Files that belong to the subgraph.
  public let associatedFiles: [AssociatedFile]
  /// What is done with all inputs together.
  public let inputProcessUnits: [ProcessUnit]
  /// What is done with all outputs together.
  public let outputProcessUnits: [ProcessUnit]
  /// Inputs that belong together.
  public let inputGroups: [TensorGroup]
  /// Outputs that belong together.
  public let outputGroups: [TensorGroup]
  /// Blocks that only certain tasks understand, such as `DETECTOR_METADATA`.
  public let customMetadata: [CustomMetadata]
}

/// What is known about an input or output.
public struct TensorMetadata: Sendable, Hashable {
  /// The name.
  public let name: String?
  /// What it holds.
  public let description: String?
  /// The meaning of each axis.
  public let dimensionNames: [String]
  /// What the values are, or nil where nothing says so.
  public let content: Content?
  /// What is done with the values before or after a run.
  public let processUnits: [ProcessUnit]
  /// Bounds of the values.
  public let statistics: Statistics?
  /// Files that explain the values, such as labels.
  public let associatedFiles: [AssociatedFile]

  /// What the values of a tensor are.
  public struct Content: Sendable, Hashable {
    /// The kind of content.
    public let properties: ContentProperties
    /// The part of the tensor that it describes, as first and last index.
    public let range: ClosedRange<Int>?
  }

  /// Bounds of the values, one for the tensor or one for each channel.
  public struct Statistics: Sendable, Hashable {
    /// The largest values.
    public let maximum: [Float]
    /// The least values.
    public let minimum: [Float]
  }

  /// The first associated file of a type that has a name.
  public func associatedFile(_ type: AssociatedFile.FileType) -> AssociatedFile? {
    associatedFiles.first { $0.type == type && $0.name != nil }
  }

  /// The first associated file of a type and locale that has a name; an empty locale means any.
  public func associatedFile(
    _ type: AssociatedFile.FileType, locale: String
  ) -> AssociatedFile? {
    associatedFiles.first {
      $0.type == type && $0.name != nil
        && (locale.isEmpty || $0.locale.map { Array($0.utf8) } == Array(locale.utf8))
    }
  }
}

/// Tensors that belong together.
public struct TensorGroup: Sendable, Hashable {
  /// The group's name.
  public let name: String?
  /// The names of its tensors.
  public let tensorNames: [String]
}

/// A file in the archive that follows the model, such as a list of labels.
public struct AssociatedFile: Sendable, Hashable {
  /// The entry's name in the archive.
  public let name: String?
  /// What the file holds.
  public let description: String?
  /// What the file is for.
  public let type: FileType
  /// The language of its texts, as in `en` or `en-US`.
  public let locale: String?
  /// The version of its format.
  public let version: String?

  /// What a file is for, numbered as in the metadata schema.
  public enum FileType: Int, Sendable, Hashable {
    /// Something else.
    case unknown
    /// Descriptions.
    case descriptions
    /// A label for each index along an axis.
    case tensorAxisLabels
    /// A label for each value.
    case tensorValueLabels
    /// Parameters of the score calibration for each index along an axis.
    case tensorAxisScoreCalibration
    /// Words and their numbers.
    case vocabulary
    /// An index for searching.
    case scannIndexFile
  }
}

/// A block that only certain tasks understand.
public struct CustomMetadata: Sendable, Hashable {
  /// The name that tells what it is.
  public let name: String?
  /// Where its bytes lie in the file.
  public let data: BufferLocation
}
