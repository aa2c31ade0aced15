internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// ARG_MAX and ARG_MIN: where the extreme element lies along an axis; the first of equal ones.
struct ExtremeIndexLowering: Sendable {
  let isMaximum: Bool

  /// Checks the operands.
  init(reading node: NodeReader, isMaximum: Bool) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let output = try node.output()
    try node.require(
      output.type == .int32 || output.type == .int64,
      "has an output of type \(output.type.name) instead of int32 or int64")
    self.isMaximum = isMaximum
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard let axis = try axis(operands) else { return nil }
    var shape = try operands.input(0).shape
    shape.dimensions.remove(at: axis)
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    guard let axis = try axis(operands) else {
      throw .unsupported("has an axis that is not constant")
    }
    let input = try operands.input(0)
    let isLine = input.shape.dimensions[(axis + 1)...].allSatisfy { $0 == 1 }
    switch input.type {
    case .int8 where isLine, .uint8 where isLine:
      return lineStep(input, extent: input.shape[axis], operands, in: context)
    case .float32 where isLine: return floatLineStep(extent: input.shape[axis], operands)
    case .float32: return try step(on: Float.self, input, axis, operands)
    case .int8: return try step(on: Int8.self, input, axis, operands)
    case .uint8, .bool: return try step(on: UInt8.self, input, axis, operands)
    case .int32: return try step(on: Int32.self, input, axis, operands)
    case .int64: return try step(on: Int64.self, input, axis, operands)
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }

  private func axis(_ operands: Operands) throws(OperatorError) -> Int? {
    guard let numbers = try operands.integers(1) else { return nil }
    let shape = try operands.input(0).shape
    guard numbers.count == 1, let axis = shape.axis(numbers[0]), shape[axis] > 0 else {
      throw .invalid("has an axis of \(numbers) for an input of \(shape)")
    }
    return axis
  }

  /// Bytes that are neighbours.
  private func lineStep(
    _ input: TensorInfo, extent: Int, _ operands: Operands, in context: LoweringContext
  ) -> Step {
    let kernel = unsafe context.kernels.reduction.largestIndex
    let xor: UInt8 = (input.type == .int8 ? 0x80 : 0) ^ (isMaximum ? 0 : 0xFF)
    let isWide = operands.outputs[0].type == .int64
    let count = operands.outputs[0].elementCount
    let phase = Phase(units: count, nanoseconds: count * (extent / 8 + 8)) { buffers, range in
      for line in range {
        let index = unsafe kernel(buffers.input(0, as: UInt8.self) + line * extent, extent, xor)
        if isWide {
          unsafe buffers.output(as: Int64.self)[line] = Int64(index)
        } else {
          unsafe buffers.output(as: Int32.self)[line] = Int32(truncatingIfNeeded: index)
        }
      }
    }
    return Step(kernel: isMaximum ? "arg max q8" : "arg min q8", phases: [phase])
  }

  /// Floats that are neighbours.
  private func floatLineStep(extent: Int, _ operands: Operands) -> Step {
    let isMaximum = isMaximum
    let isWide = operands.outputs[0].type == .int64
    let count = operands.outputs[0].elementCount
    let phase = Phase(units: count, nanoseconds: count * (extent / 2 + 8)) { buffers, range in
      for unit in range {
        let index = unsafe Self.firstExtreme(
          of: buffers.input(0, as: Float.self) + unit * extent, count: extent, isMaximum: isMaximum)
        if isWide {
          unsafe buffers.output(as: Int64.self)[unit] = Int64(index)
        } else {
          unsafe buffers.output(as: Int32.self)[unit] = Int32(truncatingIfNeeded: index)
        }
      }
    }
    return Step(kernel: isMaximum ? "arg max f32" : "arg min f32", phases: [phase])
  }

  /// The index of the first of the largest or smallest floats; 0 where all are NaN.
  ///
  /// Vectors find the extreme, which is then searched for: one pass would wait for each comparison.
  private static func firstExtreme(
    of line: UnsafePointer<Float>, count: Int, isMaximum: Bool
  ) -> Int {
    // NaN is neither larger nor smaller, and so it is passed over.
    let worst: Float = isMaximum ? -.infinity : .infinity
    var extremes = SIMD8<Float>(repeating: worst)
    var index = 0
    while index + 8 <= count {
      let values = unsafe UnsafeRawPointer(line + index).loadUnaligned(as: SIMD8<Float>.self)
      extremes.replace(
        with: values, where: isMaximum ? values .> extremes : values .< extremes)
      index += 8
    }
    var extreme = isMaximum ? extremes.max() : extremes.min()
    while index < count {
      let value = unsafe line[index]
      if isMaximum ? value > extreme : value < extreme { extreme = value }
      index += 1
    }
    for index in 0..<count where unsafe line[index] == extreme { return index }
    return 0
  }

  // Inlined, so that it is compiled for each type of element.
  @inline(__always)
  private func step<Element: Comparable & BitwiseCopyable & Sendable>(
    on type: Element.Type, _ input: TensorInfo, _ axis: Int, _ operands: Operands
  ) throws(OperatorError) -> Step {
    let extent = input.shape[axis]
    let inner = input.shape.dimensions[(axis + 1)...].reduce(1, *)
    let isWide = operands.outputs[0].type == .int64
    let isMaximum = isMaximum
    let count = operands.outputs[0].elementCount
    let phase = Phase(units: count, nanoseconds: 2 * count * extent) { buffers, range in
      for unit in range {
        let (outer, place) = unit.quotientAndRemainder(dividingBy: inner)
        let source = unsafe buffers.input(0, as: type) + (outer * extent * inner + place)
        var best = 0
        var champion = unsafe source[0]
        for index in 1..<max(extent, 1) {
          let value = unsafe source[index * inner]
          // A NaN in front loses against every number.
          let wins = isMaximum ? value > champion : value < champion
          if wins || (champion != champion && value == value) {
            best = index
            champion = value
          }
        }
        if isWide {
          unsafe buffers.output(as: Int64.self)[unit] = Int64(best)
        } else {
          unsafe buffers.output(as: Int32.self)[unit] = Int32(truncatingIfNeeded: best)
        }
      }
    }
    return Step(kernel: isMaximum ? "arg max" : "arg min", phases: [phase])
  }
}
