internal import SwiftletFormat
internal import SwiftletTensor

/// `BITCAST`: the same bits as elements of another type.
///
/// Smaller elements get an axis of their own, which larger ones take away.
struct Bitcast: Operator {
  static let code = BuiltinOperator.bitcast
  static let elementTypes: [ElementType] = .wholeBytes

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    _ = try node.input(0).elementSize()
    _ = try node.output().elementSize()
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let input = try operands.input(0)
    let (from, to) = (try input.elementSize(), try operands.outputs[0].elementSize())
    let dimensions = input.shape.dimensions
    if from == to { return [input.shape] }
    guard from <= to else {
      guard dimensions.count < Shape.maximumRank else {
        throw .unsupported("has an output of \(dimensions.count + 1) dimensions")
      }
      return [Shape(dimensions + [from / to])]
    }
    guard dimensions.last == to / from else {
      throw .invalid("cannot join \(to / from) neighbours along the last axis of \(input.shape)")
    }
    return [Shape(dimensions.dropLast())]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    ViewLowering.step(byteCount: operands.outputs[0].byteCount)
  }
}
