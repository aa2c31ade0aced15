import FuzzSupport
import SwiftletFormat
import SwiftletOperators
import SwiftletRuntime
import SwiftletTensor
import SwiftletTestSupport

/// Runs TFLite_Detection_PostProcess on boxes, scores and options drawn from the bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(start, count, limit: 4096) { bytes in
    var source = ByteSource(bytes)
    let scene = Scene(&source)
    let plan = try Plan(for: try scene.model(&source), options: .small(.litert))
    var session = Session(plan)
    for input in plan.inputs.indices {
      try session.writeInput(
        input,
        (0..<plan.inputs[input].byteCount / 4).flatMap { _ in source.float().littleEndianBytes }
      )
    }
    try session.run()
    for output in plan.outputs.indices { _ = session.readOutput(output) }
  }
}

/// The sizes of one call, which need not belong together.
private struct Scene {
  let boxes: Int
  let columns: Int
  let values: Int
  let anchors: Int

  init(_ source: inout ByteSource) {
    boxes = source.integer(in: 0...12)
    columns = source.integer(in: 0...6)
    values = source.byte() % 8 == 7 ? source.integer(in: 0...8) : 4
    anchors = source.byte() % 8 == 7 ? source.integer(in: 0...13) : boxes
  }

  func model(_ source: inout ByteSource) throws -> Model {
    var builder = ModelBuilder()
    let raw = builder.tensor("raw", .float32, [1, boxes, values])
    let scores = builder.tensor("scores", .float32, [1, boxes, columns])
    let anchors = builder.constant(
      "anchors", (0..<4 * anchors).map { _ in source.float() }, [anchors, 4])
    let outputs = (0..<4).map { builder.tensor("out\($0)", .float32, [1, 1]) }
    builder.custom(
      "TFLite_Detection_PostProcess", inputs: [raw, scores, anchors], outputs: outputs,
      options: options(&source))
    return try builder.model(inputs: [raw, scores], outputs: outputs)
  }

  private func options(_ source: inout ByteSource) -> [UInt8] {
    func count(_ usual: Int) -> FlexMap.Value {
      switch source.byte() {
      case 0: .int(Int(Int32(bitPattern: source.word())))
      case 1: .int(.max)
      case 2: .int(-1)
      case let small: .int(max(0, usual + Int(small % 4) - 1))
      }
    }
    return FlexMap.bytes([
      ("detections_per_class", count(2)), ("h_scale", .float(Double(source.float()))),
      ("max_classes_per_detection", count(1)), ("max_detections", count(boxes)),
      ("nms_iou_threshold", .float(Double(source.float()))),
      ("nms_score_threshold", .float(Double(source.float()))),
      ("num_classes", count(columns - 1)), ("use_regular_nms", .int(Int(source.byte() & 1))),
      ("w_scale", .float(Double(source.float()))), ("x_scale", .float(Double(source.float()))),
      ("y_scale", .float(Double(source.float()))),
    ])
  }
}
