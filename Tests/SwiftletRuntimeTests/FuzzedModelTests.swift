import SwiftletFormat
import SwiftletRuntime
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Kinds of models that a fuzz target found.
@Suite struct FuzzedModelTests {
  /// A detection post-process whose outputs have no room is refused in both forms; the regular one
  /// wrote behind them.
  @Test(arguments: [0, 1]) func detectionsWithoutSlots(regular: Int) throws {
    var b = ModelBuilder()
    let boxes = b.tensor("boxes", .float32, [1, 2, 4])
    let scores = b.tensor("scores", .float32, [1, 2, 3])
    let anchors = b.constant("anchors", [Float](repeating: 1, count: 8), [2, 4])
    let outputs = (0..<4).map { b.tensor("out\($0)", .float32, [1, 1]) }
    b.custom(
      "TFLite_Detection_PostProcess", inputs: [boxes, scores, anchors], outputs: outputs,
      options: FlexMap.bytes([
        ("detections_per_class", .int(1)), ("h_scale", .float(5)),
        ("max_classes_per_detection", .int(0)), ("max_detections", .int(4)),
        ("nms_iou_threshold", .float(0.5)), ("nms_score_threshold", .float(0)),
        ("num_classes", .int(2)), ("use_regular_nms", .int(regular)), ("w_scale", .float(5)),
        ("x_scale", .float(10)), ("y_scale", .float(10)),
      ]))
    let model = try b.model(inputs: [boxes, scores], outputs: outputs)
    do {
      _ = try Plan(for: model)
      Issue.record("the model was planned")
    } catch {
      #expect("\(error)".contains("asks for no classes or detections"), "\(error)")
    }
  }
}
