internal import SwiftletFormat
internal import SwiftletTensor

/// `HASHTABLE_SIZE`: the number of different keys of a table.
struct HashtableSize: InterpretedOperator {
  static let code = BuiltinOperator.hashtableSize
  static let elementTypes: [ElementType] = []

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    try node.requireResource(0)
    let output = try node.output()
    try node.require(output.type == .int64, "has an output of type \(output.type.name)")
  }

  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    let handle = try handle(of: operand(0, of: inputs))
    guard let table = host.resources[table: handle] else {
      throw .invalid("has a handle that means no table")
    }
    let count = Int64(table.byInteger.count + table.byString.count)
    return [TensorValue([count], type: .int64, shape: [1])]
  }
}
