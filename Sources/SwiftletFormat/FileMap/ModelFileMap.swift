package import SwiftletFlatBuffers

/// The whole file of a model, and what was met on the way through it.
package struct ModelFileMap: Sendable {
  /// The regions of the file.
  package let map: FileMap
  /// What could not be followed, though loading did not need it.
  package let faults: [FlatBufferError]
  /// Deprecated fields in use, as in `metadata_buffer`.
  package let deprecatedFields: [String]

  /// Walks a model's file.
  package init(of model: Model) {
    let bytes = model.storage.bytes
    let walk = FlatBufferWalk(of: bytes, root: .model, identifier: "TFL3")
    var faults = walk.faults
    var known = walk.objects.map { FileMap.Region($0, at: 0, of: nil) }
    let entries = Dictionary(
      model.metadataEntries.map { ($0.buffer, $0.name) }, uniquingKeysWith: { first, _ in first })
    let owners = Self.constants(of: model)
    for (index, location) in model.buffers.enumerated() where location.count > 0 {
      let label = "buffer \(index)"
      guard let name = entries[index] else {
        known.append(
          FileMap.Region(
            location, .buffer, owners[index].map { "\(label), constant \"\($0)\"" } ?? label))
        continue
      }
      if let nested = Self.nested(name, in: bytes, at: location) {
        known += nested.objects.map { FileMap.Region($0, at: location.offset, of: name) }
        faults += nested.faults
      } else {
        known.append(FileMap.Region(location, .metadata, "\(label), \(name)"))
      }
    }
    for (index, graph) in model.subgraphs.enumerated() {
      for node in graph.operators where node.customOptions.count > 0 {
        known.append(
          FileMap.Region(
            node.customOptions, .customOptions,
            "custom_options of Operator \(node.index) of SubGraph \(index)"))
      }
    }
    known += ZipArchive.regions(of: bytes)
    let end = known.reduce(0) { max($0, $1.offset + $1.length) }
    map = FileMap(byteCount: model.byteCount, known: known) { range in
      // Files may be filled up to a round size.
      let isZero = range.allSatisfy { bytes.byte(at: $0) == 0 }
      let isTail = range.lowerBound >= end
      if isZero, !isTail || range.count < Self.longestPadding { return .padding }
      return isTail ? .trailing : .gap
    }
    self.faults = faults
    deprecatedFields = walk.deprecatedFields
  }

  /// How many zeros after everything else count as padding.
  private static let longestPadding = 64

  /// The first constant of each buffer.
  private static func constants(of model: Model) -> [Int: String] {
    var names: [Int: String] = [:]
    for graph in model.subgraphs {
      for tensor in graph.tensors where tensor.isConstant && names[tensor.buffer] == nil {
        names[tensor.buffer] = tensor.name
      }
    }
    return names
  }

  /// The tables of a metadata entry that is a FlatBuffer; nil for others.
  private static func nested(
    _ name: String, in bytes: RawSpan, at location: BufferLocation
  ) -> FlatBufferWalk? {
    let block = bytes.extracting(location.offset..<location.offset + location.count)
    let walk: FlatBufferWalk
    switch name {
    case "TFLITE_METADATA": walk = FlatBufferWalk(of: block, root: .metadata, identifier: "M001")
    case "CONVERSION_METADATA":
      walk = FlatBufferWalk(of: block, root: .conversion, identifier: nil)
    default: return nil
    }
    return walk.objects.isEmpty ? nil : walk
  }
}

extension FileMap.Region {
  fileprivate init(_ location: BufferLocation, _ kind: FileMap.Kind, _ label: String) {
    self.init(offset: location.offset, length: location.count, kind: kind, label: label)
  }

  /// An object of a FlatBuffer that begins at `origin`, the file's own or that of a named block.
  fileprivate init(_ object: FlatBufferWalk.Object, at origin: Int, of block: String?) {
    let kind: FileMap.Kind =
      switch object.kind {
      case .header: .header
      case .vtable: .vtable
      case .table: .table
      case .vector: .vector
      case .string: .string
      }
    self.init(
      offset: origin + object.offset, length: object.length, kind: kind,
      label: block.map { "\($0): \(object.label)" } ?? object.label)
  }
}
