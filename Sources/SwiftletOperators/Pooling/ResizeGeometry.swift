internal import SwiftletTensor

/// The extents of RESIZE_BILINEAR and RESIZE_NEAREST_NEIGHBOR, and how coordinates map.
struct ResizeGeometry: Sendable {
  /// Each row and column of the output has an entry in a table.
  private static let largestExtent = 1 << 22

  let input: Shape
  let output: Shape
  let alignsCorners: Bool
  let usesPixelCenters: Bool

  /// Reads the size of the output; nil where it is known only while running.
  init?(
    _ operands: Operands, alignsCorners: Bool, usesPixelCenters: Bool
  ) throws(OperatorError) {
    input = try operands.input(0).shape
    let size = try operands.input(1)
    guard input.rank == 4 else { throw .invalid("needs a 4-dimensional input, found \(input)") }
    guard size.type == .int32, size.shape == [2] else {
      throw .invalid("needs a size of two int32 numbers, found \(size.shape) of \(size.type.name)")
    }
    guard let extents = try operands.integers(1) else { return nil }
    guard extents.allSatisfy({ $0 > 0 }) else {
      throw .invalid("has a size of \(extents[0])×\(extents[1]), which must be positive")
    }
    guard input[1] > 0, input[2] > 0 else { throw .invalid("has an input of \(input)") }
    guard extents[0] <= Self.largestExtent, extents[1] <= Self.largestExtent else {
      throw .unsupported(
        "has a size of \(extents[0])×\(extents[1]); at most \(Self.largestExtent) are possible in "
          + "a direction")
    }
    output = [input[0], extents[0], extents[1], input[3]]
    self.alignsCorners = alignsCorners
    self.usesPixelCenters = usesPixelCenters
  }

  /// How far the input advances with each element of the output along an axis.
  func step(_ axis: Int) -> Float {
    alignsCorners && output[axis] > 1
      ? Float(input[axis] - 1) / Float(output[axis] - 1)
      : Float(input[axis]) / Float(output[axis])
  }

  /// The same in Q10.
  func fixedStep(_ axis: Int) -> Int {
    alignsCorners && output[axis] > 1
      ? ((input[axis] - 1) << 10 + (output[axis] - 1) / 2) / (output[axis] - 1)
      : (input[axis] << 10 + output[axis] / 2) / output[axis]
  }
}
