internal import SwiftletFormat
internal import SwiftletTensor

/// What operators have in common that join the rows of input 0 with the same number in input 1.
struct SegmentLowering {
  private let name: String
  private let joining: RowJoining
  private let segments: Int

  /// Describes a step for operands whose output has its shape.
  init(_ name: String, _ operands: Operands) throws(OperatorError) {
    self.name = name
    let shape = operands.outputs[0].shape
    segments = shape[0]
    joining = RowJoining(
      input: 0, rows: try operands.input(0).shape[0],
      width: shape.dimensions.dropFirst().reduce(1, *), outputRows: segments)
  }

  /// The type of the rows, after a check of all types.
  static func type(of node: NodeReader) throws(OperatorError) -> ElementType {
    let (input, numbers) = (try node.input(0), try node.input(1))
    try MovementLowering.checkTypes(input, try node.output())
    guard input.type == .float32 || input.type == .int32 else {
      throw .unsupported("has an input of type \(input.type.name)")
    }
    try node.require(numbers.type == .int32, "has segments of type \(numbers.type.name)")
    return input.type
  }

  /// The shape of the rows, after a check that each has a number.
  static func shape(_ operands: Operands) throws(OperatorError) -> Shape {
    let (shape, numbers) = (try operands.input(0).shape, try operands.input(1).shape)
    guard shape.rank > 0, numbers.rank == 1, numbers[0] == shape[0] else {
      throw .invalid("has an input of \(shape) and segments of \(numbers)")
    }
    return shape
  }

  /// The step; rows with a negative number are left out, one beyond the last segment is a fault.
  @inline(__always) func step<Element: BitwiseCopyable & Sendable>(
    initial: Element, join: @escaping @Sendable (Element, Element) -> Element
  ) -> Step {
    let segments = segments
    return joining.step(
      name, initial: initial,
      target: { buffers, row in
        let number = unsafe Int(buffers.input(1, as: Int32.self)[row])
        guard number < segments else {
          buffers.fail(.indexOutOfRange)
          return nil
        }
        return number < 0 ? nil : number
      }, join: join)
  }
}

/// How the operators named `UNSORTED_SEGMENT_…` join rows.
struct UnsortedSegments: Sendable {
  let type: ElementType

  /// Checks the operands.
  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 3...3)
    type = try SegmentLowering.type(of: node)
    let count = try node.input(2)
    try node.require(count.type == .int32, "has a number of type \(count.type.name)")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    var shape = try SegmentLowering.shape(operands)
    let count = try operands.input(2)
    guard count.shape.rank <= 1, count.elementCount == 1 else {
      throw .invalid("has numbers of segments of shape \(count.shape)")
    }
    guard let number = try operands.integers(2)?.first else { return nil }
    guard number >= 0 else { throw .invalid("has \(number) segments") }
    shape[0] = number
    return [shape]
  }
}
