internal import SwiftletFormat
internal import SwiftletTensor

/// WHILE: runs the body on its own results as long as the condition holds for them.
struct While: InterpretedOperator {
  static let code = BuiltinOperator.while
  static let elementTypes: [ElementType] = .all
  static let remarks = [
    "Where the body hands an input on in another place, LiteRT may give the next round what the body "
      + "computed for that input's own place; here it is the input."
  ]
  private let options: WhileOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 0...Int.max, outputs: 0...Int.max)
    options = node.options(as: WhileOptions.self)
    try node.require(
      node.inputs.count == node.outputs.count,
      "has \(node.inputs.count) inputs and \(node.outputs.count) outputs, which must be as many")
    try node.require(
      options.condSubgraphIndex != options.bodySubgraphIndex,
      "has one subgraph as condition and body")
  }

  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    var values: [TensorValue] = []
    for index in inputs.indices { values.append(try operand(index, of: inputs)) }
    host.restart(options.condSubgraphIndex)
    host.restart(options.bodySubgraphIndex)
    var iterations = 0
    while try isTrue(host.call(subgraph: options.condSubgraphIndex, with: values)) {
      guard iterations < host.iterationLimit else {
        throw .invalid("did not end within \(host.iterationLimit) iterations")
      }
      iterations += 1
      // The body has them in its own memory before it runs.
      values = try host.call(subgraph: options.bodySubgraphIndex, with: consume values)
      guard values.count == inputs.count else {
        throw .invalid("has a body with \(values.count) results for \(inputs.count) operands")
      }
    }
    return values
  }

  private func isTrue(_ results: [TensorValue]) throws(OperatorError) -> Bool {
    guard let result = results.first, result.type == .bool,
      let flag = result.elements(as: UInt8.self).first
    else { throw .invalid("has a condition that does not give a bool") }
    return flag != 0
  }
}
