import Foundation
import SwiftletTensor
import SwiftletTestSupport
import SwiftletVision
import Testing

@Suite("Errors at creation: codes, texts and the order of the checks")
struct ErrorCatalogueTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let model: SampleModel
    var options: @Sendable (ImageClassifierOptions) -> Void = { _ in }
    let code: TasksErrorCode
    let text: String

    var testDescription: String { name }
  }

  static let missingLabels =
    "Using `category_allowlist` or `category_denylist` requires labels to be present in the "
    + "TFLite Model Metadata but none was found."

  static let modelCases: [Case] = [
    Case(
      name: "identifier", model: .labelled.with { $0.identifier = "M002" },
      code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Invalid metadata schema version: expected M001, got M002"),
    Case(
      name: "parser", model: .labelled.with { $0.minimumParserVersion = "1.5.1" },
      code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Metadata schema version 1.5.0 is smaller than the minimum version "
        + "1.5.1 to parse the metadata flatbuffer."),
    Case(
      name: "missing file", model: .labelled.with { $0.files = [("other.txt", "x")] },
      code: .notFoundError, text: "NOT_FOUND: No associated file with name: labels.txt"),
    Case(
      name: "compressed", model: .labelled.with { $0.compression = 8 }, code: .unknownError,
      text: "UNKNOWN: Expected uncompressed zip archive."),
  ]

  static let inputCases: [Case] = [
    Case(
      name: "two inputs", model: SampleModel().with { $0.inputCount = 2 },
      code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Image tflite models are assumed to have a single input."),
    Case(
      name: "input without metadata", model: SampleModel().with { $0.inputs = [] },
      code: .invalidArgumentError, text: "INVALID_ARGUMENT: Tensor index is out of range."),
    Case(
      name: "rank", model: SampleModel().with { $0.inputShape = [2, 2, 3] },
      code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Only 4D tensors in BHWD layout are supported."),
    Case(
      name: "type", model: SampleModel().with { $0.inputType = .int8 },
      code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Type mismatch for input tensor image. Requested one of these types: "
        + "uint8/float32, got INT8."),
    Case(
      name: "half precision", model: SampleModel.float.with { $0.inputType = .float16 },
      code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Type mismatch for input tensor image. Requested one of these types: "
        + "uint8/float32, got FLOAT16."),
    Case(
      name: "batch", model: SampleModel().with { $0.inputShape = [2, 1, 2, 3] },
      code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: The input tensor should have dimensions 1 x height x width x depth, "
        + "where depth = 3 or 4. Got 2 x 1 x 2 x 3."),
    Case(
      name: "depth", model: SampleModel().with { $0.inputShape = [1, 3, 4, 1] },
      code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: The input tensor should have dimensions 1 x height x width x depth, "
        + "where depth = 3 or 4. Got 1 x 3 x 4 x 1."),
    Case(
      name: "colour space",
      model: SampleModel().with {
        $0.inputs = [.tensor("image", content: .content(2, FlatTable([0: .int8(2)])))]
      }, code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Only RGB color space is supported for now."),
    Case(
      name: "content",
      model: SampleModel().with {
        $0.inputs = [.tensor("picture", content: .content(1, FlatTable()))]
      }, code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Expected ImageProperties for tensor picture, got "
        + "FeatureProperties."),
    Case(
      name: "content without name",
      model: SampleModel().with {
        $0.inputs = [.tensor(nil, content: .content(3, FlatTable()))]
      }, code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Expected ImageProperties for tensor #0, got "
        + "BoundingBoxProperties."),
  ]

  static func normalization(_ units: [FlatTable]) -> SampleModel {
    SampleModel.float.with { $0.inputs = [.tensor("image", units: units)] }
  }

  static let missingNormalization =
    "NOT_FOUND: Input tensor has type float32: it requires specifying NormalizationOptions metadata "
    + "to preprocess input images."

  static let normalizationCases: [Case] = [
    Case(
      name: "no normalisation", model: normalization([]), code: .notFoundError,
      text: missingNormalization),
    Case(
      name: "no metadata", model: .float.with { $0.hasMetadata = false }, code: .notFoundError,
      text: missingNormalization),
    Case(
      name: "no subgraph metadata", model: .float.with { $0.hasSubgraphMetadata = false },
      code: .notFoundError, text: missingNormalization),
    Case(
      name: "lengths", model: normalization([.normalization([1, 2, 3], [1])]),
      code: .invalidArgumentError,
      text:
        "INVALID_ARGUMENT: NormalizationOptions: expected mean and std of same dimension, got 3 "
        + "and 1."),
    Case(
      name: "two values", model: normalization([.normalization([1, 2], [1, 2])]),
      code: .invalidArgumentError,
      text:
        "INVALID_ARGUMENT: NormalizationOptions: only 1 or 3 mean and std values are supported, "
        + "got 2."),
    Case(
      name: "per channel", model: normalization([.normalization([1, 2, 3], [1, 1, 1])]),
      code: .unimplementedError,
      text: "UNIMPLEMENTED: Per-channel image normalization is not available."),
    Case(
      name: "std 0", model: normalization([.normalization([1], [0])]), code: .internalError,
      text: "INTERNAL: NormalizationOptions.std_values can't be 0. Please check if the tensor "
        + "metadata has been populated correctly."),
    Case(
      name: "negative std", model: normalization([.normalization([1], [-1])]),
      code: .internalError,
      text: "INTERNAL: NormalizationOptions.std_values must be positive, found -1.0."),
    Case(
      name: "two units",
      model: normalization([.normalization([0], [1]), .normalization([0], [1])]),
      code: .invalidArgumentError,
      text:
        "INVALID_ARGUMENT: Found multiple ProcessUnits with type=NormalizationOptions, expected "
        + "at most one."),
  ]

  static let optionCases: [Case] = [
    Case(
      name: "no results", model: .labelled, options: { $0.maxResults = 0 },
      code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Invalid `max_results` option: value must be != 0."),
    Case(
      name: "both lists", model: .labelled,
      options: {
        $0.categoryAllowlist = ["a"]
        $0.categoryDenylist = ["b"]
      }, code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: `category_allowlist` and `category_denylist` are mutually exclusive "
        + "options."),
    Case(
      name: "allowlist without labels", model: SampleModel(),
      options: { $0.categoryAllowlist = ["a"] }, code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: \(missingLabels)"),
    Case(
      name: "denylist without labels", model: SampleModel().with { $0.hasMetadata = false },
      options: { $0.categoryDenylist = ["a"] }, code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: \(missingLabels)"),
    Case(
      name: "mean alone", model: SampleModel(), options: { $0.inputMean = [1] },
      code: .invalidArgumentError,
      text: "An input mean needs an input standard deviation and the other way round; give both."),
    Case(
      name: "zero deviation", model: SampleModel(),
      options: {
        $0.inputMean = [1]
        $0.inputStd = [0]
      }, code: .invalidArgumentError,
      text:
        "Input mean and standard deviation must be numbers, and the latter above 0; the mean is "
        + "[1.0], the standard deviation [0.0]."),
    Case(
      name: "two means", model: SampleModel(),
      options: {
        $0.inputMean = [1, 2]
        $0.inputStd = [1]
      }, code: .invalidArgumentError,
      text: "The input mean has 2 values, but the model's input has 3 channels; give one value for "
        + "all or one for each."),
  ]

  static func calibration(_ text: String?, units: Int = 1) -> SampleModel {
    SampleModel.float.with {
      $0.outputs = [
        .tensor(
          "probability",
          units: (0..<units).map { _ in .calibration(0, defaultScore: 0) },
          files: text == nil ? [] : [.file("calibration.txt", type: 4)])
      ]
      if let text { $0.files = [("calibration.txt", text)] }
    }
  }

  static let outputCases: [Case] = [
    Case(
      name: "two subgraphs", model: SampleModel().with { $0.subgraphCount = 2 },
      code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Classification tflite models are assumed to have a single subgraph."),
    Case(
      name: "output type", model: SampleModel().with { $0.outputTypes = [0: .int32] },
      code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Expected output tensor at index 0 to have type UINT8 or FLOAT32 or "
        + "BOOL, found INT32 instead."),
    Case(
      name: "int8 output", model: SampleModel().with { $0.outputTypes = [0: .int8] },
      code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Expected output tensor at index 0 to have type UINT8 or FLOAT32 or "
        + "BOOL, found INT8 instead."),
    Case(
      name: "mixed outputs",
      model: SampleModel().with {
        $0.outputShapes = [[1, 12], [1, 12], [12]]
        $0.outputTypes = [1: .float32]
      }, code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Expected either all or none of the output tensors to be quantized, "
        + "but found 2 quantized outputs for 3 total outputs."),
    Case(
      name: "output metadata", model: SampleModel().with { $0.outputShapes = [[1, 12], [12]] },
      code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Mismatch between number of output tensors (2) and output tensors "
        + "metadata (1)."),
    Case(
      name: "no calibration file", model: calibration(nil), code: .notFoundError,
      text: "NOT_FOUND: Found ScoreCalibrationOptions but missing required associated parameters "
        + "file with type TENSOR_AXIS_SCORE_CALIBRATION."),
    Case(
      name: "two calibrations", model: calibration("1,1,1", units: 2),
      code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Found multiple ProcessUnits with type=ScoreCalibrationOptions, "
        + "expected at most one."),
    Case(
      name: "empty calibration", model: calibration(""), code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Expected non-empty score calibration file."),
    Case(
      name: "short line", model: calibration("1,2,3\n1,2\n"), code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Expected 3 or 4 parameters per line in score calibration file, got "
        + "2."),
    Case(
      name: "no number", model: calibration("1,2,x"), code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Could not parse score calibration parameter as float: x."),
    Case(
      name: "negative scale", model: calibration("-1,2,3"), code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: The scale parameter of the sigmoids must be positive, found "
        + "-1.000000."),
    Case(
      name: "empty labels", model: .labelled.with { $0.files = [("labels.txt", "")] },
      code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Expected non-empty labels file."),
    Case(
      name: "display names",
      model: SampleModel.labelled.with {
        $0.outputs = [
          .tensor(
            nil,
            files: [
              .file("labels.txt", type: 2), .file("labels_en.txt", type: 2, locale: "en"),
            ])
        ]
        $0.files.append(("labels_en.txt", "one\ntwo\n"))
      }, code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Mismatch between number of labels (12) and display names (2)."),
  ]

  static func check(_ test: Case) {
    let error = #expect(throws: NSError.self) {
      try ImageClassifier(test.model, test.options)
    }
    #expect(error?.domain == "com.google.mediapipe.tasks")
    #expect(error?.code == Int(test.code.rawValue))
    #expect(error?.localizedDescription == test.text)
    #expect(error?.userInfo.count == 1)
  }

  @Test("Model and metadata", arguments: modelCases)
  func model(_ test: Case) { Self.check(test) }

  @Test("Image input", arguments: inputCases)
  func input(_ test: Case) { Self.check(test) }

  @Test("Normalisation", arguments: normalizationCases)
  func normalization(_ test: Case) { Self.check(test) }

  @Test("Options", arguments: optionCases)
  func options(_ test: Case) { Self.check(test) }

  @Test("Outputs, calibration and labels", arguments: outputCases)
  func output(_ test: Case) { Self.check(test) }

  /// Models that are wrong in everything from one check on, each with that check's text.
  static let ordered: [Case] = [
    Case(
      name: "metadata first",
      model: SampleModel().with {
        $0.identifier = "M000"
        $0.inputType = .int8
      }, options: { $0.maxResults = 0 }, code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Invalid metadata schema version: expected M001, got M000"),
    Case(
      name: "rank before type",
      model: SampleModel().with {
        $0.inputType = .int8
        $0.inputShape = [2, 2, 3]
      }, options: { $0.maxResults = 0 }, code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Only 4D tensors in BHWD layout are supported."),
    Case(
      name: "type before dimensions",
      model: SampleModel().with {
        $0.inputType = .int32
        $0.inputShape = [3, 2, 2, 1]
      }, options: { $0.maxResults = 0 }, code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Type mismatch for input tensor image. Requested one of these types: "
        + "uint8/float32, got INT32."),
    Case(
      name: "colour space before normalisation",
      model: SampleModel.float.with {
        $0.inputs = [.tensor("image", content: .content(2, FlatTable([0: .int8(2)])))]
      }, options: { $0.maxResults = 0 }, code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Only RGB color space is supported for now."),
    Case(
      name: "normalisation before options", model: normalization([]),
      options: { $0.maxResults = 0 }, code: .notFoundError, text: missingNormalization),
    Case(
      name: "maxResults before lists", model: .labelled,
      options: {
        $0.maxResults = 0
        $0.categoryAllowlist = ["a"]
        $0.categoryDenylist = ["b"]
      }, code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Invalid `max_results` option: value must be != 0."),
    Case(
      name: "lists before output types",
      model: SampleModel().with { $0.outputTypes = [0: .int32] },
      options: {
        $0.categoryAllowlist = ["a"]
        $0.categoryDenylist = ["b"]
      }, code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: `category_allowlist` and `category_denylist` are mutually exclusive "
        + "options."),
    Case(
      name: "output types before metadata count",
      model: SampleModel().with {
        $0.outputTypes = [0: .int32]
        $0.outputs = []
      }, code: .invalidArgumentError,
      text: "INVALID_ARGUMENT: Expected output tensor at index 0 to have type UINT8 or FLOAT32 or "
        + "BOOL, found INT32 instead."),
    Case(
      name: "calibration before labels",
      model: SampleModel.float.with {
        $0.outputs = [
          .tensor(
            "p", units: [.calibration(0, defaultScore: 0)],
            files: [.file("none.txt", type: 2)])
        ]
      }, code: .notFoundError,
      text: "NOT_FOUND: Found ScoreCalibrationOptions but missing required associated parameters "
        + "file with type TENSOR_AXIS_SCORE_CALIBRATION."),
    Case(
      name: "labels before lists are resolved",
      model: SampleModel().with {
        $0.outputs = [.tensor("p", files: [.file("none.txt", type: 2)])]
      }, options: { $0.categoryAllowlist = ["a"] }, code: .notFoundError,
      text: "NOT_FOUND: No associated file with name: none.txt"),
  ]

  @Test("The first check that fails decides", arguments: ordered)
  func order(_ test: Case) { Self.check(test) }
}
