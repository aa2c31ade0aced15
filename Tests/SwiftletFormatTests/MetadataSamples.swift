import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport

/// A model with metadata of every kind, followed by an archive.
enum MetadataSamples {
  /// One input and one output, with a block of metadata.
  static func model(_ metadata: [UInt8] = everything) -> ModelBuilder {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1, 2, 2, 3])
    b.metadata("TFLITE_METADATA", metadata)
    b.subgraphs[0].inputs = [x]
    b.subgraphs[0].outputs = [x]
    return b
  }

  /// The block for the detector.
  static let detector = MetadataTables.detector(
    anchors: [[0.5, 0.25, 1, 2], [0, 0, 0.1, 0.2]],
    decoding: FlatTable([
      0: .int32(90), 1: .int32(2034), 2: .int32(4), 3: .int32(5), 4: .int32(6), 5: .int32(7),
      6: .float(10), 7: .float(11), 8: .float(5), 9: .float(6), 10: .bool(true), 11: .bool(true),
    ]), minimumParserVersion: "1.0.0")

  /// All tables of the schema.
  static let everything: [UInt8] = {
    let vocabulary = FlatValue.tables([.file("words.txt", .vocabulary)])
    var input = FlatTable.imageInput(mean: [127.5], std: [128])
    input[1] = .string("A picture.")
    input[2] = .strings(["batch", "height", "width", "channel"])
    input[5] = .table(FlatTable([0: .floats([255]), 1: .floats([0])]))
    input[3] = .table(
      FlatTable([
        0: .uint8(2),
        1: .table(
          FlatTable([
            0: .int8(1), 1: .table(FlatTable([0: .uint32(224), 1: .uint32(192)])),
          ])), 2: .table(FlatTable([0: .int32(1), 1: .int32(3)])),
      ]))
    let scores = FlatTable.tensor(
      "probability",
      units: [
        .unit(2, FlatTable([0: .int8(2), 1: .float(0.5)])), .unit(3, FlatTable([0: .float(0.25)])),
        .unit(4, FlatTable([0: vocabulary])), .unit(5, FlatTable([0: vocabulary, 1: vocabulary])),
        .unit(6, FlatTable([0: .string("[^a-z]"), 1: vocabulary])), .unit(0, nil), .unit(9, nil),
      ],
      files: [
        .file(nil, .tensorAxisLabels), .labels("labels.txt"),
        .labels("labels_de.txt", locale: "de"),
        .labels("labels_en.txt", locale: "en-US"), .file("scores.txt", .tensorAxisScoreCalibration),
        .file("other.bin", .scannIndexFile),
      ])
    let boxes = FlatTable.tensor(
      "location",
      content: .content(
        3, FlatTable([0: .uint32s([1, 0, 3, 2]), 1: .int8(1), 2: .int8(0)])))
    let sound = FlatTable.tensor(
      nil, content: .content(4, FlatTable([0: .uint32(16_000), 1: .uint32(1)])))
    let features = FlatTable.tensor("count", content: .content(1, FlatTable()))
    let later = FlatTable.tensor("later", content: .content(9, nil))
    let subgraph = FlatTable([
      0: .string("main"), 1: .string("All there is."), 2: .tables([input, sound]),
      3: .tables([scores, boxes, features, later]), 4: .tables([.file("a.txt", .descriptions)]),
      5: .tables([.unit(3, FlatTable([0: .float(1)]))]),
      6: .tables([.unit(1, FlatTable([0: .floats([1]), 1: .floats([2])]))]),
      7: .tables([FlatTable([0: .string("inputs"), 1: .strings(["image"])])]),
      8: .tables([FlatTable([0: .string("detection"), 1: .strings(["location", "probability"])])]),
      9: .tables([
        FlatTable([0: .string("DETECTOR_METADATA"), 1: .bytes(detector, alignment: 16)])
      ]),
    ])
    var file = FlatTable.file("model.txt", .descriptions)
    file[1] = .string("About the model.")
    file[4] = .string("2")
    return FlatBufferBuilder.build(
      FlatTable([
        0: .string("Sample"), 1: .string("A sample."), 2: .string("v3"),
        3: .tables([subgraph]), 4: .string("Someone"), 5: .string("MIT"), 6: .tables([file]),
        7: .string("1.5.0"),
      ]), identifier: "M001")
  }()
}
