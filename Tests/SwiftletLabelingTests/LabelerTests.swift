import Foundation
import SwiftletImage
import SwiftletLabeling
import SwiftletTestSupport
import SwiftletVision
import Testing

/// A folder as AutoML exports it, which disappears with its owner.
final class ExportedModel: Sendable {
  let path: String
  var manifestPath: String { "\(path)/manifest.json" }

  static let manifest =
    #"{"modelFile": "model.tflite", "labelsFile": "dict.txt", "modelType": "IMAGE_LABELING", "x": 1}"#

  init(
    _ model: [UInt8] = SampleModel().bytes,
    labels: [UInt8] = ExportedModel.lines(SampleModel.names),
    manifest: String? = ExportedModel.manifest
  ) throws {
    path = NSTemporaryDirectory() + "/swiftlet-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data(model).write(to: URL(fileURLWithPath: "\(path)/model.tflite"))
    try Data(labels).write(to: URL(fileURLWithPath: "\(path)/dict.txt"))
    if let manifest { try Data(manifest.utf8).write(to: URL(fileURLWithPath: manifestPath)) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  static func lines(_ names: [String], end: String = "\n") -> [UInt8] {
    Array(names.map { $0 + end }.joined().utf8)
  }

  /// Options for it that let all labels through.
  func options() -> AutoMLImageLabelerOptions {
    let options = AutoMLImageLabelerOptions(
      localModel: AutoMLImageLabelerLocalModel(manifestPath: manifestPath))
    options.confidenceThreshold = NSNumber(value: 0.0)
    return options
  }

  func labeler() -> ImageLabeler { ImageLabeler.imageLabeler(options: options()) }

  /// The labels of a picture.
  func labels(_ image: VisionImage) throws -> [ImageLabel] { try labeler().results(in: image) }
}

/// A picture whose bytes are the scores of the sample model.
func sampleImage(_ bytes: [UInt8] = Array(1...12)) throws -> VisionImage {
  VisionImage(try Image(width: 2, height: 2, format: .rgb, bytes: bytes))
}

extension Array where Element == ImageLabel {
  var texts: [String] { map(\.text) }
}

@Suite("The labeler")
struct LabelerTests {
  @Test("Labels come with text, confidence and index, the most confident first")
  func labels() throws {
    let labels = try ExportedModel().labels(sampleImage())
    #expect(labels.texts == SampleModel.names.reversed())
    #expect(labels.map(\.index) == (0..<12).reversed())
    #expect(labels.map(\.confidence) == (1...12).reversed().map { Float($0) / 256 })
  }

  @Test("Labels that reach the threshold are returned")
  func threshold() throws {
    let options = try ExportedModel()
    func texts(_ threshold: Double?) throws -> [String] {
      let chosen = options.options()
      chosen.confidenceThreshold = threshold.map { NSNumber(value: $0) }
      let image = try sampleImage([127, 128, 129, 0, 0, 0, 0, 0, 0, 0, 0, 255])
      return try ImageLabeler.imageLabeler(options: chosen).results(in: image).texts
    }
    #expect(try texts(0.5) == ["l", "c", "b"])
    // Unset, and beyond its range, it is a half.
    #expect(try texts(nil) == ["l", "c", "b"])
    #expect(try texts(-0.1) == ["l", "c", "b"])
    #expect(try texts(50) == ["l", "c", "b"])
    #expect(try texts(.nan) == ["l", "c", "b"])
    #expect(try texts(0.99) == ["l"])
    #expect(try texts(1) == [])
    #expect(try texts(0).count == 12)
  }

  @Test("Options for models of any origin: the metadata's threshold and labels, ten results")
  func custom() throws {
    func texts(
      _ model: SampleModel, _ edit: (CustomImageLabelerOptions) -> Void = { _ in }
    ) throws -> [String] {
      let file = try TemporaryFile(model.bytes)
      let options = CustomImageLabelerOptions(localModel: LocalModel(path: file.path))
      edit(options)
      let image = try sampleImage([0, 0, 128, 128, 129, 1, 2, 3, 4, 5, 6, 7])
      return try ImageLabeler.imageLabeler(options: options).results(in: image).texts
    }
    let plain = SampleModel(labels: SampleModel.names)
    #expect(try texts(plain).count == 10)
    #expect(try texts(plain) { $0.maxResultCount = 2 } == ["e", "c"])
    #expect(try texts(plain) { $0.maxResultCount = 0 }.count == 10)
    #expect(try texts(plain) { $0.maxResultCount = -3 }.count == 10)
    #expect(try texts(plain) { $0.maxResultCount = 100 }.count == 12)
    let strict = SampleModel(labels: SampleModel.names, threshold: 0.5)
    #expect(try texts(strict) == ["e", "c", "d"])
    #expect(try texts(strict) { $0.confidenceThreshold = 0.502 } == ["e"])
    // Without labels there is no text.
    #expect(try texts(SampleModel()).allSatisfy(\.isEmpty))
    #expect(
      try texts(SampleModel(labels: SampleModel.names, outputShape: [1, 1, 1, 12])).count == 10)
  }

  @Test(
    "Other outputs than one list are refused",
    arguments: [
      SampleModel(outputShape: [1, 3, 4]), SampleModel(outputShape: [12]),
      SampleModel(outputShape: [2, 6]), SampleModel(outputCount: 2),
    ])
  func outputs(_ model: SampleModel) throws {
    let file = try TemporaryFile(model.bytes)
    let options = CustomImageLabelerOptions(localModel: LocalModel(path: file.path))
    let error = #expect(throws: NSError.self) {
      try ImageLabeler.imageLabeler(options: options).results(in: sampleImage())
    }
    #expect(error?.code == 3)
    #expect(error?.domain == "com.google.mlkit")
    #expect(error?.localizedDescription.contains("is not an image labelling model") == true)
  }

