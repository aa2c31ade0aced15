internal import SwiftletFormat
internal import SwiftletTensor

/// `STABLEHLO_PAD`: elements before, after and between those of an input; negative amounts at the
/// edges cut off.
struct StablehloPad: Operator {
  static let code = BuiltinOperator.stablehloPad
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .bool, .int16, .complex64, .int8, .float64, .uint64,
    .uint32, .uint16,
  ]
  private let options: StablehloPadOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    options = node.options(as: StablehloPadOptions.self)
    let (input, value) = (try node.input(0), try node.input(1))
    try MovementLowering.checkTypes(input, try node.output())
    guard Self.elementTypes.contains(input.type) else {
      throw .unsupported("has an input of type \(input.type.name)")
    }
    try node.require(
      input.type == value.type,
      "has a padding value of type \(value.type.name) for an input of type \(input.type.name)")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let value = try operands.input(1)
    guard value.elementCount == 1 else {
      throw .invalid("has \(value.elementCount) padding values instead of one")
    }
    let axes = try axes(of: operands)
    let isEmpty = axes.contains { $0.output <= 0 }
    return [Shape(axes.map { isEmpty ? 0 : $0.output })]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let axes = try axes(of: operands)
    let (input, output) = (try operands.input(0), operands.outputs[0])
    let size = try input.elementSize()
    let (from, to) = (input.shape.strides, output.shape.strides)
    let count = output.elementCount
    var phases = [
      FillLowering.phase(count: count, size: size, input: 1)
    ]
    if count > 0, axes.allSatisfy({ $0.kept > 0 }) {
      let copied = axes.indices.map { axis in
        StridedCopy.Axis(
          extent: axes[axis].kept, source: from[axis] * size,
          target: axes[axis].step * to[axis] * size)
      }
      let source = axes.indices.reduce(0) { $0 + axes[$1].first * from[$1] }
      let target = axes.indices.reduce(0) { $0 + axes[$1].place(of: axes[$1].first) * to[$1] }
      phases.append(
        StridedCopy(copied, elementSize: size, source: source * size, target: target * size)
          .phase())
    }
    return Step(kernel: "pad", phases: phases)
  }

  private struct Axis {
    /// The extent of the result, possibly negative.
    let output: Int
    /// Where the first element of the input would lie.
    let low: Int
    /// The distance between neighbours of the input in the result.
    let step: Int
    /// The first element of the input that lies inside the result.
    let first: Int
    /// How many elements of the input lie inside.
    let kept: Int

    func place(of index: Int) -> Int { low + index * step }
  }

  private func axes(of operands: Operands) throws(OperatorError) -> [Axis] {
    let shape = try operands.input(0).shape
    let lists = [options.edgePaddingLow, options.edgePaddingHigh, options.interiorPadding]
    guard shape.rank > 0, lists.allSatisfy({ $0.count == shape.rank }) else {
      throw .invalid(
        "has paddings for \(lists.map(\.count)) axes and an input of \(shape.rank) dimensions")
    }
    let limit = Int(Int32.max)
    guard lists.joined().allSatisfy({ $0 >= -limit && $0 <= limit }),
      options.interiorPadding.allSatisfy({ $0 >= 0 })
    else { throw .invalid("has paddings out of range") }
    return shape.dimensions.indices.map { axis in
      let (low, extent) = (options.edgePaddingLow[axis], shape[axis])
      let step = options.interiorPadding[axis] + 1
      let output = (extent - 1) * step + 1 + low + options.edgePaddingHigh[axis]
      let first = low >= 0 ? 0 : (step - 1 - low) / step
      let end = output <= low ? 0 : min(extent, (output - low + step - 1) / step)
      return Axis(
        output: output, low: low, step: step, first: first, kept: max(0, end - first))
    }
  }
}
