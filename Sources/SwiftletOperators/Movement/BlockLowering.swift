internal import SwiftletTensor

/// SPACE_TO_DEPTH and DEPTH_TO_SPACE: blocks of pixels become channels, and back.
struct BlockLowering: Sendable {
  let size: Int
  let toDepth: Bool

  func outputShape(_ operands: Operands) throws(OperatorError) -> Shape {
    let shape = try operands.input(0).shape
    guard shape.rank == 4 else { throw .invalid("needs a 4-dimensional input, found \(shape)") }
    guard size > 0, size <= Int(Int16.max) else {
      throw .invalid("has a block size of \(size)")
    }
    let area = size * size
    guard toDepth ? shape[1] % size == 0 && shape[2] % size == 0 : shape[3] % area == 0 else {
      throw .invalid("cannot divide \(shape) into blocks of \(size)×\(size)")
    }
    return toDepth
      ? [shape[0], shape[1] / size, shape[2] / size, shape[3] * area]
      : [shape[0], shape[1] * size, shape[2] * size, shape[3] / area]
  }

  func lower(_ operands: Operands) throws(OperatorError) -> Step {
    let bytes = try operands.input(0).elementSize()
    // The image with blocks: batches, rows, rows of a block, columns, columns of a block, channels.
    let space = toDepth ? try operands.input(0).shape : operands.outputs[0].shape
    let (height, width, channels) = (space[1] / size, space[2] / size, space[3])
    let row = space[2] * channels
    let pixel = size * size * channels
    let spaceStrides = [space[1] * row, size * row, row, size * channels, channels, 1]
    let depthStrides = [
      height * width * pixel, width * pixel, size * channels, pixel, channels, 1,
    ]
    let extents = [space[0], height, size, width, size, channels]
    let (from, to) = toDepth ? (spaceStrides, depthStrides) : (depthStrides, spaceStrides)
    let axes = extents.indices.map {
      StridedCopy.Axis(extent: extents[$0], source: from[$0] * bytes, target: to[$0] * bytes)
    }
    return Step(
      kernel: toDepth ? "space to depth" : "depth to space",
      phases: [StridedCopy(axes, elementSize: bytes).phase()])
  }
}