  @Test("The labels beside a manifest win over the model's own; a path has the model's own")
  func precedence() throws {
    let exported = try ExportedModel(
      SampleModel(labels: SampleModel.names).bytes,
      labels: ExportedModel.lines(SampleModel.names.map { "\($0)!" }))
    let local = try #require(LocalModel(manifestPath: exported.manifestPath))
    #expect(local.path == "\(exported.path)/model.tflite")
    #expect(local.manifestPath == exported.manifestPath)
    func first(_ model: LocalModel) throws -> String? {
      let options = CustomImageLabelerOptions(localModel: model)
      return try ImageLabeler.imageLabeler(options: options).results(in: sampleImage()).first?.text
    }
    #expect(try first(local) == "l!")
    #expect(try first(LocalModel(path: local.path)) == "l")
    #expect(try exported.labeler().results(in: sampleImage()).first?.text == "l!")
  }

  static let texts: [(name: String, bytes: [UInt8])] = [
    ("line feeds", ExportedModel.lines(SampleModel.names)),
    ("line feeds without the last", Array(ExportedModel.lines(SampleModel.names).dropLast())),
    ("carriage returns", ExportedModel.lines(SampleModel.names, end: "\r")),
    ("both", ExportedModel.lines(SampleModel.names, end: "\r\n")),
    (
      "both, not at the end", Array(ExportedModel.lines(SampleModel.names, end: "\r\n").dropLast(2))
    ),
    ("a byte order mark", [0xEF, 0xBB, 0xBF] + ExportedModel.lines(SampleModel.names)),
  ]

  @Test("Label files with other line ends and a mark", arguments: texts)
  func labelFiles(_ name: String, _ bytes: [UInt8]) throws {
    let labels = try ExportedModel(labels: bytes).labels(sampleImage())
    #expect(labels.texts == SampleModel.names.reversed())
  }

  @Test("Empty lines and spaces in a label file are labels")
  func emptyLines() throws {
    var names = SampleModel.names
    names[3] = ""
    names[11] = " l "
    let labels = try ExportedModel(labels: ExportedModel.lines(names)).labels(sampleImage())
    #expect(labels.texts == names.reversed())
  }

