import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct MetadataTests {
  private func metadata(_ bytes: [UInt8]) throws -> ModelMetadata? {
    try Model(bytes: MetadataSamples.model(bytes).build()).metadata()
  }

  @Test func modelsAreDescribed() throws {
    let metadata = try #require(try metadata(MetadataSamples.everything))
    #expect(metadata.name == "Sample")
    #expect(metadata.description == "A sample.")
    #expect(metadata.version == "v3")
    #expect(metadata.author == "Someone")
    #expect(metadata.license == "MIT")
    #expect(metadata.minimumParserVersion == "1.5.0")
    let file = try #require(metadata.associatedFiles.first)
    #expect(file.name == "model.txt" && file.description == "About the model.")
    #expect(file.type == .descriptions && file.version == "2" && file.locale == nil)

    let subgraph = try #require(metadata.subgraphs.first)
    #expect(subgraph.name == "main" && subgraph.description == "All there is.")
    #expect(subgraph.associatedFiles.map(\.name) == ["a.txt"])
    #expect(subgraph.inputProcessUnits == [.scoreThresholding(1)])
    #expect(subgraph.outputProcessUnits == [.normalization(mean: [1], std: [2])])
    #expect(subgraph.inputGroups.map(\.name) == ["inputs"])
    #expect(subgraph.outputGroups.map(\.tensorNames) == [["location", "probability"]])
    #expect(subgraph.customMetadata.map(\.name) == ["DETECTOR_METADATA"])
  }

  @Test func inputsAreDescribed() throws {
    let subgraph = try #require(try metadata(MetadataSamples.everything)?.subgraphs.first)
    let image = subgraph.inputs[0]
    #expect(image.name == "image" && image.description == "A picture.")
    #expect(image.dimensionNames == ["batch", "height", "width", "channel"])
    guard case .image(let properties)? = image.content?.properties else {
      Issue.record("The input is no image.")
      return
    }
    #expect(properties.colorSpace == .rgb)
    #expect(properties.defaultSize?.width == 224 && properties.defaultSize?.height == 192)
    #expect(image.content?.range == 1...3)
    #expect(image.processUnits == [.normalization(mean: [127.5], std: [128])])
    #expect(image.statistics?.maximum == [255] && image.statistics?.minimum == [0])

    guard case .audio(let sound)? = subgraph.inputs[1].content?.properties else {
      Issue.record("The second input is no sound.")
      return
    }
    #expect(sound.sampleRate == 16_000 && sound.channels == 1)
    #expect(subgraph.inputs[1].name == nil && subgraph.inputs[1].statistics == nil)
  }

  @Test func outputsAreDescribed() throws {
    let subgraph = try #require(try metadata(MetadataSamples.everything)?.subgraphs.first)
    let scores = subgraph.outputs[0]
    #expect(scores.content == nil)
    #expect(
      scores.processUnits.map(\.schemaName) == [
        "ScoreCalibrationOptions", "ScoreThresholdingOptions", "BertTokenizerOptions",
        "SentencePieceTokenizerOptions", "RegexTokenizerOptions", "NONE", "9",
      ])
    #expect(scores.processUnits[0] == .scoreCalibration(.inverseLogistic, defaultScore: 0.5))
    #expect(scores.processUnits[1] == .scoreThresholding(0.25))
    guard case .regexTokenizer(let delimiter, let vocabularies) = scores.processUnits[4] else {
      Issue.record("The fifth unit is no tokenizer.")
      return
    }
    #expect(delimiter == "[^a-z]" && vocabularies.map(\.name) == ["words.txt"])

    guard case .boundingBox(let boxes)? = subgraph.outputs[1].content?.properties else {
      Issue.record("The second output has no boxes.")
      return
    }
    #expect(boxes.index == [1, 0, 3, 2])
    #expect(boxes.type.schemaName == "BOUNDARIES")
    #expect(boxes.coordinateType.schemaName == "RATIO")
    #expect(
      subgraph.outputs.map { $0.content?.properties.schemaName } == [
        nil, "BoundingBoxProperties", "FeatureProperties", "9",
      ])
  }

  @Test func filesAreFoundByTypeAndLocale() throws {
    let scores = try #require(
      try metadata(MetadataSamples.everything)?.subgraphs.first?.outputs.first)
    // The first entry has no name and does not count.
    #expect(scores.associatedFile(.tensorAxisLabels)?.name == "labels.txt")
    #expect(scores.associatedFile(.tensorAxisLabels, locale: "")?.name == "labels.txt")
    #expect(scores.associatedFile(.tensorAxisLabels, locale: "de")?.name == "labels_de.txt")
    #expect(scores.associatedFile(.tensorAxisLabels, locale: "en-US")?.name == "labels_en.txt")
    // No fallback from a region to a language or the other way.
    #expect(scores.associatedFile(.tensorAxisLabels, locale: "en") == nil)
    #expect(scores.associatedFile(.tensorAxisLabels, locale: "de-DE") == nil)
    #expect(scores.associatedFile(.tensorAxisScoreCalibration)?.name == "scores.txt")
    #expect(scores.associatedFile(.tensorValueLabels) == nil)
  }

  @Test func detectorsAreDescribed() throws {
    let model = try Model(bytes: MetadataSamples.model().build())
    let subgraph = try #require(try model.metadata()?.subgraphs.first)
    let detector = try #require(try model.detectorMetadata(of: subgraph))
    #expect(detector.minimumParserVersion == "1.0.0")
    let anchors = try #require(detector.anchors)
    #expect(anchors.map(\.centerX) == [0.5, 0] && anchors.map(\.centerY) == [0.25, 0])
    #expect(anchors.map(\.width) == [1, 0.1] && anchors.map(\.height) == [2, 0.2])
    let decoding = try #require(detector.decoding)
    #expect(decoding.classCount == 90 && decoding.boxCount == 2034)
    #expect(decoding.coordinateCount == 4 && decoding.keypointOffset == 5)
    #expect(decoding.keypointCount == 6 && decoding.valuesPerKeypoint == 7)
    #expect(decoding.scaleX == 10 && decoding.scaleY == 11)
    #expect(decoding.scaleWidth == 5 && decoding.scaleHeight == 6)
    #expect(decoding.appliesExponential && decoding.appliesSigmoid)
  }

  @Test func incompleteDetectorsSaySo() throws {
    func detector(_ data: [UInt8]) throws -> DetectorMetadata? {
      let bytes = MetadataTables.build(custom: [("DETECTOR_METADATA", data)])
      let model = try Model(bytes: MetadataSamples.model(bytes).build())
      let subgraph = try #require(try model.metadata()?.subgraphs.first)
      return try model.detectorMetadata(of: subgraph)
    }
    let bare = try #require(try detector(MetadataTables.detector(anchors: nil, decoding: nil)))
    #expect(bare.anchors == nil && bare.decoding == nil && bare.minimumParserVersion == nil)
    var error = #expect(throws: MetadataError.self) {
      _ = try detector(
        MetadataTables.detector(anchors: [], decoding: nil, identifier: "V002"))
    }
    #expect(
      error?.description == "Invalid metadata schema version: expected V001, got V002")
    error = #expect(throws: MetadataError.self) {
      _ = try detector(
        MetadataTables.detector(anchors: [], decoding: nil, minimumParserVersion: "1.0.1"))
    }
    #expect(error?.description.contains("needs a parser of version 1.0.1") == true)
    error = #expect(throws: MetadataError.self) { _ = try detector([1, 2, 3]) }
    #expect(error?.kind == .invalidArgument)
    // Without the entry there is nothing to read.
    let model = try Model(bytes: MetadataSamples.model(MetadataTables.build()).build())
    let subgraph = try #require(try model.metadata()?.subgraphs.first)
    #expect(try model.detectorMetadata(of: subgraph) == nil)
  }

  @Test func modelsWithoutMetadata() throws {
    var b = MetadataSamples.model()
    b.metadata[0].name = "something else"
    #expect(try Model(bytes: b.build()).metadata() == nil)
    b.metadata = []
    #expect(try Model(bytes: b.build()).metadata() == nil)
    b.metadata = [(nil, 1)]
    #expect(try Model(bytes: b.build()).metadata() == nil)
  }

  /// A model loads and runs whatever its metadata looks like.
  @Test func badMetadataIsRefusedWhenItIsAskedFor() throws {
    func refusal(_ bytes: [UInt8]) throws -> MetadataError? {
      let model = try Model(bytes: MetadataSamples.model(bytes).build())
      do {
        _ = try model.metadata()
        return nil
      } catch { return error }
    }
    let other = try refusal(MetadataTables.build(identifier: "M002"))
    #expect(other?.kind == .invalidArgument)
    #expect(
      other?.description == "Invalid metadata schema version: expected M001, got M002")
    let newer = try refusal(MetadataTables.build(minimumParserVersion: "1.10.0"))
    #expect(newer?.kind == .invalidArgument)
    #expect(
      newer?.description
        == "Metadata schema version 1.5.0 is smaller than the minimum version 1.10.0 to parse the "
        + "metadata flatbuffer.")
    let short = try refusal([1, 2, 3])
    #expect(short?.kind == .invalidArgument)
    #expect(short?.description.hasPrefix("The model's metadata is damaged (table ") == true)
    let cut = try refusal(Array(MetadataSamples.everything.prefix(200)))
    #expect(cut?.description.hasSuffix("add the metadata to the model again.") == true)
    let empty = try refusal([])
    #expect(empty?.kind == .invalidArgument)

    var b = MetadataSamples.model()
    b.metadata[0].buffer = 700
    let model = try Model(bytes: b.build())
    let error = #expect(throws: MetadataError.self) { _ = try model.metadata() }
    #expect(
      error?.description
        == "The metadata lies in buffer 700, but the model has 2; add the metadata to the model "
        + "again.")
  }

  @Test func unionsWithoutTheirTablesAreRefused() throws {
    func refuses(_ input: FlatTable) {
      #expect(throws: MetadataError.self) {
        _ = try metadata(MetadataTables.build(inputs: [input]))
      }
    }
    for type in 2...4 { refuses(.tensor("x", content: .content(type, nil))) }
    for type in 1...6 { refuses(.tensor("x", units: [.unit(type, nil)])) }
    refuses(.tensor("x", content: .content(3, FlatTable([2: .int8(2)]))))
    refuses(.tensor("x", units: [.unit(2, FlatTable([0: .int8(3)]))]))
  }

  @Test(arguments: [
    ("1.5.0", "1.5.0", 0), ("1.4.9", "1.5.0", -1), ("1.10.0", "1.9.0", 1), ("1", "1.0.0", 0),
    ("", "0.0", 0), ("1..5", "1.5", 0), ("2", "1.99.99", 1), ("1.5.0-beta", "1.5", 0),
    ("x", "0", 0), ("99999999999999999999", "1", 1),
  ])
  func versionsCompareByComponent(_ left: String, _ right: String, _ order: Int) {
    #expect(Model.compare(left, right) == order)
    #expect(Model.compare(right, left) == -order)
  }
}
