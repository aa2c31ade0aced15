internal import SwiftletFormat
internal import SwiftletTensor

/// `HASHTABLE_FIND`: the values of keys, and a default for keys that are not in the table.
struct HashtableFind: InterpretedOperator {
  static let code = BuiltinOperator.hashtableFind
  static let elementTypes: [ElementType] = [.int64, .string]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 3...3)
    try node.requireResource(0)
    let output = try node.output()
    try HashtableTypes.check(try node.input(1).type, output.type)
    try node.require(
      try node.input(2).type == output.type, "has a default of another type than its output")
  }

  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    let (keys, fallback) = (try operand(1, of: inputs), try operand(2, of: inputs))
    let table = try table(of: inputs, from: keys.type, to: fallback.type, in: host).table
    guard keys.elementCount <= host.entryLimit else {
      throw .invalid("looks up more than \(host.entryLimit) keys")
    }
    guard table.isFilled else { throw .invalid("asks a table that nothing was put into") }
    if keys.type == .int64 {
      guard let missing = try strings(of: fallback, in: host).first else {
        throw .invalid("has no default")
      }
      let found = keys.elements(as: Int64.self).map { table.byInteger[$0] ?? missing }
      return [try strings(found, shape: keys.shape, in: host)]
    }
    guard let missing = fallback.elements(as: Int64.self).first else {
      throw .invalid("has no default")
    }
    let found = try strings(of: keys, in: host).map { table.byString[$0] ?? missing }
    return [TensorValue(found, type: .int64, shape: keys.shape)]
  }

  /// A string tensor, unless it is too large: one long value may be found often.
  private func strings(
    _ elements: [[UInt8]], shape: Shape, in host: any OperatorHost
  ) throws(OperatorError) -> TensorValue {
    let bytes = elements.reduce(8) { $0 + $1.count + 4 }
    guard bytes <= min(host.resultByteLimit, Int(Int32.max)) else {
      throw .invalid("gives strings of \(bytes) bytes, which exceeds the limits")
    }
    return TensorValue(strings: elements, shape: shape)
  }
}
