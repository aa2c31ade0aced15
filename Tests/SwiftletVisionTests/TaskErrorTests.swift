import Foundation
import SwiftletTensor
import SwiftletTestSupport
import SwiftletVision
import Testing

@Suite("Errors of embedders and detectors at creation")
struct TaskErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let model: DetectorModel
    var options: @Sendable (ObjectDetectorOptions) -> Void = { _ in }
    var code = TasksErrorCode.invalidArgumentError
    let text: String

    var testDescription: String { name }
  }

  static let sample = DetectorTests.sample
  static let raw = AnchoredDetectorTests.plain(
    AnchoredDetectorTests.anchors, [[0.9, 0], [0.8, 0], [0.7, 0]])

  static let both: @Sendable (ObjectDetectorOptions) -> Void = {
    $0.categoryAllowlist = ["one"]
    $0.categoryDenylist = ["two"]
  }

  /// In the order of the checks; each model is wrong in what comes later, too.
  static let ordered: [Case] = [
    Case(
      name: "maxResults, without a period",
      model: sample.with { $0.subgraphCount = 2 },
      options: {
        both($0)
        $0.maxResults = 0
      }, text: "INVALID_ARGUMENT: Invalid `max_results` option: value must be != 0"),
    Case(
      name: "both lists", model: sample.with { $0.subgraphCount = 2 }, options: both,
      text: "INVALID_ARGUMENT: `category_allowlist` and `category_denylist` are mutually exclusive "
        + "options."),
    Case(
      name: "subgraphs",
      model: sample.with {
        $0.subgraphCount = 3
        $0.hasMetadata = false
      }, text: "INVALID_ARGUMENT: Expected a model with a single subgraph, found 3."),
    Case(
      name: "metadata",
      model: sample.with {
        $0.hasMetadata = false
        $0.inputType = .int32
      },
      text: "INVALID_ARGUMENT: Object detection models require TFLite Model Metadata but none was "
        + "found"),
    Case(
      name: "input",
      model: sample.with {
        $0.inputType = .int32
        $0.outputs.removeLast()
      },
      text: "INVALID_ARGUMENT: Type mismatch for input tensor image. Requested one of these types: "
        + "uint8/float32, got INT32."),
    Case(
      name: "output count",
      model: sample.with {
        $0.outputs.removeLast()
        $0.outputs[0].type = .int32
      }, text: "INVALID_ARGUMENT: Expected a model with 2 or 4 output tensors, found 3."),
    Case(
      name: "output type",
      model: sample.with {
        $0.outputs[1].type = .int32
        $0.outputs[0].metadata = .tensor("location")
      },
      text:
        "INVALID_ARGUMENT: Expected output tensor at index 1 to have type UINT8 or FLOAT32, found "
        + "INT32 instead."),
    Case(
      name: "mixed outputs",
      model: sample.with {
        $0.outputs[1].type = .uint8
        $0.outputs[0].metadata = .tensor("location")
      },
      text:
        "INVALID_ARGUMENT: Expected either all or none of the output tensors to be quantized, but "
        + "found 1 quantized outputs for 4 total outputs."),
    Case(
      name: "box metadata", model: sample.with { $0.outputs[0].metadata = .tensor("location") },
      text: "INVALID_ARGUMENT: Expected BoundingBoxProperties for tensor location, found none."),
    Case(
      name: "box metadata of another kind",
      model: sample.with {
        $0.outputs[0].metadata = .tensor("location", content: .content(1, FlatTable()))
      },
      text: "INVALID_ARGUMENT: Expected BoundingBoxProperties for tensor location, found "
        + "FeatureProperties."),
    Case(
      name: "box type",
      model: sample.with {
        $0.outputs[0].metadata = .tensor(
          "location", content: DetectorModel.box([1, 0, 3, 2], type: 3, coordinates: 1))
      },
      text: "INVALID_ARGUMENT: Mobile SSD only supports BoundingBoxType BOUNDARIES, found CENTER"),
    Case(
      name: "coordinates",
      model: sample.with {
        $0.outputs[0].metadata = .tensor(
          "location", content: DetectorModel.box([1, 0], coordinates: 1))
      },
      text: "INVALID_ARGUMENT: Mobile SSD only supports CoordinateType RATIO, found PIXEL"),
    Case(
      name: "index",
      model: sample.with {
        $0.outputs[0].metadata = .tensor("location", content: DetectorModel.box([1, 0]))
      },
      text: "INVALID_ARGUMENT: Expected BoundingBoxProperties index to contain 4 values, found 2"),
    Case(
      name: "labels",
      model: sample.with { $0.files = [("labels.txt", ""), ("labels_de.txt", "x")] },
      options: { $0.categoryAllowlist = ["one"] },
      text: "INVALID_ARGUMENT: Expected non-empty labels file."),
    Case(
      name: "display names",
      model: sample.with { $0.files = [("labels.txt", "a\nb\n"), ("labels_de.txt", "x")] },
      options: { $0.displayNamesLocale = "de" },
      text: "INVALID_ARGUMENT: Mismatch between number of labels (2) and display names (1)."),
    Case(
      name: "lists without labels",
      model: sample.with { $0.outputs[1].metadata = .tensor("category") },
      options: { $0.categoryDenylist = ["one"] },
      text: "INVALID_ARGUMENT: " + ErrorCatalogueTests.missingLabels),
    Case(
      name: "no decoding", model: raw.with { $0.detector = nil },
      text: "INVALID_ARGUMENT: TensorsDecodingOptions is not found in the object detector metadata."
    ),
    Case(
      name: "no anchors",
      model: raw.with {
        $0.detector = MetadataTables.detector(
          anchors: nil, decoding: AnchoredDetectorTests.decoding(boxes: 3, classes: 2))
      },
      text: "INVALID_ARGUMENT: SsdAnchorsOptions is not found in the object detector metadata."),
  ]

  @Test("The first check of a detector that fails decides", arguments: ordered)
  func detector(_ test: Case) {
    let error = #expect(throws: NSError.self) { try ObjectDetector(test.model, test.options) }
    #expect(error?.domain == "com.google.mediapipe.tasks")
    #expect(error?.code == Int(test.code.rawValue))
    #expect(error?.localizedDescription == test.text)
  }

  @Test("Metadata of a detector that contradicts its outputs is refused", arguments: 0..<7)
  func contradictions(_ number: Int) {
    let anchors = AnchoredDetectorTests.anchors
    let decodings: [FlatTable] = [
      AnchoredDetectorTests.decoding(boxes: 2, classes: 2),
      AnchoredDetectorTests.decoding(boxes: 3, classes: 0),
      AnchoredDetectorTests.decoding(boxes: 3, classes: 3),
      AnchoredDetectorTests.decoding(boxes: 3, classes: 2, keypoints: 1),
      AnchoredDetectorTests.decoding(boxes: 3, classes: 2, keypoints: -2),
      AnchoredDetectorTests.decoding(boxes: 3, classes: 2, scales: [0, 1, 1, 1]),
      AnchoredDetectorTests.decoding(boxes: 3, classes: 2, scales: [1, .nan, 1, 1]),
    ]
    let model = Self.raw.with {
      $0.detector = MetadataTables.detector(anchors: anchors, decoding: decodings[number])
    }
    let error = #expect(throws: NSError.self) { try ObjectDetector(model) }
    #expect(error?.code == 3)
  }

  @Test("Embedders")
  func embedder() throws {
    let cases: [(SampleModel, Int, String)] = [
      (
        SampleModel().with { $0.outputTypes = [0: .int32] }, 3,
        "INVALID_ARGUMENT: Expected output tensor at index 0 to have type UINT8 or FLOAT32, found "
          + "INT32 instead."
      ),
      (
        SampleModel().with { $0.outputTypes = [0: .bool] }, 3,
        "INVALID_ARGUMENT: Expected output tensor at index 0 to have type UINT8 or FLOAT32, found "
          + "BOOL instead."
      ),
      (
        SampleModel().with {
          $0.inputShape = [1, 2, 3]
          $0.outputTypes = [0: .int32]
        }, 3, "INVALID_ARGUMENT: Only 4D tensors in BHWD layout are supported."
      ),
      (
        ErrorCatalogueTests.normalization([]), 5,
        ErrorCatalogueTests.missingNormalization
      ),
    ]
    for (model, code, text) in cases {
      let error = #expect(throws: NSError.self) { try ImageEmbedder(model) }
      #expect(error?.code == code)
      #expect(error?.localizedDescription == text)
    }
    // More than one subgraph is no fault of an embedder.
    #expect(throws: Never.self) { try ImageEmbedder(SampleModel().with { $0.subgraphCount = 2 }) }
    for path in ["", "/no/such/model.tflite"] {
      let error = #expect(throws: NSError.self) { try ImageEmbedder(modelPath: path) }
      #expect(error?.code == (path.isEmpty ? 3 : 5))
    }
  }

  @Test("A delegate belongs to live streams, whatever else is wrong")
  func delegates() {
    final class Receiver: NSObject, ImageEmbedderLiveStreamDelegate,
      ObjectDetectorLiveStreamDelegate
    {}
    let receiver = Receiver()
    for mode in [RunningMode.image, .video, .liveStream] {
      let (embedding, detecting) = (ImageEmbedderOptions(), ObjectDetectorOptions())
      embedding.runningMode = mode
      detecting.runningMode = mode
      detecting.maxResults = 0
      if mode != .liveStream {
        embedding.imageEmbedderLiveStreamDelegate = receiver
        detecting.objectDetectorLiveStreamDelegate = receiver
      }
      let text =
        mode == .liveStream
        ? "The vision task is in live stream mode. An object must be set as the delegate of the task "
          + "in its options to ensure asynchronous delivery of results."
        : "The vision task is in image or video mode. The delegate must not be set in the task's "
          + "options."
      let errors = [
        #expect(throws: NSError.self) { try ImageEmbedder(options: embedding) },
        #expect(throws: NSError.self) { try ObjectDetector(options: detecting) },
      ]
      #expect(errors.allSatisfy { $0?.code == 3 && $0?.localizedDescription == text })
    }
  }

  @Test("Copies of options are whole and independent")
  func copies() throws {
    final class Receiver: NSObject, ImageEmbedderLiveStreamDelegate,
      ObjectDetectorLiveStreamDelegate,
      ImageClassifierLiveStreamDelegate
    {}
    let receiver = Receiver()
    let embedding = ImageEmbedderOptions()
    embedding.baseOptions.modelAssetPath = "a"
    embedding.runningMode = .liveStream
    embedding.imageEmbedderLiveStreamDelegate = receiver
    embedding.l2Normalize = true
    embedding.quantize = true
    let embeddingCopy = try #require(embedding.copy() as? ImageEmbedderOptions)
    embedding.baseOptions.modelAssetPath = "b"
    embedding.l2Normalize = false
    #expect(embeddingCopy.baseOptions.modelAssetPath == "a")
    #expect(embeddingCopy.runningMode == .liveStream && embeddingCopy.quantize)
    #expect(embeddingCopy.imageEmbedderLiveStreamDelegate === receiver && embeddingCopy.l2Normalize)

    let detecting = ObjectDetectorOptions()
    detecting.objectDetectorLiveStreamDelegate = receiver
    let classifying = ImageClassifierOptions()
    classifying.imageClassifierLiveStreamDelegate = receiver
    for options in [detecting, classifying] as [CategoryTaskOptions] {
      options.displayNamesLocale = "de"
      options.maxResults = 7
      options.scoreThreshold = 0.5
      options.categoryAllowlist = ["a"]
      options.categoryDenylist = ["b"]
      options.upstreamCompatible = true
      options.inputMean = [1]
      options.inputStd = [2]
      options.labelsPath = "l"
      let copy = try #require(options.copy() as? CategoryTaskOptions)
      options.maxResults = 8
      options.categoryAllowlist = []
      #expect(type(of: copy) == type(of: options))
      #expect(copy.displayNamesLocale == "de" && copy.maxResults == 7 && copy.scoreThreshold == 0.5)
      #expect(copy.categoryAllowlist == ["a"] && copy.categoryDenylist == ["b"])
      #expect(copy.upstreamCompatible && copy.labelsPath == "l")
      #expect(copy.inputMean == [1] && copy.inputStd == [2])
      let delegate: AnyObject? =
        (copy as? ObjectDetectorOptions)?.objectDetectorLiveStreamDelegate
        ?? (copy as? ImageClassifierOptions)?.imageClassifierLiveStreamDelegate
      #expect(delegate === receiver)
    }
  }
}
