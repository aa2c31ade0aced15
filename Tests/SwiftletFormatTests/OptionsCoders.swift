import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport

/// Writes down each field in the notation of `OptionsSchema`.
final class StatingCoder: OptionsCoder {
  var fields: [String] = []

  private func state(_ id: Int, _ field: String, _ type: String) {
    fields.append("\(id) \(field) \(type)")
  }

  func bool(_ id: Int, _ field: String, _ value: inout Bool) {
    state(id, field, "b8=\(value ? 1 : 0)")
  }

  func int32(_ id: Int, _ field: String, _ value: inout Int) { state(id, field, "i32=\(value)") }
  func int64(_ id: Int, _ field: String, _ value: inout Int) { state(id, field, "i64=\(value)") }

  func float(_ id: Int, _ field: String, _ value: inout Float) {
    state(id, field, "f32=\(Int(value))")
  }

  func string(_ id: Int, _ field: String, _ value: inout String) { state(id, field, "text") }
  func bytes(_ id: Int, _ field: String, _ value: inout [UInt8]) { state(id, field, "[1]") }
  func int32s(_ id: Int, _ field: String, _ value: inout [Int]) { state(id, field, "[4]") }
  func int64s(_ id: Int, _ field: String, _ value: inout [Int]) { state(id, field, "[8]") }
  func floats(_ id: Int, _ field: String, _ value: inout [Float]) { state(id, field, "[4]") }
  func bools(_ id: Int, _ field: String, _ value: inout [Bool]) { state(id, field, "[1]") }

  func elementType(_ id: Int, _ field: String, _ value: inout ElementType) {
    state(id, field, "i8=\(value.rawValue)")
  }

  func enumeration<Value: SchemaEnumeration>(_ id: Int, _ field: String, _ value: inout Value) {
    state(id, field, "i\(Value.RawValue.bitWidth)=\(value.rawValue)")
  }

  func enumerations<Value: SchemaEnumeration>(
    _ id: Int, _ field: String, _ value: inout [Value]
  ) {
    state(id, field, "[\(Value.RawValue.bitWidth / 8)]")
  }

  func subgraph(_ id: Int, _ field: String, _ value: inout Int) {
    state(id, field, "i32=\(value)")
  }

  func subgraphs(_ id: Int, _ field: String, _ value: inout [Int]) { state(id, field, "[4]") }
}

/// Replaces each field by a random value that a model with four subgraphs can have.
final class RandomCoder: OptionsCoder {
  private var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  private func integer() -> Int { generator.integer(-1_000, 1_000) }
  private func list<Element>(_ element: () -> Element) -> [Element] {
    (0..<generator.integer(0, 5)).map { _ in element() }
  }

  func bool(_ id: Int, _ field: String, _ value: inout Bool) {
    value = generator.integer(0, 2) == 1
  }

  func int32(_ id: Int, _ field: String, _ value: inout Int) { value = integer() }
  func int64(_ id: Int, _ field: String, _ value: inout Int) { value = integer() << 40 }
  func float(_ id: Int, _ field: String, _ value: inout Float) {
    value = generator.uniform(-1, 1)
  }

  func string(_ id: Int, _ field: String, _ value: inout String) { value = "text \(integer())" }
  func bytes(_ id: Int, _ field: String, _ value: inout [UInt8]) { value = generator.bytes(7) }
  func int32s(_ id: Int, _ field: String, _ value: inout [Int]) { value = list(integer) }
  func int64s(_ id: Int, _ field: String, _ value: inout [Int]) {
    value = list { integer() << 40 }
  }

  func floats(_ id: Int, _ field: String, _ value: inout [Float]) {
    value = list { generator.uniform(-1, 1) }
  }

  func bools(_ id: Int, _ field: String, _ value: inout [Bool]) {
    value = list { generator.integer(0, 2) == 1 }
  }

  func elementType(_ id: Int, _ field: String, _ value: inout ElementType) {
    value = ElementType.allCases[generator.integer(0, ElementType.allCases.count)]
  }

  func enumeration<Value: SchemaEnumeration>(_ id: Int, _ field: String, _ value: inout Value) {
    let cases = Array(Value.allCases)
    value = cases[generator.integer(0, cases.count)]
  }

  func enumerations<Value: SchemaEnumeration>(
    _ id: Int, _ field: String, _ value: inout [Value]
  ) {
    let cases = Array(Value.allCases)
    value = list { cases[generator.integer(0, cases.count)] }
  }

  func subgraph(_ id: Int, _ field: String, _ value: inout Int) {
    value = generator.integer(1, 4)
  }

  func subgraphs(_ id: Int, _ field: String, _ value: inout [Int]) {
    value = list { generator.integer(1, 4) }
  }
}
