internal import SwiftletFormat
internal import SwiftletTensor

/// READ_VARIABLE: the value that was assigned to a variable last.
struct ReadVariable: InterpretedOperator {
  static let code = BuiltinOperator.readVariable
  static let elementTypes: [ElementType] = .all
  static let remarks = [
    "LiteRT's default path gives what lies in memory for a variable that nothing was assigned to; "
      + "here, as in its reference kernel, it is an error."
  ]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    try node.requireResource(0)
  }

  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    let handle = try handle(of: operand(0, of: inputs))
    guard let value = host.resources[variable: handle] else {
      throw .invalid("reads a variable that nothing was assigned to")
    }
    return [value]
  }
}
