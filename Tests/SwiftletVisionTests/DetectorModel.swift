import Foundation
import SwiftletFormat
import SwiftletImage
import SwiftletTensor
import SwiftletTestSupport
import SwiftletVision

/// A detector whose outputs are constants, with whatever metadata a test wants.
struct DetectorModel: Sendable {
  /// One output.
  struct Output: Sendable {
    var shape: [Int]
    var values: [Float]
    var metadata: FlatTable
    /// Set for an output of bytes.
    var quantization: Quantization?
    /// A type that differs from what the values ask for; such a model cannot run.
    var type: ElementType?
  }

  /// The real operator in front of the outputs, in place of their values.
  struct PostProcess: Sendable {
    /// Centre y, centre x, height, width; the raw boxes are zero, so that these are the boxes.
    var anchors: [[Float]]
    var scores: [[Float]]
    var classesPerBox: Int
  }

  var outputs: [Output]
  var inputs: [FlatTable] = [FlatTable([0: .string("image")])]
  var inputType = ElementType.uint8
  var files: [(name: String, text: String)] = [
    ("labels.txt", "zero\none\ntwo\nthree\n"), ("labels_de.txt", "null\neins\nzwei\ndrei\n"),
  ]
  /// The block `DETECTOR_METADATA`.
  var detector: [UInt8]?
  var postProcess: PostProcess?
  var hasMetadata = true
  var subgraphCount = 1

  static func labels(_ type: Int8) -> [FlatTable] {
    [.file("labels.txt", type: type), .file("labels_de.txt", type: type, locale: "de")]
  }

  /// Content that says what the four numbers of a box are.
  static func box(_ index: [UInt32]?, type: Int8 = 1, coordinates: Int8 = 0) -> FlatTable {
    var properties = FlatTable([1: .int8(type), 2: .int8(coordinates)])
    properties[0] = index.map { .uint32s($0) }
    return .content(3, properties)
  }

  /// Outputs as `TFLite_Detection_PostProcess` gives them; boxes are top, left, bottom, right.
  static func decoded(
    _ boxes: [[Float]], classes: [Float], scores: [Float], count: Float? = nil
  ) -> DetectorModel {
    let slots = classes.count
    return DetectorModel(outputs: [
      Output(
        shape: [1, slots, 4], values: boxes.flatMap { $0 },
        metadata: .tensor("location", content: box([1, 0, 3, 2]))),
      Output(
        shape: [1, slots], values: classes, metadata: .tensor("category", files: labels(3))),
      Output(shape: [1, slots], values: scores, metadata: .tensor("score")),
      Output(
        shape: [1], values: [count ?? Float(slots)],
        metadata: .tensor("number of detections")),
    ])
  }

  /// Raw boxes, and a score for each class of each box.
  static func raw(
    _ boxes: [[Float]], scores: [[Float]], anchors: [[Float]], decoding: FlatTable
  ) -> DetectorModel {
    DetectorModel(
      outputs: [
        Output(
          shape: [1, boxes.count, boxes[0].count], values: boxes.flatMap { $0 },
          metadata: .tensor("location", content: box(nil))),
        Output(
          shape: [1, scores.count, scores[0].count], values: scores.flatMap { $0 },
          metadata: .tensor("score", files: labels(2))),
      ], detector: MetadataTables.detector(anchors: anchors, decoding: decoding))
  }

  func with(_ edit: (inout DetectorModel) -> Void) -> DetectorModel {
    var copy = self
    edit(&copy)
    return copy
  }

  /// The bytes of the `.tflite` file.
  var bytes: [UInt8] {
    var builder = ModelBuilder()
    let input = builder.tensor("image", inputType, [1, 2, 2, 3])
    let made = outputs.enumerated().map { index, output in
      builder.tensor(
        "out\(index)", output.type ?? (output.quantization == nil ? .float32 : .uint8),
        output.shape, quantization: output.quantization)
    }
    if let postProcess {
      write(postProcess, to: &builder, outputs: made)
    } else {
      for (index, output) in outputs.enumerated() {
        let source =
          if let quantization = output.quantization {
            builder.constant(
              "in\(index)", output.values.map { UInt8($0) }, output.shape,
              quantization: quantization)
          } else {
            builder.constant("in\(index)", output.values, output.shape)
          }
        let shape = builder.constant(
          "shape\(index)", output.shape.map { Int32($0) }, [output.shape.count])
        builder.operator(.reshape, inputs: [source, shape], outputs: [made[index]])
      }
    }
    for index in 1..<max(subgraphCount, 1) {
      builder.subgraph("extra\(index)") { builder in
        let tensor = builder.tensor("t", .float32, [1])
        return (inputs: [tensor], outputs: [tensor])
      }
    }
    if hasMetadata {
      builder.metadata(
        "TFLITE_METADATA",
        MetadataTables.build(
          inputs: inputs, outputs: outputs.map(\.metadata),
          custom: detector.map { [("DETECTOR_METADATA", $0)] } ?? []))
    }
    let model = builder.build(inputs: [input], outputs: made)
    return model + ZipBuilder(files.map { ZipBuilder.File($0.name, $0.text) }).build()
  }

  private func write(_ post: PostProcess, to builder: inout ModelBuilder, outputs: [Int]) {
    let (boxes, classes) = (post.anchors.count, post.scores[0].count)
    let raw = builder.constant(
      "raw", [Float](repeating: 0, count: 4 * boxes), [1, boxes, 4])
    let scores = builder.constant("scores", post.scores.flatMap { $0 }, [1, boxes, classes])
    let anchors = builder.constant("anchors", post.anchors.flatMap { $0 }, [boxes, 4])
    let options = FlexMap.bytes([
      ("h_scale", .float(5)), ("max_classes_per_detection", .int(post.classesPerBox)),
      ("max_detections", .int(boxes)), ("nms_iou_threshold", .float(0.5)),
      ("nms_score_threshold", .float(0.01)), ("num_classes", .int(classes)),
      ("w_scale", .float(5)), ("x_scale", .float(10)), ("y_scale", .float(10)),
    ])
    builder.custom(
      "TFLite_Detection_PostProcess", inputs: [raw, scores, anchors], outputs: outputs,
      options: options)
  }
}

extension ObjectDetector {
  /// A detector of a sample model.
  convenience init(
    _ model: DetectorModel, _ edit: (ObjectDetectorOptions) -> Void = { _ in }
  ) throws {
    let file = try TemporaryFile(model.bytes)
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = file.path
    edit(options)
    try self.init(options: options)
    withExtendedLifetime(file) {}
  }
}

extension ImageEmbedder {
  /// An embedder of a sample model.
  convenience init(
    _ model: SampleModel, _ edit: (ImageEmbedderOptions) -> Void = { _ in }
  ) throws {
    let file = try TemporaryFile(model.bytes)
    let options = ImageEmbedderOptions()
    options.baseOptions.modelAssetPath = file.path
    edit(options)
    try self.init(options: options)
    withExtendedLifetime(file) {}
  }
}