  @Test(
    "Too few and too many lines are an error that counts them",
    arguments: [SampleModel.names.dropLast(), SampleModel.names + ["m"], SampleModel.names + [""]])
  func labelCount(_ names: [String]) throws {
    let exported = try ExportedModel(labels: ExportedModel.lines(names))
    let error = #expect(throws: NSError.self) { try exported.labeler().results(in: sampleImage()) }
    #expect(error?.domain == "com.google.mlkit")
    #expect(error?.code == 3)
    #expect(
      error?.localizedDescription
        == "The labels file \(exported.path)/dict.txt has \(names.count) labels, but output 0 of the "
        + "model has 12 classes; give one label a line for each class.")
  }

  static let manifests: [(manifest: String?, reason: String)] = [
    (nil, "cannot be opened"), ("", "not a JSON object"), ("[]", "not a JSON object"),
    ("{}", "has no modelFile"),
    (#"{"modelFile": 5, "labelsFile": "dict.txt"}"#, "has no modelFile"),
    (#"{"modelFile": "model.tflite"}"#, "has no labelsFile"),
    (#"{"modelFile": "model.tflite", "labelsFile": "x"}"#, "is not a file that can be read"),
    (#"{"modelFile": ".", "labelsFile": "dict.txt"}"#, "is not a file that can be read"),
    (#"{"modelFile": "../model.tflite", "labelsFile": "dict.txt"}"#, "not beside the manifest"),
    (#"{"modelFile": "/etc/passwd", "labelsFile": "dict.txt"}"#, "not beside the manifest"),
    (
      #"{"modelFile": "model.tflite", "labelsFile": "dict.txt", "modelType": "OBJECT_DETECTION"}"#,
      "modelType is \"OBJECT_DETECTION\""
    ),
  ]

  @Test("Manifests that are missing or invalid", arguments: manifests)
  func manifest(_ manifest: String?, _ reason: String) throws {
    let exported = try ExportedModel(manifest: manifest)
    #expect(LocalModel(manifestPath: exported.manifestPath) == nil)
    #expect(AutoMLImageLabelerLocalModel(manifestPath: exported.manifestPath).path == "")
    let error = #expect(throws: NSError.self) { try exported.labeler().results(in: sampleImage()) }
    #expect(error?.code == 13)
    #expect(
      error?.localizedDescription == "Local model path (\(exported.manifestPath)) is invalid.")
    #expect(error?.localizedFailureReason?.contains(reason) == true)
  }

  @Test("A model that is missing, or none", arguments: ["", "/no/such/model.tflite", "/tmp"])
  func missing(_ path: String) throws {
    let options = CustomImageLabelerOptions(localModel: LocalModel(path: path))
    let labeler = ImageLabeler.imageLabeler(options: options)
    let error = #expect(throws: NSError.self) { try labeler.results(in: sampleImage()) }
    #expect(error?.domain == "com.google.mlkit")
    if path != "/tmp" {
      #expect(error?.code == 13)
      #expect(error?.localizedDescription == "Local model path (\(path)) is invalid.")
    }
  }

  @Test("Eight threads get the same labels")
  func threads() throws {
    let exported = try ExportedModel()
    let labeler = exported.labeler()
    let results = Box<[[String]]>()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<20 {
        let labels = (try? labeler.results(in: sampleImage()).map { "\($0)" }) ?? []
        results.update { ($0 ?? []) + [labels] }
      }
    }
    let all = try #require(results.value)
    #expect(all.count == 160)
    #expect(Set(all).count == 1)
    #expect(all.first?.count == 12)
    withExtendedLifetime(exported) {}
  }

  @Test(
    "In the background: the completion comes on the main queue, in order, with labels or an error")
  func background() async throws {
    let exported = try ExportedModel()
    let labeler = exported.labeler()
    let order = Box<[Int]>()
    for index in 0..<5 {
      labeler.process(try sampleImage()) { labels, error in
        dispatchPrecondition(condition: .onQueue(.main))
        #expect(labels?.count == 12)
        #expect(error == nil)
        order.update { ($0 ?? []) + [index] }
      }
    }
    #expect(try await labeler.process(sampleImage()).count == 12)
    withExtendedLifetime(exported) {}
    while order.value?.count != 5 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(order.value == [0, 1, 2, 3, 4])
    let options = CustomImageLabelerOptions(localModel: LocalModel(path: "/no/such/model"))
    let image = try sampleImage()
    let bad = ImageLabeler.imageLabeler(options: options)
    await confirmation { confirm in
      await withCheckedContinuation { continuation in
        bad.process(image) { labels, error in
          #expect(labels == nil)
          #expect((error as NSError?)?.code == 13)
          confirm()
          continuation.resume()
        }
      }
    }
    let again = try sampleImage()
    await #expect(throws: NSError.self) { try await bad.process(again) as [ImageLabel] }
  }

  /// What a client should not do.
  final class OtherImage: NSObject, MLKitCompatibleImage {}

  @Test("Images of other types are refused")
  func otherImage() throws {
    let error = #expect(throws: NSError.self) {
      try ImageLabeler.imageLabeler(options: ImageLabelerOptions()).results(in: OtherImage())
    }
    #expect(error?.code == 3)
    #expect(
      error?.localizedDescription == "A labeler takes a VisionImage or an MLImage, not a "
        + "OtherImage.")
  }

  @Test("All eight orientations", arguments: ImageOrientation.allCases)
  func orientations(_ orientation: ImageOrientation) throws {
    let exported = try ExportedModel()
    let stored = try Image(
      width: 2, height: 2, format: .rgb, bytes: [10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42])
    let labels = try exported.labels(VisionImage(stored, orientation: orientation))
    // A mirrored orientation is the rotation of its name, after a flip.
    let flipped = orientation.isMirrored ? stored.upright(from: .upMirrored) : stored
    let rotation = ImageOrientation(rawValue: orientation.rawValue % 4)
    let image = MPImage(flipped, orientation: try #require(rotation))
    let classifier = try ImageClassifier(modelPath: "\(exported.path)/model.tflite")
    let categories = try classifier.classify(image: image).classificationResult.classifications[0]
      .categories
    #expect(labels.map(\.index) == categories.map(\.index))
    #expect(labels.map(\.confidence) == categories.map(\.score))
    // The pixel that is shown at the top left.
    let first: [ImageOrientation: Float] = [
      .up: 10, .down: 40, .left: 20, .right: 30, .upMirrored: 20, .downMirrored: 30,
      .leftMirrored: 10, .rightMirrored: 40,
    ]
    let found = labels.first { $0.index == 0 }?.confidence
    #expect(found == first[orientation].map { $0 / 256 })
  }
}
