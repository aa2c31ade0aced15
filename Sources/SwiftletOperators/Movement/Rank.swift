internal import SwiftletFormat
internal import SwiftletTensor

/// `RANK`: the number of a tensor's axes.
struct Rank: Operator {
  static let code = BuiltinOperator.rank
  static let elementTypes: [ElementType] = .all

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    let output = try node.output()
    try node.require(
      output.type == .int32, "has an output of type \(output.type.name) instead of int32")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? { [[]] }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let rank = Int32(try operands.input(0).shape.rank)
    let phase = Phase(units: 1, nanoseconds: 1) { buffers, range in
      for index in range { unsafe buffers.output(as: Int32.self)[index] = rank }
    }
    return Step(kernel: "rank", phases: [phase])
  }
}
