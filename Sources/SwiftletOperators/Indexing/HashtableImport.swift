internal import SwiftletFormat
internal import SwiftletTensor

/// `HASHTABLE_IMPORT`: fills a table, once; of equal keys the first counts.
struct HashtableImport: InterpretedOperator {
  static let code = BuiltinOperator.hashtableImport
  static let elementTypes: [ElementType] = [.int64, .string]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 3...3, outputs: 0...0)
    try node.requireResource(0)
    try HashtableTypes.check(try node.input(1).type, try node.input(2).type)
  }

  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    let (keys, values) = (try operand(1, of: inputs), try operand(2, of: inputs))
    guard keys.shape == values.shape else {
      throw .invalid("has keys of \(keys.shape) and values of \(values.shape)")
    }
    var (handle, table) = try table(of: inputs, from: keys.type, to: values.type, in: host)
    guard !table.isFilled else { return [] }
    if keys.type == .int64 {
      for (key, value) in zip(keys.elements(as: Int64.self), try strings(of: values, in: host))
      where table.byInteger[key] == nil { table.byInteger[key] = value }
    } else {
      for (key, value) in zip(try strings(of: keys, in: host), values.elements(as: Int64.self))
      where table.byString[key] == nil { table.byString[key] = value }
    }
    table.isFilled = true
    host.resources[table: handle] = table
    return []
  }
}
