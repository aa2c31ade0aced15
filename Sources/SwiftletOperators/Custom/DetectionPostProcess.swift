internal import SwiftletFlatBuffers
internal import SwiftletFormat
internal import SwiftletTensor

/// `TFLite_Detection_PostProcess`: boxes from their encodings around anchors, of which those that overlap
/// a better one are left out.
struct DetectionPostProcess: Operator {
  static let code = BuiltinOperator.custom
  static let customName: String? = "TFLite_Detection_PostProcess"
  static let elementTypes: [ElementType] = [.float32, .uint8]
  static let remarks = [
    "Slots without a detection are zero, where LiteRT leaves some of them as they were."
  ]
  private let options: DetectionOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 3...3, outputs: 4...4)
    options = try DetectionOptions(try node.optionMap())
    for index in 0..<3 {
      let info = try node.input(index)
      guard Self.elementTypes.contains(info.type) else {
        throw .unsupported("has an input \(index) of type \(info.type.name)")
      }
      try node.require(
        info.type == .float32 || info.scale != nil, "has an input \(index) without a scale")
    }
    try node.require(
      try node.input(0).type == (try node.input(2).type), "has boxes and anchors of other types")
    for index in 0..<4 {
      let type = try node.output(index).type
      try node.require(
        type == .float32, "has an output \(index) of type \(type.name) instead of float32")
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let boxes = try operands.input(0).shape
    let scores = try operands.input(1).shape
    let anchors = try operands.input(2).shape
    guard boxes.rank == 3, boxes[0] == 1, boxes[2] >= 4, scores.rank == 3, scores[0] == 1,
      scores[1] == boxes[1], anchors == [boxes[1], 4]
    else {
      throw .invalid("has boxes of \(boxes), scores of \(scores) and anchors of \(anchors)")
    }
    guard 0...1 ~= scores[2] - options.classCount else {
      throw .invalid("has \(scores[2]) scores of each box for \(options.classCount) classes")
    }
    return [[1, options.slots, 4], [1, options.slots], [1, options.slots], [1]]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let (boxes, scores) = (try operands.input(0), try operands.input(1))
    let count = boxes.shape[1]
    let columns = scores.shape[2]
    let readBoxes = DetectionNumbers(boxes, stride: boxes.shape[2])
    let readAnchors = DetectionNumbers(try operands.input(2), stride: 4)
    let readScores = DetectionNumbers(scores, stride: columns)
    let (scales, options) = (options.scales, options)
    let decode = Phase(units: count, grain: 16, nanoseconds: count * 40) { buffers, range in
      let decoded = unsafe buffers.temporary(0).assumingMemoryBound(to: DetectionBox.self)
      for index in range {
        let box = unsafe readBoxes.vector(index, buffers.input(0))
        let anchor = unsafe readAnchors.vector(index, buffers.input(2))
        let result = DetectionBox(box, around: anchor, scales: scales)
        unsafe decoded[index] = result
        if result.isTurned { buffers.fail(.outsideDomain) }
      }
    }
    let suppression = DetectionSuppression(
      options: options, boxCount: count, columns: columns, scores: readScores)
    let suppress = Phase(
      units: 1, nanoseconds: count * (columns + 40)
    ) { buffers, _ in
      suppression.run(buffers)
    }
    return Step(
      kernel: options.usesRegularSuppression ? "detections by class" : "detections",
      phases: [decode, suppress],
      temporaries: [count * MemoryLayout<DetectionBox>.stride] + suppression.temporaries,
      canFault: true)
  }
}

/// Four floats: the corners of a box.
struct DetectionBox: BitwiseCopyable, Sendable {
  var top: Float
  var left: Float
  var bottom: Float
  var right: Float

  /// Decodes a centre and a size in `float64`, and rounds both before corners are made of them.
  init(
    _ box: SIMD4<Float>, around anchor: SIMD4<Float>,
    scales: (y: Float, x: Float, height: Float, width: Float)
  ) {
    let (encoded, base) = (SIMD4<Double>(box), SIMD4<Double>(anchor))
    let y = Float(encoded.x / Double(scales.y) * base.z + base.x)
    let x = Float(encoded.y / Double(scales.x) * base.w + base.y)
    let halfHeight = Float(0.5 * Double.exponential(encoded.z / Double(scales.height)) * base.z)
    let halfWidth = Float(0.5 * Double.exponential(encoded.w / Double(scales.width)) * base.w)
    (top, left) = (y - halfHeight, x - halfWidth)
    (bottom, right) = (y + halfHeight, x + halfWidth)
  }

  /// Whether an edge lies beyond the opposite one.
  var isTurned: Bool { top > bottom || left > right }

  /// The common area over the joint one.
  func overlap(with other: DetectionBox) -> Float {
    let area = (bottom - top) * (right - left)
    let otherArea = (other.bottom - other.top) * (other.right - other.left)
    if area <= 0 || otherArea <= 0 { return 0 }
    let height = Self.smaller(bottom, other.bottom) - Self.larger(top, other.top)
    let width = Self.smaller(right, other.right) - Self.larger(left, other.left)
    let common = Self.larger(height, 0) * Self.larger(width, 0)
    return common / (area + otherArea - common)
  }

  private static func larger(_ a: Float, _ b: Float) -> Float { a < b ? b : a }

  private static func smaller(_ a: Float, _ b: Float) -> Float { b < a ? b : a }
}

/// Reads floats, or the bytes that stand for them.
struct DetectionNumbers: Sendable {
  private let isFloat: Bool
  private let scale: Float
  private let zeroPoint: Float
  private let stride: Int

  init(_ info: TensorInfo, stride: Int) {
    isFloat = info.type == .float32
    scale = info.scale ?? 1
    zeroPoint = Float(info.zeroPoint)
    self.stride = stride
  }

  func number(_ row: Int, _ column: Int, _ memory: UnsafeRawPointer) -> Float {
    let index = row * stride + column
    guard !isFloat else {
      return unsafe memory.loadUnaligned(fromByteOffset: index * 4, as: Float.self)
    }
    return (Float(unsafe memory.load(fromByteOffset: index, as: UInt8.self)) - zeroPoint) * scale
  }

  /// The first four numbers of a row.
  func vector(_ row: Int, _ memory: UnsafeRawPointer) -> SIMD4<Float> {
    unsafe SIMD4(
      number(row, 0, memory), number(row, 1, memory), number(row, 2, memory),
      number(row, 3, memory))
  }
}
