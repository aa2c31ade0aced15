internal import SwiftletFormat
internal import SwiftletTensor

/// `CUMSUM`: sums of all elements up to each one along an axis, from either end, with that element
/// or without it.
struct Cumsum: Operator {
  static let code = BuiltinOperator.cumsum
  static let elementTypes: [ElementType] = [.float32, .int32, .int64]
  private let options: CumsumOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let (input, axis, output) = (try node.input(0), try node.input(1), try node.output())
    options = node.options(as: CumsumOptions.self)
    try node.require(
      input.type == output.type,
      "has an input of type \(input.type.name) and an output of type \(output.type.name)")
    try node.require(
      axis.type == .int32 && axis.elementCount == 1, "needs an axis that is one int32")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard try axis(operands) != nil else { return nil }
    return [try operands.input(0).shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    guard let axis = try axis(operands) else {
      throw .unsupported("has an axis that is not constant")
    }
    switch operands.outputs[0].type {
    case .float32: return step(on: Float.self, operands, axis, zero: 0) { $0 + $1 }
    case .int32: return step(on: Int32.self, operands, axis, zero: 0) { $0 &+ $1 }
    case .int64: return step(on: Int64.self, operands, axis, zero: 0) { $0 &+ $1 }
    default:
      throw .unsupported("has an input of type \(operands.outputs[0].type.name)")
    }
  }

  private func axis(_ operands: Operands) throws(OperatorError) -> Int? {
    guard let numbers = try operands.integers(1) else { return nil }
    let shape = try operands.input(0).shape
    guard let number = numbers.first, let axis = shape.axis(number) else {
      throw .invalid("cannot add along axis \(numbers) of \(shape)")
    }
    return axis
  }

  /// Units are up to 256 neighbouring sums, which take turns so that memory is read in order.
  private func step<Element: BitwiseCopyable & Sendable>(
    on type: Element.Type, _ operands: Operands, _ axis: Int, zero: Element,
    sum: @escaping @Sendable (Element, Element) -> Element
  ) -> Step {
    let shape = operands.outputs[0].shape
    let extent = shape[axis]
    let inner = shape.dimensions[(axis + 1)...].reduce(1, *)
    let outer = shape.dimensions[..<axis].reduce(1, *)
    let width = 256
    let pieces = (inner + width - 1) / width
    let (isExclusive, isReversed) = (options.exclusive, options.reverse)
    let phase = Phase(
      units: extent == 0 ? 0 : outer * pieces, nanoseconds: 2 * shape.elementCount
    ) { buffers, range in
      for unit in range {
        let (row, piece) = unit.quotientAndRemainder(dividingBy: pieces)
        let count = min(width, inner - piece * width)
        let first = row * extent * inner + piece * width
        let input = unsafe buffers.input(0, as: type) + first
        let output = unsafe buffers.output(as: type) + first
        let start = isReversed ? (extent - 1) * inner : 0
        let stride = isReversed ? -inner : inner
        for place in start..<start + count {
          unsafe output[place] = isExclusive ? zero : input[place]
        }
        var offset = start
        for _ in 1..<extent {
          // What is added: the element itself, or the one before it.
          let addend = unsafe input + (isExclusive ? offset : offset + stride)
          let previous = unsafe output + offset
          offset += stride
          let target = unsafe output + offset
          for place in 0..<count {
            unsafe target[place] = sum(previous[place], addend[place])
          }
        }
      }
    }
    return Step(kernel: "cumulative sum \(type)", phases: [phase])
  }
}
