package import SwiftletTensor

/// Options that state their table once: fields by number, name and type.
///
/// Reading, describing and (in tests) writing all follow from that statement.
package protocol CodedOptions: OperatorOptions {
  /// Shows each field to a coder, which may read or replace it.
  mutating func code(with coder: some OptionsCoder & ~Escapable) throws(ModelError)
}

/// What visits the fields of an options table: by the number and name in the schema, and by the
/// width of the stored value.
package protocol OptionsCoder: ~Escapable {
  func bool(_ id: Int, _ field: String, _ value: inout Bool) throws(ModelError)
  func int32(_ id: Int, _ field: String, _ value: inout Int) throws(ModelError)
  func int64(_ id: Int, _ field: String, _ value: inout Int) throws(ModelError)
  func float(_ id: Int, _ field: String, _ value: inout Float) throws(ModelError)
  func string(_ id: Int, _ field: String, _ value: inout String) throws(ModelError)
  func bytes(_ id: Int, _ field: String, _ value: inout [UInt8]) throws(ModelError)
  func int32s(_ id: Int, _ field: String, _ value: inout [Int]) throws(ModelError)
  func int64s(_ id: Int, _ field: String, _ value: inout [Int]) throws(ModelError)
  func floats(_ id: Int, _ field: String, _ value: inout [Float]) throws(ModelError)
  func bools(_ id: Int, _ field: String, _ value: inout [Bool]) throws(ModelError)
  func elementType(_ id: Int, _ field: String, _ value: inout ElementType) throws(ModelError)
  /// An enumeration, stored as its raw value.
  func enumeration<Value: SchemaEnumeration>(
    _ id: Int, _ field: String, _ value: inout Value
  ) throws(ModelError)
  /// A vector of an enumeration.
  func enumerations<Value: SchemaEnumeration>(
    _ id: Int, _ field: String, _ value: inout [Value]
  ) throws(ModelError)
  /// The index of a subgraph that the operator runs, stored in four bytes.
  func subgraph(_ id: Int, _ field: String, _ value: inout Int) throws(ModelError)
  /// Indices of subgraphs that the operator runs.
  func subgraphs(_ id: Int, _ field: String, _ value: inout [Int]) throws(ModelError)
}
