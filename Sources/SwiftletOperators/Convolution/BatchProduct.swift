internal import SwiftletTensor

/// The extents of products of many pairs of matrices.
struct BatchProduct {
  let rows: Int
  let depth: Int
  let columns: Int
  /// The dimensions before those of the matrices, in both operands and together.
  let leftBatch: Shape
  let rightBatch: Shape
  let batch: Shape
  let isLeftTransposed: Bool
  let isRightTransposed: Bool

  init(
    left: Shape, isLeftTransposed: Bool, right: Shape, isRightTransposed: Bool
  ) throws(OperatorError) {
    guard left.rank >= 2, right.rank >= 2 else {
      throw .invalid("needs operands of at least two dimensions, found \(left) and \(right)")
    }
    let (a, b) = (left.dimensions.suffix(2).map(\.self), right.dimensions.suffix(2).map(\.self))
    (rows, depth) = isLeftTransposed ? (a[1], a[0]) : (a[0], a[1])
    let rightDepth = isRightTransposed ? b[1] : b[0]
    columns = isRightTransposed ? b[0] : b[1]
    leftBatch = Shape(Array(left.dimensions.dropLast(2)))
    rightBatch = Shape(Array(right.dimensions.dropLast(2)))
    guard depth == rightDepth, let batch = leftBatch.broadcast(with: rightBatch) else {
      throw .invalid(
        "has operands \(left)\(isLeftTransposed ? " transposed" : "") and "
          + "\(right)\(isRightTransposed ? " transposed" : ""), which have no product")
    }
    self.batch = batch
    self.isLeftTransposed = isLeftTransposed
    self.isRightTransposed = isRightTransposed
  }

  /// The products as a step.
  func lowered(
    left: TensorInfo, right: TensorInfo, output: TensorInfo, isAsymmetric: Bool,
    in context: LoweringContext
  ) throws(OperatorError) -> Step {
    var whole = ComposedStep()
    guard output.elementCount > 0 else { return whole.step("batch product") }
    let leftPlace: ComposedStep.Place
    if isLeftTransposed {
      let transposition = try MatrixTransposition(left)
      leftPlace = whole.value(byteCount: left.byteCount)
      whole.append(
        transposition.phase, inputs: [try Self.place(left, 0, in: context)], output: leftPlace)
    } else {
      leftPlace = try Self.place(left, 0, in: context)
    }
    let filter = try ProductFilter(right, of: self, adding: &whole, in: context)
    if rightBatch.elementCount == 1 {
      // One matrix on the right: the matrices on the left are one.
      let product = MatrixProduct(
        rows: batch.elementCount * rows, depth: depth, columns: columns, isAsymmetric: isAsymmetric)
      let step = try product.lowered(left: left, filter, output: output, in: context)
      whole.append(step, inputs: [leftPlace, filter.place, .nowhere], output: .output(0))
      return whole.step("batch product")
    }
    let product = MatrixProduct(
      rows: rows, depth: depth, columns: columns, isAsymmetric: isAsymmetric)
    let step = try product.lowered(left: left, filter, output: output, in: context)
    let batches = Batches(
      batch,
      strides: [
        strides(leftBatch, matrixBytes: rows * depth * (try left.elementSize())),
        strides(rightBatch, matrixBytes: depth * columns * (try right.elementSize())),
        batch.dimensions.map { _ in 0 },
        strides(batch, matrixBytes: rows * columns * (try output.elementSize())),
      ])
    whole.append(
      step, inputs: [leftPlace, filter.place, .nowhere], output: .output(0), batches: batches)
    return whole.step("batch product")
  }

  /// Where an operand lies; a constant is copied to where kernels expect operands.
  static func place(
    _ info: TensorInfo, _ index: Int, in context: LoweringContext
  ) throws(OperatorError) -> ComposedStep.Place {
    guard let constant = info.constant else { return .input(index) }
    return .memory(try context.copy(of: constant))
  }

  /// The bytes between matrices along each axis of the batch; 0 where there is only one.
  private func strides(_ shape: Shape, matrixBytes: Int) -> [Int] {
    let own = shape.strides
    let missing = batch.rank - shape.rank
    return batch.dimensions.indices.map { axis in
      axis < missing || shape[axis - missing] == 1 ? 0 : own[axis - missing] * matrixBytes
    }
  }
}
