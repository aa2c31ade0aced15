import SwiftletFlatBuffers

/// Turns the tables of the metadata schema into values.
struct MetadataReader {
  typealias Table = SchemaTable<MetadataError>
  typealias Tables = SchemaTables<MetadataError>

  /// Where the metadata's buffer starts in the file.
  let origin: Int

  /// The root table of a buffer, in which only the identifier is checked in MediaPipe's words.
  @_lifetime(copy bytes)
  static func root(
    of bytes: RawSpan, name: String, identifier: String
  ) throws(MetadataError) -> Table {
    do {
      return Table(
        try FlatBufferTable(rootOf: bytes, name: name, identifier: identifier))
    } catch {
      guard case .wrongIdentifier(let expected, let found) = error.problem else {
        throw MetadataError(error)
      }
      throw MetadataError(
        .invalidArgument,
        "Invalid metadata schema version: expected \(expected), got "
          + String(decoding: found.prefix { $0 != 0 }, as: UTF8.self))
    }
  }

  func model(_ table: borrowing Table) throws(MetadataError) -> ModelMetadata {
    var subgraphs: [SubgraphMetadata] = []
    if let tables = try table.tables(3, "subgraph_metadata", name: "SubGraphMetadata") {
      for index in 0..<tables.count {
        subgraphs.append(try subgraph(tables.table(at: index)))
      }
    }
    return ModelMetadata(
      name: try table.string(0, "name"), description: try table.string(1, "description"),
      version: try table.string(2, "version"), author: try table.string(4, "author"),
      license: try table.string(5, "license"),
      minimumParserVersion: try table.string(7, "min_parser_version"), subgraphs: subgraphs,
      associatedFiles: try files(table, 6, "associated_files"))
  }

  private func subgraph(_ table: borrowing Table) throws(MetadataError) -> SubgraphMetadata {
    var custom: [CustomMetadata] = []
    if let tables = try table.tables(9, "custom_metadata", name: "CustomMetadata") {
      for index in 0..<tables.count {
        let entry = try tables.table(at: index)
        let data = try entry.bytes(1, "data")
        custom.append(
          CustomMetadata(
            name: try entry.string(0, "name"),
            data: data.map { BufferLocation(offset: origin + $0.lowerBound, count: $0.count) }
              ?? .empty))
      }
    }
    return SubgraphMetadata(
      name: try table.string(0, "name"), description: try table.string(1, "description"),
      inputs: try tensors(table, 2, "input_tensor_metadata"),
      outputs: try tensors(table, 3, "output_tensor_metadata"),
      associatedFiles: try files(table, 4, "associated_files"),
      inputProcessUnits: try units(table, 5, "input_process_units"),
      outputProcessUnits: try units(table, 6, "output_process_units"),
      inputGroups: try groups(table, 7, "input_tensor_groups"),
      outputGroups: try groups(table, 8, "output_tensor_groups"), customMetadata: custom)
  }

  private func tensors(
    _ owner: borrowing Table, _ id: Int, _ field: String
  ) throws(MetadataError) -> [TensorMetadata] {
    guard let tables = try owner.tables(id, field, name: "TensorMetadata") else { return [] }
    var tensors: [TensorMetadata] = []
    for index in 0..<tables.count {
      let table = try tables.table(at: index)
      var statistics: TensorMetadata.Statistics?
      if let found = try table.table(5, "stats", name: "Stats") {
        statistics = TensorMetadata.Statistics(
          maximum: try found.floats(0, "max"), minimum: try found.floats(1, "min"))
      }
      tensors.append(
        TensorMetadata(
          name: try table.string(0, "name"), description: try table.string(1, "description"),
          dimensionNames: try table.strings(2, "dimension_names"),
          content: try content(of: table), processUnits: try units(table, 4, "process_units"),
          statistics: statistics,
          associatedFiles: try files(table, 6, "associated_files")))
    }
    return tensors
  }

  private func groups(
    _ owner: borrowing Table, _ id: Int, _ field: String
  ) throws(MetadataError) -> [TensorGroup] {
    guard let tables = try owner.tables(id, field, name: "TensorGroup") else { return [] }
    var groups: [TensorGroup] = []
    for index in 0..<tables.count {
      let table = try tables.table(at: index)
      groups.append(
        TensorGroup(
          name: try table.string(0, "name"),
          tensorNames: try table.strings(1, "tensor_names")))
    }
    return groups
  }

  func files(
    _ owner: borrowing Table, _ id: Int, _ field: String
  ) throws(MetadataError) -> [AssociatedFile] {
    guard let tables = try owner.tables(id, field, name: "AssociatedFile") else { return [] }
    var files: [AssociatedFile] = []
    for index in 0..<tables.count {
      let table = try tables.table(at: index)
      let type = try table.int(2, "type", as: .int8)
      files.append(
        AssociatedFile(
          name: try table.string(0, "name"), description: try table.string(1, "description"),
          type: AssociatedFile.FileType(rawValue: type) ?? .unknown,
          locale: try table.string(3, "locale"), version: try table.string(4, "version")))
    }
    return files
  }
}
