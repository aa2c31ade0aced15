package import SwiftletTensor

/// A number that a tensor can hold, for writing constants and reading results in tests.
package protocol TensorElement: BitwiseCopyable, Sendable {
  /// The element type whose layout the number has.
  static var elementType: ElementType { get }
}

extension TensorElement {
  /// The bytes as a file has them.
  package var littleEndianBytes: [UInt8] { withUnsafeBytes(of: self) { Array($0) } }
}

extension Float: TensorElement {
  package static var elementType: ElementType { .float32 }
}
extension Double: TensorElement {
  package static var elementType: ElementType { .float64 }
}
extension Float16: TensorElement {
  package static var elementType: ElementType { .float16 }
}
extension Bool: TensorElement {
  package static var elementType: ElementType { .bool }
}
extension Int8: TensorElement {
  package static var elementType: ElementType { .int8 }
}
extension UInt8: TensorElement {
  package static var elementType: ElementType { .uint8 }
}
extension Int16: TensorElement {
  package static var elementType: ElementType { .int16 }
}
extension UInt16: TensorElement {
  package static var elementType: ElementType { .uint16 }
}
extension Int32: TensorElement {
  package static var elementType: ElementType { .int32 }
}
extension UInt32: TensorElement {
  package static var elementType: ElementType { .uint32 }
}
extension Int64: TensorElement {
  package static var elementType: ElementType { .int64 }
}
extension UInt64: TensorElement {
  package static var elementType: ElementType { .uint64 }
}
