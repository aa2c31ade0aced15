internal import SwiftletFormat
internal import SwiftletTensor

/// `RESIZE_NEAREST_NEIGHBOR`: an image of another size, each pixel one of the input.
struct ResizeNearestNeighbor: Operator {
  static let code = BuiltinOperator.resizeNearestNeighbor
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .bool, .int16, .int8, .uint32, .uint16, .bfloat16,
  ]
  private let options: ResizeNearestNeighborOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    options = node.options(as: ResizeNearestNeighborOptions.self)
    let (input, output) = (try node.input(0), try node.output())
    try node.require(
      input.type == output.type,
      "has an input of type \(input.type.name) and an output of type \(output.type.name)")
    _ = try input.elementSize()
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try geometry(operands).map { [$0.output] }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    guard let geometry = try geometry(operands) else {
      throw .unsupported("has a size that is not constant")
    }
    let pixel = geometry.input[3] * (try operands.outputs[0].elementSize())
    try context.reserve(byteCount: 8, times: geometry.output[1] + geometry.output[2])
    let rows = (0..<geometry.output[1]).map { source($0, geometry, axis: 1) }
    let columns = (0..<geometry.output[2]).map { source($0, geometry, axis: 2) }
    let (height, width) = (geometry.input[1], geometry.input[2])
    let isEmpty = geometry.output.elementCount == 0
    let phase = Phase(
      units: isEmpty ? 0 : geometry.output[0] * rows.count,
      nanoseconds: geometry.output[0] * rows.count * columns.count * (4 + pixel / 16)
    ) { buffers, range in
      for unit in range {
        let (batch, y) = unit.quotientAndRemainder(dividingBy: rows.count)
        let source = unsafe buffers.input(0) + (batch * height + rows[y]) * width * pixel
        let target = unsafe buffers.output() + unit * columns.count * pixel
        for x in columns.indices {
          unsafe (target + x * pixel).copyMemory(
            from: source + columns[x] * pixel, byteCount: pixel)
        }
      }
    }
    return Step(kernel: "resize nearest", phases: [phase])
  }

  private func geometry(_ operands: Operands) throws(OperatorError) -> ResizeGeometry? {
    try ResizeGeometry(
      operands, alignsCorners: options.alignCorners, usesPixelCenters: options.halfPixelCenters)
  }

  private func source(_ index: Int, _ geometry: ResizeGeometry, axis: Int) -> Int {
    let half = options.halfPixelCenters
    let position = (Float(index) + (half ? 0.5 : 0)) * geometry.step(axis)
    let whole = position.rounded(options.alignCorners ? .toNearestOrAwayFromZero : .down)
    return max(min(Int(whole), geometry.input[axis] - 1), 0)
  }
}
