package import SwiftletFormat

/// Tables of the metadata schema, for models that tests build.
///
///     b.metadata(
///       "TFLITE_METADATA",
///       MetadataTables.build(
///         inputs: [.imageInput(mean: [127.5], std: [127.5])],
///         outputs: [.tensor("probability", files: [.labels("labels.txt")])]))
///     let bytes = b.build(inputs: [x], outputs: [y]) + ZipBuilder([…]).build()
package enum MetadataTables {
  /// The whole block.
  package static func build(
    name: String? = nil, inputs: [FlatTable] = [], outputs: [FlatTable] = [],
    custom: [(name: String, data: [UInt8])] = [], minimumParserVersion: String? = nil,
    identifier: String = "M001"
  ) -> [UInt8] {
    var subgraph = FlatTable([2: .tables(inputs), 3: .tables(outputs)])
    if !custom.isEmpty {
      subgraph[9] = .tables(
        custom.map { FlatTable([0: .string($0.name), 1: .bytes($0.data, alignment: 16)]) })
    }
    var root = FlatTable([3: .tables([subgraph])])
    root[0] = name.map { .string($0) }
    root[7] = minimumParserVersion.map { .string($0) }
    return FlatBufferBuilder.build(root, identifier: identifier)
  }

  /// The detector block for `custom`: anchors as centre x, centre y, width and height, and the
  /// fields of `TensorsDecodingOptions` by number.
  package static func detector(
    anchors: [[Float]]?, decoding: FlatTable?, minimumParserVersion: String? = nil,
    identifier: String = "V001"
  ) -> [UInt8] {
    var root = FlatTable()
    root[0] = minimumParserVersion.map { .string($0) }
    if let anchors {
      let tables = anchors.map { anchor in
        FlatTable(
          Dictionary(uniqueKeysWithValues: anchor.enumerated().map { ($0, .float($1)) }))
      }
      root[1] = .table(FlatTable([0: .table(FlatTable([0: .tables(tables)]))]))
    }
    root[2] = decoding.map { .table($0) }
    return FlatBufferBuilder.build(root, identifier: identifier)
  }
}

extension FlatTable {
  /// The metadata of a tensor.
  package static func tensor(
    _ name: String?, content: FlatTable? = nil, units: [FlatTable] = [], files: [FlatTable] = []
  ) -> FlatTable {
    var table = FlatTable()
    table[0] = name.map { .string($0) }
    table[3] = content.map { .table($0) }
    if !units.isEmpty { table[4] = .tables(units) }
    if !files.isEmpty { table[6] = .tables(files) }
    return table
  }

  /// The metadata of an image that goes in.
  package static func imageInput(
    _ name: String? = "image", colorSpace: ImageProperties.ColorSpace = .rgb, mean: [Float]? = nil,
    std: [Float]? = nil
  ) -> FlatTable {
    let properties = FlatTable([0: .int8(Int8(colorSpace.rawValue))])
    var units: [FlatTable] = []
    if let mean, let std { units.append(.unit(1, FlatTable([0: .floats(mean), 1: .floats(std)]))) }
    return .tensor(name, content: .content(2, properties), units: units)
  }

  /// What a tensor holds: a table of the union `ContentProperties`.
  package static func content(_ type: Int, _ properties: FlatTable?) -> FlatTable {
    var table = FlatTable([0: .uint8(UInt8(type))])
    table[1] = properties.map { .table($0) }
    return table
  }

  /// Something done with a tensor: a table of the union `ProcessUnitOptions`.
  package static func unit(_ type: Int, _ options: FlatTable?) -> FlatTable {
    var table = FlatTable([0: .uint8(UInt8(type))])
    table[1] = options.map { .table($0) }
    return table
  }

  /// A file of the archive.
  package static func file(
    _ name: String?, _ type: AssociatedFile.FileType, locale: String? = nil
  ) -> FlatTable {
    var table = FlatTable([2: .int8(Int8(type.rawValue))])
    table[0] = name.map { .string($0) }
    table[3] = locale.map { .string($0) }
    return table
  }

  /// A file with a label for each index of an output.
  package static func labels(_ name: String, locale: String? = nil) -> FlatTable {
    .file(name, .tensorAxisLabels, locale: locale)
  }
}
