import SwiftletFlatBuffers
import SwiftletTensor

/// Reads the fields of an options table out of a model; an absent field keeps its value.
struct OptionsReader: ~Escapable, OptionsCoder {
  private let table: SchemaTable<ModelError>
  private let node: NodeName

  @_lifetime(copy table)
  init(_ table: SchemaTable<ModelError>, of node: NodeName) {
    self.table = table
    self.node = node
  }

  func bool(_ id: Int, _ field: String, _ value: inout Bool) throws(ModelError) {
    value = try table.bool(id, field, default: value)
  }

  func int32(_ id: Int, _ field: String, _ value: inout Int) throws(ModelError) {
    value = try table.int(id, field, as: .int32, default: value)
  }

  func int64(_ id: Int, _ field: String, _ value: inout Int) throws(ModelError) {
    value = try table.int(id, field, as: .int64, default: value)
  }

  func float(_ id: Int, _ field: String, _ value: inout Float) throws(ModelError) {
    value = try table.float(id, field, default: value)
  }

  func string(_ id: Int, _ field: String, _ value: inout String) throws(ModelError) {
    value = try table.string(id, field) ?? value
  }

  func bytes(_ id: Int, _ field: String, _ value: inout [UInt8]) throws(ModelError) {
    value = try table.ints(id, field, as: .uint8).map { UInt8($0) }
  }

  func int32s(_ id: Int, _ field: String, _ value: inout [Int]) throws(ModelError) {
    value = try table.ints(id, field, as: .int32)
  }

  func int64s(_ id: Int, _ field: String, _ value: inout [Int]) throws(ModelError) {
    value = try table.ints(id, field, as: .int64)
  }

  func floats(_ id: Int, _ field: String, _ value: inout [Float]) throws(ModelError) {
    value = try table.floats(id, field)
  }

  func bools(_ id: Int, _ field: String, _ value: inout [Bool]) throws(ModelError) {
    value = try table.bools(id, field)
  }

  func elementType(_ id: Int, _ field: String, _ value: inout ElementType) throws(ModelError) {
    let stored = try table.int(id, field, as: .int8, default: Int(value.rawValue))
    guard let type = UInt8(exactly: stored).flatMap(ElementType.init(rawValue:)) else {
      throw unknown(field, stored)
    }
    value = type
  }

  func enumeration<Value: SchemaEnumeration>(
    _ id: Int, _ field: String, _ value: inout Value
  ) throws(ModelError) {
    let stored = try table.int(
      id, field, as: StoredInteger(Value.RawValue.self), default: Int(clamping: value.rawValue))
    value = try known(stored, field)
  }

  func enumerations<Value: SchemaEnumeration>(
    _ id: Int, _ field: String, _ value: inout [Value]
  ) throws(ModelError) {
    value = []
    for stored in try table.ints(id, field, as: StoredInteger(Value.RawValue.self)) {
      value.append(try known(stored, field))
    }
  }

  func subgraph(_ id: Int, _ field: String, _ value: inout Int) throws(ModelError) {
    try int32(id, field, &value)
  }

  func subgraphs(_ id: Int, _ field: String, _ value: inout [Int]) throws(ModelError) {
    try int32s(id, field, &value)
  }

  private func known<Value: SchemaEnumeration>(
    _ stored: Int, _ field: String
  ) throws(ModelError) -> Value {
    guard let value = Value.RawValue(exactly: stored).flatMap(Value.init(rawValue:)) else {
      throw unknown(field, stored)
    }
    return value
  }

  private func unknown(_ field: String, _ stored: Int) -> ModelError {
    .invalid("\(node) has an unknown value \(stored) in its option \(field); convert it again.")
  }
}
