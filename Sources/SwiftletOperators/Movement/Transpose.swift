internal import SwiftletFormat
internal import SwiftletTensor

/// `TRANSPOSE`: the axes in another order.
struct Transpose: Operator {
  static let code = BuiltinOperator.transpose
  static let elementTypes: [ElementType] = .fixedSize.filter {
    $0 != .complex128 && $0 != .int2
  }

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    try MovementLowering.checkTypes(try node.input(0), try node.output(), allowsPacked: true)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let shape = try operands.input(0).shape
    return try permutation(operands).map { [Shape($0.map { shape[$0] })] }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if operands.outputs[0].type.packedBits != nil {
      return try PackedMovement.step(operands) { spread throws(OperatorError) in
        try lower(spread, in: context)
      }
    }
    guard let permutation = try permutation(operands) else {
      throw .unsupported("has a permutation that is not constant")
    }
    let input = try operands.input(0)
    let size = try input.elementSize()
    let (from, to) = (input.shape.strides, operands.outputs[0].shape.strides)
    let axes = permutation.indices.map {
      StridedCopy.Axis(
        extent: input.shape[permutation[$0]], source: from[permutation[$0]] * size,
        target: to[$0] * size)
    }
    let copy = StridedCopy(axes, elementSize: size)
    return Step(kernel: "transpose", phases: [copy.phase()])
  }

  private func permutation(_ operands: Operands) throws(OperatorError) -> [Int]? {
    let rank = try operands.input(0).shape.rank
    guard let numbers = try operands.integers(1) else { return nil }
    let axes = numbers.map { $0 < 0 ? $0 + rank : $0 }
    guard axes.count == rank, axes.sorted() == Array(0..<rank) else {
      throw .invalid("has \(numbers) as a permutation of \(rank) axes")
    }
    return axes
  }
}
