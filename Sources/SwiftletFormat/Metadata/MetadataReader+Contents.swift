import SwiftletFlatBuffers

extension MetadataReader {
  func content(of tensor: borrowing Table) throws(MetadataError) -> TensorMetadata.Content? {
    guard let table = try tensor.table(3, "content", name: "Content") else { return nil }
    var range: ClosedRange<Int>?
    if let found = try table.table(2, "range", name: "ValueRange") {
      let first = try found.int(0, "min", as: .int32)
      let last = try found.int(1, "max", as: .int32)
      range = first <= last ? first...last : nil
    }
    return TensorMetadata.Content(properties: try properties(of: table), range: range)
  }

  private func properties(of content: borrowing Table) throws(MetadataError) -> ContentProperties {
    let field = "content_properties"
    switch try content.int(0, "content_properties_type", as: .uint8) {
    case 0: return .none
    case 1: return .feature
    case 2:
      guard let table = try content.table(1, field, name: "ImageProperties") else {
        throw content.missing(field)
      }
      var size: ImageProperties.Size?
      if let found = try table.table(1, "default_size", name: "ImageSize") {
        size = ImageProperties.Size(
          width: try found.int(0, "width", as: .uint32),
          height: try found.int(1, "height", as: .uint32))
      }
      let space = try table.int(0, "color_space", as: .int8)
      return .image(
        ImageProperties(
          colorSpace: ImageProperties.ColorSpace(rawValue: space) ?? .unknown,
          defaultSize: size))
    case 3:
      guard let table = try content.table(1, field, name: "BoundingBoxProperties") else {
        throw content.missing(field)
      }
      let type = try table.int(1, "type", as: .int8)
      let unit = try table.int(2, "coordinate_type", as: .int8)
      guard let coordinates = BoundingBoxProperties.CoordinateType(rawValue: unit) else {
        throw MetadataError(
          .invalidArgument,
          "BoundingBoxProperties has the unknown coordinate type \(unit); add the metadata to the "
            + "model again.")
      }
      return .boundingBox(
        BoundingBoxProperties(
          index: try table.ints(0, "index", as: .uint32),
          type: BoundingBoxProperties.BoxType(rawValue: type) ?? .unknown,
          coordinateType: coordinates))
    case 4:
      guard let table = try content.table(1, field, name: "AudioProperties") else {
        throw content.missing(field)
      }
      return .audio(
        AudioProperties(
          sampleRate: try table.int(0, "sample_rate", as: .uint32),
          channels: try table.int(1, "channels", as: .uint32)))
    case let number: return .unknown(number)
    }
  }

  func units(
    _ owner: borrowing Table, _ id: Int, _ field: String
  ) throws(MetadataError) -> [ProcessUnit] {
    guard let tables = try owner.tables(id, field, name: "ProcessUnit") else { return [] }
    var units: [ProcessUnit] = []
    for index in 0..<tables.count {
      units.append(try unit(tables.table(at: index)))
    }
    return units
  }

  private func unit(_ table: borrowing Table) throws(MetadataError) -> ProcessUnit {
    let number = try table.int(0, "options_type", as: .uint8)
    guard number > 0 else { return .none }
    guard number <= 6 else { return .unknown(number) }
    guard let options = try table.table(1, "options", name: "ProcessUnitOptions") else {
      throw table.missing("options")
    }
    switch number {
    case 1:
      return .normalization(
        mean: try options.floats(0, "mean"), std: try options.floats(1, "std"))
    case 2:
      let stored = try options.int(0, "score_transformation", as: .int8)
      guard let transformation = ProcessUnit.ScoreTransformation(rawValue: stored) else {
        throw MetadataError(
          .invalidArgument,
          "ScoreCalibrationOptions has the unknown score transformation \(stored); add the "
            + "metadata to the model again.")
      }
      return .scoreCalibration(
        transformation, defaultScore: try options.float(1, "default_score"))
    case 3: return .scoreThresholding(try options.float(0, "global_score_threshold"))
    case 4: return .bertTokenizer(vocabularies: try files(options, 0, "vocab_file"))
    case 5:
      return .sentencePieceTokenizer(
        models: try files(options, 0, "sentencePiece_model"),
        vocabularies: try files(options, 1, "vocab_file"))
    default:
      return .regexTokenizer(
        delimiter: try options.string(0, "delim_regex_pattern"),
        vocabularies: try files(options, 1, "vocab_file"))
    }
  }
}
