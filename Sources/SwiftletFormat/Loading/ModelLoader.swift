import SwiftletFlatBuffers
import SwiftletTensor

/// Walks the FlatBuffer of a model once and turns it into checked values.
struct ModelLoader: ~Escapable {
  let root: SchemaTable<ModelError>
  let bytes: RawSpan
  let limits: ModelLimits
  /// Takes what does not hold.
  let faults: ModelFaults

  /// Opens the root table, after checking that the bytes are a model of the right version.
  @_lifetime(copy bytes)
  init(bytes: RawSpan, limits: ModelLimits, faults: ModelFaults) throws(ModelError) {
    try Self.checkIdentifier(bytes)
    self.bytes = bytes
    self.limits = limits
    self.faults = faults
    let table: FlatBufferTable
    do {
      table = try FlatBufferTable(
        rootOf: bytes, name: "Model", identifier: "TFL3", limits: limits.flatBuffer)
    } catch { throw ModelError(error) }
    root = SchemaTable(table)
    let version = try root.int(0, "version", as: .uint32)
    guard version == 3 else {
      throw ModelError(
        .unsupportedVersion,
        "The model has schema version \(version), but only 3 can be read; convert it again.")
    }
  }

  private static func checkIdentifier(_ bytes: RawSpan) throws(ModelError) {
    guard bytes.byteCount >= 8 else {
      throw ModelError(
        .notAModel,
        "A TensorFlow Lite model has a header of 8 bytes, more than the \(bytes.byteCount) here; "
          + "download the file again.")
    }
    let identifier = (4..<8).map { bytes.byte(at: $0) }
    guard identifier != Array("TFL3".utf8) else { return }
    let old = identifier.starts(with: Array("TFL".utf8))
    throw ModelError(
      .notAModel,
      old
        ? "The file has the identifier \(String(decoding: identifier, as: UTF8.self)) instead of "
          + "TFL3; convert the model for the current schema."
        : "The file is no TensorFlow Lite model but looks like \(FileKind.guess(bytes)); give a "
          + ".tflite file.")
  }

  /// Reads everything; what does not hold is left out where faults are noted.
  func model(storage: ModelStorage) throws(ModelError) -> Model {
    let buffers = try loadBuffers()
    let codes = try loadOperatorCodes()
    let subgraphs = try loadSubgraphs(buffers: buffers, codes: codes)
    do throws(ModelError) { try CallGraph(subgraphs).check(limits) } catch {
      try faults.note(error)
    }
    return Model(
      storage: storage, description: try root.string(3, "description"), subgraphs: subgraphs,
      signatures: try loadSignatures(subgraphs), metadataEntries: try loadMetadataEntries(),
      buffers: buffers, operatorCodes: codes)
  }

  private func loadBuffers() throws(ModelError) -> [BufferLocation] {
    guard let tables = try root.tables(4, "buffers", name: "Buffer") else {
      let fault = root.missing("buffers")
      try faults.note(fault)
      return []
    }
    var buffers: [BufferLocation] = []
    buffers.reserveCapacity(tables.count)
    for index in 0..<tables.count {
      let table = try tables.table(at: index)
      if let data = try table.bytes(0, "data"), !data.isEmpty {
        buffers.append(BufferLocation(offset: data.lowerBound, count: data.count))
        continue
      }
      let location = try location(
        offset: try table.int(1, "offset", as: .uint64),
        count: try table.int(2, "size", as: .uint64), "Buffer \(index)")
      buffers.append(location)
    }
    return buffers
  }

  /// A block behind the FlatBuffer; offsets 0 and 1 mean that there is none.
  func location(
    offset: Int, count: Int, _ owner: @autoclosure () -> String
  ) throws(ModelError) -> BufferLocation {
    guard offset > 1, count > 0 else { return .empty }
    let end = bytes.byteCount
    guard offset <= end, count <= end - offset else {
      try faults.note(
        .invalid(
          "\(owner()) lies at byte \(offset) with \(count) bytes, outside the file's \(end); "
            + "download the whole file."))
      return .empty
    }
    return BufferLocation(offset: offset, count: count)
  }

  private func loadOperatorCodes() throws(ModelError) -> [OperatorCode] {
    guard let tables = try root.tables(1, "operator_codes", name: "OperatorCode") else {
      return []
    }
    var codes: [OperatorCode] = []
    codes.reserveCapacity(tables.count)
    for index in 0..<tables.count {
      let table = try tables.table(at: index)
      // Old writers fill the byte, new ones the integer and a placeholder in the byte.
      let number = max(
        try table.int(0, "deprecated_builtin_code", as: .int8),
        try table.int(3, "builtin_code", as: .int32))
      if number < 0 {
        try faults.note(
          .invalid(
            "Operator code \(index) is the built-in operator \(number), which cannot be; convert "
              + "the model again."))
      }
      // Planning lists the nodes of operators and versions that came after this schema.
      let code = Int32(exactly: number).flatMap(BuiltinOperator.init(rawValue:))
      let name = code == .custom ? try table.string(1, "custom_code") ?? "" : ""
      if code == .custom, name.isEmpty {
        try faults.note(
          .invalid(
            "Operator code \(index) is a custom operator without a name; convert the model again."))
      }
      codes.append(
        OperatorCode(
          code: code ?? .placeholderForGreaterOpCodes, number: number, customName: name,
          version: try table.int(2, "version", as: .int32, default: 1)))
    }
    return codes
  }

  private func loadMetadataEntries() throws(ModelError) -> [MetadataEntry] {
    guard let tables = try root.tables(6, "metadata", name: "Metadata") else { return [] }
    var entries: [MetadataEntry] = []
    entries.reserveCapacity(tables.count)
    for index in 0..<tables.count {
      let table = try tables.table(at: index)
      entries.append(
        MetadataEntry(
          name: try table.string(0, "name") ?? "",
          buffer: try table.int(1, "buffer", as: .uint32)))
    }
    return entries
  }
}
