internal import SwiftletFormat

/// The values of the keys `metadata` and `associatedFiles`.
extension Inspection {
  static func json(of file: PackedFile) -> JSON {
    [
      "name": .string(file.name), "offset": .integer(file.location.offset),
      "length": .integer(file.location.count),
      "lines": file.content.lineCount.map(JSON.integer) ?? .null,
      "firstLines": .strings(file.content.firstLines),
    ]
  }

  static func json(of metadata: ModelMetadata) -> JSON {
    [
      "name": .optional(metadata.name), "description": .optional(metadata.description),
      "version": .optional(metadata.version), "author": .optional(metadata.author),
      "license": .optional(metadata.license),
      "minimumParserVersion": .optional(metadata.minimumParserVersion),
      "associatedFiles": json(of: metadata.associatedFiles),
      "subgraphs": .array(metadata.subgraphs.map(json(of:))),
    ]
  }

  private static func json(of graph: SubgraphMetadata) -> JSON {
    [
      "name": .optional(graph.name), "description": .optional(graph.description),
      "inputs": .array(graph.inputs.map(json(of:))),
      "outputs": .array(graph.outputs.map(json(of:))),
      "associatedFiles": json(of: graph.associatedFiles),
      "inputProcessUnits": .array(graph.inputProcessUnits.map(json(of:))),
      "outputProcessUnits": .array(graph.outputProcessUnits.map(json(of:))),
      "inputGroups": .array(graph.inputGroups.map(json(of:))),
      "outputGroups": .array(graph.outputGroups.map(json(of:))),
      "customMetadata": .array(
        graph.customMetadata.map { block in
          [
            "name": .optional(block.name), "offset": .integer(block.data.offset),
            "length": .integer(block.data.count),
          ]
        }),
    ]
  }

  private static func json(of tensor: TensorMetadata) -> JSON {
    [
      "name": .optional(tensor.name), "description": .optional(tensor.description),
      "dimensionNames": .strings(tensor.dimensionNames),
      "content": tensor.content.map { json(of: $0.properties) } ?? .null,
      "contentRange": tensor.content?.range.map { .integers([$0.lowerBound, $0.upperBound]) }
        ?? .null,
      "processUnits": .array(tensor.processUnits.map(json(of:))),
      "minimum": numbers(tensor.statistics?.minimum ?? []),
      "maximum": numbers(tensor.statistics?.maximum ?? []),
      "associatedFiles": json(of: tensor.associatedFiles),
    ]
  }

  private static func json(of content: ContentProperties) -> JSON {
    let kind = JSON.string(content.schemaName)
    switch content {
    case .none, .feature, .unknown: return ["kind": kind]
    case .image(let image):
      return [
        "kind": kind, "colorSpace": .string("\(image.colorSpace)"),
        "defaultSize": image.defaultSize.map { .integers([$0.width, $0.height]) } ?? .null,
      ]
    case .boundingBox(let box):
      return [
        "kind": kind, "index": .integers(box.index), "type": .string(box.type.schemaName),
        "coordinateType": .string(box.coordinateType.schemaName),
      ]
    case .audio(let audio):
      return [
        "kind": kind, "sampleRate": .integer(audio.sampleRate),
        "channels": .integer(audio.channels),
      ]
    }
  }

  private static func json(of unit: ProcessUnit) -> JSON {
    let kind = JSON.string(unit.schemaName)
    switch unit {
    case .none, .unknown: return ["kind": kind]
    case .normalization(let mean, let std):
      return ["kind": kind, "mean": numbers(mean), "std": numbers(std)]
    case .scoreCalibration(let transformation, let defaultScore):
      return [
        "kind": kind, "transformation": .string("\(transformation)"),
        "defaultScore": .float(defaultScore),
      ]
    case .scoreThresholding(let threshold):
      return ["kind": kind, "threshold": .float(threshold)]
    case .bertTokenizer(let vocabularies):
      return ["kind": kind, "vocabularies": json(of: vocabularies)]
    case .sentencePieceTokenizer(let models, let vocabularies):
      return ["kind": kind, "models": json(of: models), "vocabularies": json(of: vocabularies)]
    case .regexTokenizer(let delimiter, let vocabularies):
      return [
        "kind": kind, "delimiter": .optional(delimiter), "vocabularies": json(of: vocabularies),
      ]
    }
  }

  private static func json(of group: TensorGroup) -> JSON {
    ["name": .optional(group.name), "tensorNames": .strings(group.tensorNames)]
  }

  private static func json(of files: [AssociatedFile]) -> JSON {
    .array(
      files.map { file in
        [
          "name": .optional(file.name), "description": .optional(file.description),
          "type": .string("\(file.type)"), "locale": .optional(file.locale),
          "version": .optional(file.version),
        ]
      })
  }

  private static func numbers(_ values: [Float]) -> JSON { .array(values.map(JSON.float)) }
}
