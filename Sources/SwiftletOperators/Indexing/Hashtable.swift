internal import SwiftletFormat
internal import SwiftletTensor

/// `HASHTABLE`: the handle of a table, the same for the same number.
struct Hashtable: InterpretedOperator {
  static let code = BuiltinOperator.hashtable
  static let elementTypes: [ElementType] = []
  static let remarks = ["From int64 to string, or from string to int64."]
  private let options: HashtableOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 0...0)
    options = node.options(as: HashtableOptions.self)
    try HashtableTypes.check(options.keyDtype, options.valueDtype)
  }

  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    let handle = host.resources.table(
      options.tableId, keyType: options.keyDtype, valueType: options.valueDtype)
    return [TensorValue([handle], type: .resource, shape: [1])]
  }
}

/// Which tables there are.
enum HashtableTypes {
  /// Throws unless a table may have these types.
  static func check(_ key: ElementType, _ value: ElementType) throws(OperatorError) {
    guard (key == .int64 && value == .string) || (key == .string && value == .int64) else {
      throw .unsupported("has a table from \(key.name) to \(value.name)")
    }
  }
}

extension InterpretedOperator {
  /// The table whose handle is input 0, which must have the types of some operands.
  func table(
    of inputs: [TensorValue?], from key: ElementType, to value: ElementType,
    in host: any OperatorHost
  ) throws(OperatorError) -> (handle: Int32, table: Resources.Table) {
    let handle = try handle(of: operand(0, of: inputs))
    guard let table = host.resources[table: handle] else {
      throw .invalid("has a handle that means no table")
    }
    guard table.keyType == key, table.valueType == value else {
      throw .invalid(
        "has operands of types \(key.name) and \(value.name) for a table from "
          + "\(table.keyType.name) to \(table.valueType.name)")
    }
    return (handle, table)
  }

  /// The strings of an operand.
  func strings(
    of value: TensorValue, in host: any OperatorHost
  ) throws(OperatorError) -> [[UInt8]] {
    guard value.elementCount <= host.entryLimit else {
      throw .invalid("has an operand of more than \(host.entryLimit) strings")
    }
    guard let strings = value.strings, strings.count == value.elementCount else {
      throw .invalid("has a string operand whose bytes contradict its shape \(value.shape)")
    }
    return strings
  }
}
