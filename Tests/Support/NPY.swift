import Foundation
package import SwiftletTensor

/// An array in NumPy's file format, version 1 to 3, little-endian and in row-major order.
package struct NPY: Sendable {
  /// The element type.
  package let type: ElementType
  /// The extents.
  package let shape: [Int]
  /// The elements' bytes.
  package let bytes: [UInt8]

  /// Reads a file.
  package init(contentsOf path: String) throws {
    try self.init([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), name: path)
  }

  /// Reads the bytes of a file.
  package init(_ file: [UInt8], name: String) throws {
    func refuse(_ what: String) -> TestSupportError { TestSupportError("\(name): \(what).") }
    guard file.count >= 12, Array(file[..<6]) == [0x93] + Array("NUMPY".utf8) else {
      throw refuse("no NumPy array")
    }
    let isLong = file[6] > 1
    let length = (0..<(isLong ? 4 : 2)).reduce(0) { $0 | Int(file[8 + $1]) << (8 * $1) }
    let start = (isLong ? 12 : 10) + length
    guard start <= file.count else { throw refuse("a header beyond the end") }
    let header = String(decoding: file[(isLong ? 12 : 10)..<start], as: UTF8.self)
    guard header.contains("'fortran_order': False") else { throw refuse("column-major order") }
    guard let descriptor = Self.text(after: "'descr': '", until: "'", in: header),
      let type = Self.types[descriptor]
    else { throw refuse("an unknown element type in \(header)") }
    guard let extents = Self.text(after: "'shape': (", until: ")", in: header) else {
      throw refuse("no shape")
    }
    self.type = type
    shape = extents.split(separator: ",").compactMap {
      Int($0.trimmingCharacters(in: .whitespaces))
    }
    bytes = Array(file[start...])
    guard type.byteCount(elements: shape.reduce(1, *)) == bytes.count else {
      throw refuse("\(bytes.count) bytes for the shape \(shape)")
    }
  }

  private static let types: [String: ElementType] = [
    "<f2": .float16, "<f4": .float32, "<f8": .float64, "|i1": .int8, "<i2": .int16, "<i4": .int32,
    "<i8": .int64, "|u1": .uint8, "<u2": .uint16, "<u4": .uint32, "<u8": .uint64, "|b1": .bool,
    "<c8": .complex64,
  ]

  private static func text(after: String, until: String, in header: String) -> String? {
    guard let start = header.range(of: after),
      let end = header.range(of: until, range: start.upperBound..<header.endIndex)
    else { return nil }
    return String(header[start.upperBound..<end.lowerBound])
  }
}
