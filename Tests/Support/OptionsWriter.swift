package import SwiftletFormat
import SwiftletTensor

/// Options as a table of one of an operator's two unions.
package struct WrittenOptions: Sendable {
  /// The union: 1 for `BuiltinOptions`, 2 for `BuiltinOptions2`.
  package var union: Int
  /// The table's number in the union.
  package var number: Int
  /// The table; nil leaves it out although the number says that there is one.
  package var table: FlatTable?

  /// Makes options from raw parts, for tables that no options type describes.
  package init(union: Int, number: Int, table: FlatTable?) {
    self.union = union
    self.number = number
    self.table = table
  }

  /// Writes all fields of an options value, also those with default values.
  package init(_ options: some CodedOptions) {
    let writer = OptionsWriter()
    var copy = options
    // The writer does not throw, so that all fields are written.
    try? copy.code(with: writer)
    let type = ObjectIdentifier(Swift.type(of: options))
    let second = OptionsTables.second.firstIndex { ObjectIdentifier($0) == type }
    let first = OptionsTables.first.firstIndex { ObjectIdentifier($0) == type }
    self.init(
      union: first == nil ? 2 : 1, number: (first ?? second ?? -1) + 1, table: writer.table)
  }
}

/// Turns the fields of an options value into a table.
private final class OptionsWriter: OptionsCoder {
  var table = FlatTable()

  func bool(_ id: Int, _ field: String, _ value: inout Bool) {
    table[id] = .bool(value)
  }

  func int32(_ id: Int, _ field: String, _ value: inout Int) {
    table[id] = .int32(Int32(value))
  }

  func int64(_ id: Int, _ field: String, _ value: inout Int) {
    table[id] = .int64(Int64(value))
  }

  func float(_ id: Int, _ field: String, _ value: inout Float) {
    table[id] = .float(value)
  }

  func string(_ id: Int, _ field: String, _ value: inout String) {
    table[id] = .string(value)
  }

  func bytes(_ id: Int, _ field: String, _ value: inout [UInt8]) {
    table[id] = .bytes(value)
  }

  func int32s(_ id: Int, _ field: String, _ value: inout [Int]) {
    table[id] = .int32s(value.map { Int32($0) })
  }

  func int64s(_ id: Int, _ field: String, _ value: inout [Int]) {
    table[id] = .int64s(value.map { Int64($0) })
  }

  func floats(_ id: Int, _ field: String, _ value: inout [Float]) {
    table[id] = .floats(value)
  }

  func bools(_ id: Int, _ field: String, _ value: inout [Bool]) {
    table[id] = .bools(value)
  }

  func elementType(_ id: Int, _ field: String, _ value: inout ElementType) {
    table[id] = .int8(Int8(value.rawValue))
  }

  func enumeration<Value: SchemaEnumeration>(_ id: Int, _ field: String, _ value: inout Value) {
    table[id] =
      Value.RawValue.bitWidth == 8
      ? .int8(Int8(value.rawValue)) : .uint32(UInt32(value.rawValue))
  }

  func enumerations<Value: SchemaEnumeration>(
    _ id: Int, _ field: String, _ value: inout [Value]
  ) {
    table[id] = .uint32s(value.map { UInt32($0.rawValue) })
  }

  func subgraph(_ id: Int, _ field: String, _ value: inout Int) {
    table[id] = .int32(Int32(value))
  }

  func subgraphs(_ id: Int, _ field: String, _ value: inout [Int]) {
    table[id] = .int32s(value.map { Int32($0) })
  }
}
