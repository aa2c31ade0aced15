import SwiftletFormat
import SwiftletRuntime
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct DetectionPostProcessTests {
  @Test(arguments: RecordedCase.names(of: "TFLite_Detection_PostProcess")) func recorded(
    _ name: String
  ) throws {
    try RecordedCase.check(name)
  }

  /// Two boxes with three scores each, which are a background and two classes, but for what is said.
  private static func model(
    scores columns: Int = 3, anchors: Int = 2, values: Int = 4, _ options: [String: Int] = [:]
  ) throws -> Model {
    var b = ModelBuilder()
    let boxes = b.tensor("boxes", .float32, [1, 2, values])
    let scores = b.tensor("scores", .float32, [1, 2, columns])
    let anchors = b.constant("anchors", [Float](repeating: 1, count: 4 * anchors), [anchors, 4])
    let outputs = (0..<4).map { b.tensor("out\($0)", .float32, [1, 1]) }
    let counts = [
      "detections_per_class": 2, "max_classes_per_detection": 1, "max_detections": 4,
      "num_classes": 2, "use_regular_nms": 0,
    ].merging(options) { $1 }
    let scales: [(String, FlexMap.Value)] = [
      ("h_scale", .float(5)), ("nms_iou_threshold", .float(0.5)),
      ("nms_score_threshold", .float(0)),
      ("w_scale", .float(5)), ("x_scale", .float(10)), ("y_scale", .float(10)),
    ]
    let entries = counts.map { ($0.key, FlexMap.Value.int($0.value)) } + scales
    b.custom(
      "TFLite_Detection_PostProcess", inputs: [boxes, scores, anchors], outputs: outputs,
      options: FlexMap.bytes(entries.sorted { $0.0 < $1.0 }))
    return try b.model(inputs: [boxes, scores], outputs: outputs)
  }

  private static func refusal(_ model: Model) -> String? {
    do {
      _ = try Plan(for: model)
      return nil
    } catch { return "\(error)" }
  }

  @Test("Classes, anchors and boxes that are not there are not looked for")
  func countsHaveToAgree() throws {
    for regular in [0, 1] {
      let form = ["use_regular_nms": regular]
      func refusal(_ options: [String: Int]) throws -> String? {
        Self.refusal(try Self.model(form.merging(options) { $1 }))
      }
      #expect(try refusal([:]) == nil)
      for count in [0, 1, 4, Int(Int32.max)] {
        #expect(try refusal(["num_classes": count])?.contains("scores of each box") == true)
      }
      for count in [-1, .min, .max, Int(Int32.max) + 1] {
        for name in ["num_classes", "max_detections", "max_classes_per_detection"] {
          #expect(try refusal([name: count])?.contains("asks for") == true, "\(name) \(count)")
        }
      }
    }
    #expect(Self.refusal(try Self.model(scores: 1))?.contains("1 scores of each box") == true)
    for (anchors, values) in [(1, 4), (3, 4), (2, 3)] {
      let model = try Self.model(anchors: anchors, values: values)
      #expect(Self.refusal(model)?.contains("anchors of") == true)
    }
  }

  @Test("More classes than there are give each class once", arguments: [0, 1], [1, 2, 9])
  func classesStayInRange(regular: Int, classes: Int) throws {
    let model = try Self.model([
      "max_classes_per_detection": classes, "detections_per_class": 1 << 30,
      "use_regular_nms": regular,
    ])
    var session = Session(try Plan(for: model))
    let boxes: [Float] = [0, 0, 0, 0, 50, 50, 0, 0]
    let scores: [Float] = [0.1, 0.7, 0.6, .infinity, 0.2, -.infinity]
    try session.writeInput(0, boxes.flatMap { $0.bitPattern.littleEndianBytes })
    try session.writeInput(1, scores.flatMap { $0.bitPattern.littleEndianBytes })
    try session.run()
    func floats(_ output: Int) -> [Float] {
      let bytes = session.readOutput(output)
      return stride(from: 0, to: bytes.count, by: 4).map { at in
        Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) })
      }
    }
    let count = Int(floats(3)[0])
    #expect(count > 0 && count <= 4 * classes)
    #expect(floats(1).prefix(count).allSatisfy { $0 == 0 || $0 == 1 })
    #expect(floats(0).count == 16 * classes)
  }
}
