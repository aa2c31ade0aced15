internal import SwiftletFormat
internal import SwiftletTensor

/// `STRIDED_SLICE`: elements at regular distances, with NumPy's rules for missing ends.
struct StridedSlice: Operator {
  static let code = BuiltinOperator.stridedSlice
  static let elementTypes: [ElementType] = .movable
  static let remarks = [
    "Where `shrink_axis_mask` takes an element behind the last one, LiteRT reads other memory; here "
      + "it is an error, unless the result has no elements. Where an end of 0 leaves nothing, LiteRT's default path takes all that follows "
      + "the begin; here, as in its reference kernel, it is nothing."
  ]
  private let options: StridedSliceOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 4...4)
    options = node.options(as: StridedSliceOptions.self)
    try MovementLowering.checkTypes(try node.input(0), try node.output())
    try node.require(
      options.ellipsisMask & (options.ellipsisMask - 1) == 0,
      "has more than one ellipsis")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard let slice = try slice(operands) else { return nil }
    return [slice.shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    guard let slice = try slice(operands) else {
      throw .unsupported("has bounds that are not constant")
    }
    return try MovementLowering.slice(
      "strided slice", operands, begin: slice.begin, steps: slice.steps, extents: slice.extents)
  }

  /// A resolved slice: one entry for each axis of the input, and the shape of the output, in which
  /// axes are added or left out.
  private struct Resolved {
    var begin: [Int] = []
    var steps: [Int] = []
    var extents: [Int] = []
    var shape: Shape = []
    /// An element behind the end of an axis that the output leaves out.
    var outside: (element: Int, extent: Int)?

    mutating func takeAll(_ extent: Int) {
      begin.append(0)
      steps.append(1)
      extents.append(extent)
      shape.dimensions.append(extent)
    }
  }

  private func slice(_ operands: Operands) throws(OperatorError) -> Resolved? {
    let input = try operands.input(0).shape
    guard let begin = try operands.boundedIntegers(1), let end = try operands.boundedIntegers(2),
      let steps = try operands.boundedIntegers(3)
    else { return nil }
    guard begin.count == end.count, begin.count == steps.count, begin.count <= 16 else {
      throw .invalid("has \(begin.count) starts, \(end.count) ends and \(steps.count) steps")
    }
    let added = begin.indices.filter { isAdded($0) }.count
    let hasEllipsis = begin.indices.contains { isSet(options.ellipsisMask, $0) }
    let named = begin.count - added - (hasEllipsis ? 1 : 0)
    guard named <= input.rank else {
      throw .invalid("has bounds for \(named) axes of \(input)")
    }
    var result = Resolved()
    for index in begin.indices {
      let axis = result.begin.count
      if isSet(options.ellipsisMask, index) {
        for axis in axis..<axis + input.rank - named { result.takeAll(input[axis]) }
      } else if isAdded(index) {
        result.shape.dimensions.append(1)
      } else {
        try take(index, input[axis], begin[index], end[index], steps[index], &result)
      }
    }
    while result.begin.count < input.rank { result.takeAll(input[result.begin.count]) }
    guard result.shape.rank <= Shape.maximumRank else {
      throw .unsupported("has an output of \(result.shape.rank) dimensions")
    }
    if let outside = result.outside, !result.shape.dimensions.contains(0) {
      throw .invalid("takes element \(outside.element) of an axis of \(outside.extent)")
    }
    return result
  }

  private func take(
    _ index: Int, _ extent: Int, _ first: Int, _ last: Int, _ step: Int, _ result: inout Resolved
  ) throws(OperatorError) {
    guard step != 0 else { throw .invalid("has a step of 0") }
    let bounds = step > 0 ? 0...extent : -1...extent - 1
    func bounded(_ position: Int) -> Int {
      min(max(position, bounds.lowerBound), bounds.upperBound)
    }
    func clamped(_ number: Int) -> Int { bounded(number < 0 ? number + extent : number) }
    result.steps.append(step)
    if isSet(options.shrinkAxisMask, index) {
      let position = first < 0 ? max(first + extent, 0) : first
      if position >= extent, result.outside == nil { result.outside = (first, extent) }
      result.begin.append(position)
      result.extents.append(1)
      return
    }
    let isOpen = isSet(options.beginMask, index)
    let begin = isOpen ? (step > 0 ? 0 : extent - 1) : clamped(first)
    let end: Int
    if isSet(options.endMask, index) {
      end = step > 0 ? extent : -1
    } else {
      end = options.offset ? bounded(begin + last) : clamped(last)
    }
    let count = max((end - begin + step - step.signum()) / step, 0)
    result.begin.append(begin)
    result.extents.append(count)
    result.shape.dimensions.append(count)
  }

  private func isSet(_ mask: Int, _ index: Int) -> Bool { mask >> index & 1 == 1 }

  private func isAdded(_ index: Int) -> Bool {
    isSet(options.newAxisMask, index) && !isSet(options.ellipsisMask, index)
  }
}
