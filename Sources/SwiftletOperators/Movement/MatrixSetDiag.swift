internal import SwiftletFormat
internal import SwiftletTensor

/// `MATRIX_SET_DIAG`: matrices with another diagonal.
struct MatrixSetDiag: Operator {
  static let code = BuiltinOperator.matrixSetDiag
  static let elementTypes: [ElementType] = .numbers

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    try MovementLowering.checkTypes(try node.input(0), try node.output())
    try MovementLowering.checkTypes(try node.input(1), try node.output())
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (shape, diagonal) = (try operands.input(0).shape, try operands.input(1).shape)
    guard shape.rank >= 2,
      diagonal.dimensions
        == shape.dimensions.dropLast(2) + [shape.dimensions.suffix(2).reduce(.max, min)]
    else { throw .invalid("has an input of \(shape) and a diagonal of \(diagonal)") }
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let shape = try operands.input(0).shape
    let size = try operands.input(0).elementSize()
    let (height, width) = (shape[shape.rank - 2], shape[shape.rank - 1])
    let length = min(height, width)
    let rows = width == 0 ? 0 : shape.rows
    let phase = Phase(units: rows, nanoseconds: rows * (8 + width * size / 16)) { buffers, range in
      for row in range {
        let target = unsafe buffers.output() + row * width * size
        let (matrix, place) = row.quotientAndRemainder(dividingBy: height)
        unsafe target.copyMemory(
          from: buffers.input(0) + row * width * size, byteCount: width * size)
        guard place < width else { continue }
        unsafe (target + place * size).copyMemory(
          from: buffers.input(1) + (matrix * length + place) * size, byteCount: size)
      }
    }
    return Step(kernel: "matrix set diag", phases: [phase], inPlaceInputs: [0])
  }
}
