package import SwiftletTensor

/// Sets of element types that many operators accept, for their documentation.
extension Array<ElementType> {
  /// The types of computation: floats, and integers of 8 to 64 bits, quantised or not.
  package static let numbers: [ElementType] = [.float32, .int32, .uint8, .int64, .int16, .int8]

  /// Types whose elements take whole bytes.
  package static let wholeBytes: [ElementType] = ElementType.allCases.filter {
    ($0.bitWidth ?? 0) >= 8 && $0 != .resource
  }

  /// What most operators that move elements accept: whole bytes, 16 of them excepted.
  package static let movable: [ElementType] = wholeBytes.filter { $0 != .complex128 }

  /// Types whose elements have a fixed size, packed ones too.
  package static let fixedSize: [ElementType] = ElementType.allCases.filter {
    $0.bitWidth != nil && $0 != .resource
  }

  /// Every type that holds data.
  package static let all: [ElementType] = ElementType.allCases.filter {
    $0 != .resource && $0 != .variant
  }
}
