internal import SwiftletTensor

extension Operands {
  /// The integers of an input, moved into `±2^40`; nil where they are not known at planning.
  ///
  /// No extent reaches that bound, and sums of such numbers do not overflow.
  func boundedIntegers(_ index: Int) throws(OperatorError) -> [Int]? {
    guard let numbers = try integers(index) else { return nil }
    return numbers.map { min(max($0, -1 << 40), 1 << 40) }
  }
}

/// What operators that only move elements have in common.
enum MovementLowering {
  /// The shape that the numbers of an input mean; nil where they are known only while running.
  static func shape(_ operands: Operands, _ index: Int) throws(OperatorError) -> Shape? {
    guard let extents = try list(operands, index) else { return nil }
    guard extents.count <= Shape.maximumRank, extents.allSatisfy({ $0 >= 0 && $0 <= Int32.max })
    else {
      throw .invalid("asks for a shape of \(extents)")
    }
    return Shape(extents)
  }

  /// The numbers of an operand that must have one dimension; nil while they are not known.
  static func list(_ operands: Operands, _ index: Int) throws(OperatorError) -> [Int]? {
    guard let numbers = try operands.integers(index) else { return nil }
    let shape = try operands.input(index).shape
    guard shape.rank == 1 else { throw .invalid("has an input \(index) of shape \(shape)") }
    return numbers
  }

  /// A phase that writes numbers known while planning as int32 or int64.
  static func writing(_ numbers: [Int], as type: ElementType) -> Phase {
    let isWide = type == .int64
    return Phase(units: numbers.count, nanoseconds: 8) { buffers, range in
      for index in range {
        if isWide {
          unsafe buffers.output(as: Int64.self)[index] = Int64(numbers[index])
        } else {
          unsafe buffers.output(as: Int32.self)[index] = Int32(clamping: numbers[index])
        }
      }
    }
  }

  /// Throws unless both types are the same and elements are whole bytes, or packed ones where
  /// those are allowed.
  static func checkTypes(
    _ input: TensorInfo, _ output: TensorInfo, allowsPacked: Bool = false
  ) throws(OperatorError) {
    guard input.type == output.type else {
      throw .invalid(
        "has an input of type \(input.type.name) and an output of type \(output.type.name)")
    }
    if !allowsPacked || input.type.packedBits == nil { _ = try input.elementSize() }
  }

  /// A step that copies a box out of an input; `begin` and `steps` have one number for each axis
  /// of the input, `extents` those of the box.
  static func slice(
    _ kernel: String, _ operands: Operands, begin: [Int], steps: [Int], extents: [Int]
  ) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    let size = try input.elementSize()
    let from = input.shape.strides
    let to = Shape(extents).strides
    let axes = extents.indices.map {
      StridedCopy.Axis(
        extent: extents[$0], source: from[$0] * steps[$0] * size, target: to[$0] * size)
    }
    let offset = extents.contains(0) ? 0 : begin.indices.reduce(0) { $0 + begin[$1] * from[$1] }
    let copy = StridedCopy(axes, elementSize: size, source: offset * size)
    return Step(kernel: kernel, phases: [copy.phase()])
  }

  /// A step that cuts an input along an axis into the outputs.
  static func split(
    _ operands: Operands, input index: Int, axis: Int, extents: [Int]
  ) throws(OperatorError) -> Step {
    let input = try operands.input(index)
    let size = try input.elementSize()
    let stride = input.shape.strides[axis] * size
    var phases: [Phase] = []
    var start = 0
    for (output, extent) in extents.enumerated() {
      var shape = input.shape
      shape[axis] = extent
      let copy = StridedCopy(
        StridedCopy.box(
          shape.dimensions, source: input.shape, target: shape, elementSize: size),
        elementSize: size, source: start * stride)
      phases.append(copy.phase(input: index, output: output))
      start += extent
    }
    return Step(kernel: "split", phases: phases)
  }
}
