internal import SwiftletFormat
internal import SwiftletTensor

/// SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND: the pixels of each place within blocks become images
/// of their own, and back.
struct BatchSpaceLowering: Sendable {
  let toBatch: Bool

  /// Checks the operands.
  init(reading node: NodeReader, toBatch: Bool) throws(OperatorError) {
    try node.require(inputs: 3...3)
    try MovementLowering.checkTypes(try node.input(0), try node.output())
    self.toBatch = toBatch
  }

  func outputShape(_ operands: Operands) throws(OperatorError) -> Shape? {
    try geometry(operands)?.output
  }

  func lower(_ operands: Operands) throws(OperatorError) -> Step {
    guard let geometry = try geometry(operands) else {
      throw .unsupported("has blocks that are not constant")
    }
    let input = try operands.input(0)
    let size = try input.elementSize()
    let zero = input.type.quantizedRange == nil ? 0 : UInt8(truncatingIfNeeded: input.zeroPoint)
    guard size == 1 || input.type.quantizedRange == nil || input.zeroPoint == 0 else {
      throw .unsupported("has an \(input.type.name) input whose zero point is not 0")
    }
    let (from, to) = (geometry.flatInput, geometry.flatOutput)
    let pixel = from[3] * size
    let toBatch = toBatch
    let phase = Phase(
      units: geometry.output.elementCount == 0 ? 0 : to[0] * to[1],
      nanoseconds: to[0] * to[1] * to[2] * (6 + pixel / 32)
    ) { buffers, range in
      for unit in range {
        let (batch, y) = unit.quotientAndRemainder(dividingBy: to[1])
        for x in 0..<to[2] {
          let target = unsafe buffers.output() + (unit * to[2] + x) * pixel
          let source =
            toBatch ? geometry.spaceSource(batch, y, x) : geometry.batchSource(batch, y, x)
          if let source {
            unsafe target.copyMemory(
              from: buffers.input(0) + source * pixel, byteCount: pixel)
          } else {
            unsafe target.initializeMemory(as: UInt8.self, repeating: zero, count: pixel)
          }
        }
      }
    }
    return Step(kernel: toBatch ? "space to batch" : "batch to space", phases: [phase])
  }

  /// Extents with two axes of pixels, the second of which may be made up.
  private struct Geometry: Sendable {
    let output: Shape
    let flatInput: [Int]
    let flatOutput: [Int]
    let block: (height: Int, width: Int)
    /// Pixels that are added or cut off at the top and on the left.
    let before: (height: Int, width: Int)

    /// The pixel of the input behind one of a batch of images; nil outside.
    func spaceSource(_ batch: Int, _ y: Int, _ x: Int) -> Int? {
      let (place, image) = batch.quotientAndRemainder(dividingBy: flatInput[0])
      let row = y * block.height + place / block.width - before.height
      let column = x * block.width + place % block.width - before.width
      guard row >= 0, row < flatInput[1], column >= 0, column < flatInput[2] else { return nil }
      return (image * flatInput[1] + row) * flatInput[2] + column
    }

    /// The pixel of the batch of images behind one of the output.
    func batchSource(_ batch: Int, _ y: Int, _ x: Int) -> Int? {
      let (row, down) = (y + before.height).quotientAndRemainder(dividingBy: block.height)
      let (column, across) = (x + before.width).quotientAndRemainder(dividingBy: block.width)
      let image = (down * block.width + across) * flatOutput[0] + batch
      return (image * flatInput[1] + row) * flatInput[2] + column
    }
  }

  private func geometry(_ operands: Operands) throws(OperatorError) -> Geometry? {
    let shape = try operands.input(0).shape
    guard shape.rank == 3 || shape.rank == 4 else {
      throw .invalid("needs a 3- or 4-dimensional input, found \(shape)")
    }
    let count = shape.rank - 2
    guard try operands.input(1).shape == [count], try operands.input(2).shape == [count, 2] else {
      throw .invalid("needs \(count) block sizes and \(count) pairs of paddings or crops")
    }
    guard let blocks = try operands.integers(1), let edges = try operands.integers(2) else {
      return nil
    }
    guard blocks.allSatisfy({ $0 > 0 && $0 <= Int16.max }),
      edges.allSatisfy({ $0 >= 0 && $0 <= Int32.max })
    else { throw .invalid("has blocks of \(blocks) and paddings or crops of \(edges)") }
    var output = shape
    for axis in 0..<count {
      let edge = edges[2 * axis] + edges[2 * axis + 1]
      if toBatch {
        let (extent, rest) = (shape[axis + 1] + edge).quotientAndRemainder(dividingBy: blocks[axis])
        guard rest == 0 else {
          throw .invalid(
            "cannot divide axis \(axis + 1) of \(shape) into blocks of \(blocks[axis])")
        }
        output[axis + 1] = extent
        output[0] *= blocks[axis]
      } else {
        let extent = shape[axis + 1] * blocks[axis] - edge
        guard output[0] % blocks[axis] == 0, extent >= 0 else {
          throw .invalid("cannot join \(shape) in blocks of \(blocks) with crops of \(edges)")
        }
        output[axis + 1] = extent
        output[0] /= blocks[axis]
      }
    }
    func flat(_ shape: Shape) -> [Int] {
      count == 2 ? shape.dimensions : [shape[0], shape[1], 1, shape[2]]
    }
    return Geometry(
      output: output, flatInput: flat(shape), flatOutput: flat(output),
      block: (blocks[0], count == 2 ? blocks[1] : 1), before: (edges[0], count == 2 ? edges[2] : 0))
  }
}
