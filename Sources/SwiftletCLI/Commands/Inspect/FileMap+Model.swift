internal import SwiftletFormat
internal import SwiftletTensor

extension FileMap {
  /// The regions of a model file: its FlatBuffer with buffers and custom options told apart, and
  /// the archive behind it with its files told apart.
  init(of model: Model, files: [Inspection.PackedFile]) {
    var known = [Region(offset: 0, length: 8, kind: "header", label: nil)]
    var names: [Int: String] = [:]
    for entry in model.metadataEntries { names[entry.buffer] = entry.name }
    for (index, location) in model.buffers.enumerated() {
      known.append(
        Region(
          location, kind: names[index] == nil ? "buffer" : "metadata",
          label: names[index] ?? "buffer \(index)"))
    }
    for (index, graph) in model.subgraphs.enumerated() {
      for node in graph.operators {
        known.append(
          Region(
            node.customOptions, kind: "customOptions",
            label: "operator \(node.index) of subgraph \(index)"))
      }
    }
    for file in files {
      known.append(Region(file.location, kind: "associatedFile", label: file.name))
    }
    let archive = Self.archiveStart(of: model, files: files) ?? model.byteCount
    if archive < model.byteCount {
      // Only the signature of its first header, so that the map is cut where the archive begins.
      known.append(Region(offset: archive, length: 4, kind: "zip", label: nil))
    }
    self.init(byteCount: model.byteCount, known: known) { range in
      range.lowerBound >= archive ? "zip" : "flatbuffer"
    }
    joinNeighbours()
  }

  /// Where the header of the first file of the archive begins.
  ///
  /// The header ends where the file's bytes begin, and has its own length in its fields.
  private static func archiveStart(of model: Model, files: [Inspection.PackedFile]) -> Int? {
    guard let data = files.map(\.location.offset).min() else { return nil }
    let bytes = model.storage.bytes
    // The load checks its bounds, and every bit pattern is a valid byte.
    func byte(_ offset: Int) -> Int {
      Int(unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
    }
    func half(_ offset: Int) -> Int { byte(offset) | byte(offset + 1) << 8 }
    let headerBytes = 30
    var start = data - headerBytes
    while start >= max(0, data - headerBytes - 2 * 0xFFFF) {
      if half(start) == 0x4B50, half(start + 2) == 0x0403,
        start + headerBytes + half(start + 26) + half(start + 28) == data
      {
        return start
      }
      start -= 1
    }
    return nil
  }
}

extension FileMap.Region {
  fileprivate init(_ location: BufferLocation, kind: String, label: String?) {
    self.init(offset: location.offset, length: location.count, kind: kind, label: label)
  }
}
