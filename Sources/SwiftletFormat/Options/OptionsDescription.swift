import SwiftletTensor

/// The value of an option, for showing it.
package enum OptionValue: Sendable, Hashable {
  case bool(Bool)
  case int(Int)
  case float(Float)
  /// A text, or the schema's name of an enumeration's case.
  case string(String)
  case list([OptionValue])
}

/// The fields of an options table by their names in the schema, in the order of their numbers.
package func describe(_ options: any OperatorOptions) -> [(name: String, value: OptionValue)] {
  guard var coded = options as? any CodedOptions else { return [] }
  let coder = DescribingCoder()
  // The coder below does not throw, so the list is always complete.
  try? coded.code(with: coder)
  return coder.fields
}

/// Collects the fields of a table.
private final class DescribingCoder: OptionsCoder {
  var fields: [(name: String, value: OptionValue)] = []

  func bool(_ id: Int, _ field: String, _ value: inout Bool) {
    fields.append((field, .bool(value)))
  }

  func int32(_ id: Int, _ field: String, _ value: inout Int) {
    fields.append((field, .int(value)))
  }

  func int64(_ id: Int, _ field: String, _ value: inout Int) {
    fields.append((field, .int(value)))
  }

  func float(_ id: Int, _ field: String, _ value: inout Float) {
    fields.append((field, .float(value)))
  }

  func string(_ id: Int, _ field: String, _ value: inout String) {
    fields.append((field, .string(value)))
  }

  func bytes(_ id: Int, _ field: String, _ value: inout [UInt8]) {
    fields.append((field, .list(value.map { .int(Int($0)) })))
  }

  func int32s(_ id: Int, _ field: String, _ value: inout [Int]) {
    fields.append((field, .list(value.map { .int($0) })))
  }

  func int64s(_ id: Int, _ field: String, _ value: inout [Int]) {
    fields.append((field, .list(value.map { .int($0) })))
  }

  func floats(_ id: Int, _ field: String, _ value: inout [Float]) {
    fields.append((field, .list(value.map { .float($0) })))
  }

  func bools(_ id: Int, _ field: String, _ value: inout [Bool]) {
    fields.append((field, .list(value.map { .bool($0) })))
  }

  func elementType(_ id: Int, _ field: String, _ value: inout ElementType) {
    fields.append((field, .string(value.name)))
  }

  func enumeration<Value: SchemaEnumeration>(_ id: Int, _ field: String, _ value: inout Value) {
    fields.append((field, .string(value.schemaName)))
  }

  func enumerations<Value: SchemaEnumeration>(
    _ id: Int, _ field: String, _ value: inout [Value]
  ) {
    fields.append((field, .list(value.map { .string($0.schemaName) })))
  }

  func subgraph(_ id: Int, _ field: String, _ value: inout Int) {
    fields.append((field, .int(value)))
  }

  func subgraphs(_ id: Int, _ field: String, _ value: inout [Int]) {
    fields.append((field, .list(value.map { .int($0) })))
  }
}
