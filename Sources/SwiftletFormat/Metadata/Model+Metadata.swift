import SwiftletFlatBuffers
package import SwiftletTensor

extension Model {
  /// The version of the metadata schema that is understood here.
  package static let metadataParserVersion = "1.5.0"

  /// The model's metadata, or nil where it has none.
  ///
  /// It is read anew at each call; a fault in it does not keep the model from running.
  ///
  /// - Throws: A `MetadataError` where the block is malformed or needs a newer parser.
  public func metadata() throws(MetadataError) -> ModelMetadata? {
    guard let entry = metadataEntries.first(where: { $0.name == "TFLITE_METADATA" }) else {
      return nil
    }
    guard buffers.indices.contains(entry.buffer) else {
      throw MetadataError(
        .invalidArgument,
        "The metadata lies in buffer \(entry.buffer), but the model has \(buffers.count); add the "
          + "metadata to the model again.")
    }
    let location = buffers[entry.buffer]
    let bytes = storage.bytes.extracting(location.offset..<location.offset + location.count)
    let table = try MetadataReader.root(
      of: bytes, name: "ModelMetadata", identifier: "M001")
    let reader = MetadataReader(origin: location.offset)
    let metadata = try reader.model(table)
    let version = metadata.minimumParserVersion ?? ""
    guard Self.compare(version, Self.metadataParserVersion) <= 0 else {
      throw MetadataError(
        .invalidArgument,
        "Metadata schema version \(Self.metadataParserVersion) is smaller than the minimum version "
          + "\(version) to parse the metadata flatbuffer.")
    }
    return metadata
  }

  /// The bytes of a named buffer, such as `min_runtime_version`; nil where there is none.
  package func metadataBytes(named name: String) -> TensorBytes? {
    guard let entry = metadataEntries.first(where: { $0.name == name }),
      buffers.indices.contains(entry.buffer)
    else { return nil }
    return bytes(of: buffers[entry.buffer])
  }

  /// How two versions compare, component by component: below, at or above zero.
  ///
  /// Empty components are skipped, missing ones count as 0, and of others the leading digits count.
  package static func compare(_ left: String, _ right: String) -> Int {
    func components(_ version: String) -> [Int] {
      version.split(separator: ".").map { part in
        let digits = part.prefix { ("0"..."9").contains($0) }
        return digits.isEmpty ? 0 : Int(digits) ?? Int.max
      }
    }
    let (a, b) = (components(left), components(right))
    for index in 0..<max(a.count, b.count) {
      let (x, y) = (index < a.count ? a[index] : 0, index < b.count ? b[index] : 0)
      if x != y { return x < y ? -1 : 1 }
    }
    return 0
  }
}
