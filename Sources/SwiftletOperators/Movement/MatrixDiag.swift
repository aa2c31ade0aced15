internal import SwiftletFormat
internal import SwiftletTensor

/// `MATRIX_DIAG`: square matrices with the last axis on the diagonal and zeros elsewhere.
struct MatrixDiag: Operator {
  static let code = BuiltinOperator.matrixDiag
  static let elementTypes: [ElementType] = .numbers

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    try MovementLowering.checkTypes(try node.input(0), try node.output())
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let shape = try operands.input(0).shape
    guard let extent = shape.dimensions.last, shape.rank < Shape.maximumRank else {
      throw .invalid("has an input of \(shape)")
    }
    return [Shape(shape.dimensions + [extent])]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    let size = try input.elementSize()
    let extent = input.shape.dimensions.last ?? 0
    let rows = input.elementCount
    let phase = Phase(units: rows, nanoseconds: rows * (8 + extent * size / 32)) { buffers, range in
      for row in range {
        let target = unsafe buffers.output() + row * extent * size
        unsafe target.initializeMemory(as: UInt8.self, repeating: 0, count: extent * size)
        unsafe (target + row % extent * size).copyMemory(
          from: buffers.input(0) + row * size, byteCount: size)
      }
    }
    return Step(kernel: "matrix diag", phases: [phase])
  }
}
