import SwiftletFlatBuffers

/// How the raw outputs of a detector become boxes: the custom block `DETECTOR_METADATA`
/// (schema `ObjectDetectorOptions`).
package struct DetectorMetadata: Sendable, Hashable {
  /// The name under which the block is found.
  package static let name = "DETECTOR_METADATA"

  /// The oldest parser that understands the block.
  package let minimumParserVersion: String?
  /// The anchors, or nil where the block has none.
  package let anchors: [Anchor]?
  /// How the numbers of a box are read, or nil where the block does not say.
  package let decoding: Decoding?

  /// A box of the grid, in parts of the image's width and height.
  package struct Anchor: Sendable, Hashable {
    package let centerX: Float
    package let centerY: Float
    package let width: Float
    package let height: Float
  }

  /// How the numbers of a box are read (schema `TensorsDecodingOptions`).
  package struct Decoding: Sendable, Hashable {
    package let classCount: Int
    package let boxCount: Int
    package let coordinateCount: Int
    package let keypointOffset: Int
    package let keypointCount: Int
    package let valuesPerKeypoint: Int
    package let scaleX: Float
    package let scaleY: Float
    package let scaleWidth: Float
    package let scaleHeight: Float
    package let appliesExponential: Bool
    package let appliesSigmoid: Bool
  }
}

extension Model {
  /// The detector block among a subgraph's custom metadata, or nil where there is none.
  package func detectorMetadata(
    of subgraph: SubgraphMetadata
  ) throws(MetadataError) -> DetectorMetadata? {
    guard let entry = subgraph.customMetadata.first(where: { $0.name == DetectorMetadata.name })
    else { return nil }
    let end = entry.data.offset + entry.data.count
    guard end <= byteCount else {
      throw MetadataError(.invalidArgument, "The detector metadata belongs to another model.")
    }
    let bytes = storage.bytes.extracting(entry.data.offset..<end)
    return try DetectorMetadata(
      reading: MetadataReader.root(
        of: bytes, name: "ObjectDetectorOptions", identifier: "V001"))
  }
}

extension DetectorMetadata {
  fileprivate init(reading table: SchemaTable<MetadataError>) throws(MetadataError) {
    let version = try table.string(0, "min_parser_version")
    guard Model.compare(version ?? "", "1.0.0") <= 0 else {
      throw MetadataError(
        .invalidArgument,
        "The detector metadata needs a parser of version \(version ?? ""), but this one has "
          + "1.0.0.")
    }
    minimumParserVersion = version
    anchors = try Self.anchors(of: table)
    decoding = try Self.decoding(of: table)
  }

  private static func anchors(
    of table: borrowing SchemaTable<MetadataError>
  ) throws(MetadataError) -> [Anchor]? {
    guard let options = try table.table(1, "ssd_anchors_options", name: "SsdAnchorsOptions"),
      let schema = try options.table(0, "fixed_anchors_schema", name: "FixedAnchorsSchema"),
      let tables = try schema.tables(0, "anchors", name: "FixedAnchor")
    else { return nil }
    var anchors: [Anchor] = []
    anchors.reserveCapacity(tables.count)
    for index in 0..<tables.count {
      let anchor = try tables.table(at: index)
      anchors.append(
        Anchor(
          centerX: try anchor.float(0, "x_center"), centerY: try anchor.float(1, "y_center"),
          width: try anchor.float(2, "width"), height: try anchor.float(3, "height")))
    }
    return anchors
  }

  private static func decoding(
    of table: borrowing SchemaTable<MetadataError>
  ) throws(MetadataError) -> Decoding? {
    guard
      let options = try table.table(
        2, "tensors_decoding_options", name: "TensorsDecodingOptions")
    else { return nil }
    return Decoding(
      classCount: try options.int(0, "num_classes", as: .int32),
      boxCount: try options.int(1, "num_boxes", as: .int32),
      coordinateCount: try options.int(2, "num_coords", as: .int32),
      keypointOffset: try options.int(3, "keypoint_coord_offset", as: .int32),
      keypointCount: try options.int(4, "num_keypoints", as: .int32),
      valuesPerKeypoint: try options.int(5, "num_values_per_keypoint", as: .int32),
      scaleX: try options.float(6, "x_scale"), scaleY: try options.float(7, "y_scale"),
      scaleWidth: try options.float(8, "w_scale"), scaleHeight: try options.float(9, "h_scale"),
      appliesExponential: try options.bool(10, "apply_exponential_on_box_size"),
      appliesSigmoid: try options.bool(11, "sigmoid_score"))
  }
}
