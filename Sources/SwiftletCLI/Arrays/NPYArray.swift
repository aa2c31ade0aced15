package import SwiftletTensor

/// An array as NumPy's `.npy` files hold it: little-endian, in row-major order.
package struct NPYArray: Sendable, Hashable {
  /// The element type, one that NumPy has.
  package let type: ElementType
  /// The extents, none for a scalar.
  package let shape: [Int]
  /// The elements.
  package let bytes: [UInt8]

  /// Makes an array.
  ///
  /// - Precondition: `type` is one of NumPy's, and `bytes` are as many as `shape` needs.
  package init(type: ElementType, shape: [Int], bytes: [UInt8]) {
    precondition(
      Self.descriptor(of: type) != nil
        && type.byteCount(elements: Shape(shape).elementCount) == bytes.count)
    self.type = type
    self.shape = shape
    self.bytes = bytes
  }

  /// NumPy's name for an element type, or nil where it has none.
  package static func descriptor(of type: ElementType) -> String? {
    kinds[type].map { kind in
      let bytes = (type.bitWidth ?? 0) / 8
      return "\(bytes == 1 ? "|" : "<")\(kind)\(bytes)"
    }
  }

  /// The element type that NumPy calls by a kind and a size in bytes.
  static func type(kind: Character, byteCount: Int) -> ElementType? {
    kinds.first { $0.value == kind && $0.key.bitWidth.map { $0 / 8 } == byteCount }?.key
  }

  private static let kinds: [ElementType: Character] = [
    .bool: "b", .int8: "i", .int16: "i", .int32: "i", .int64: "i", .uint8: "u", .uint16: "u",
    .uint32: "u", .uint64: "u", .float16: "f", .float32: "f", .float64: "f", .complex64: "c",
    .complex128: "c",
  ]
}

/// Why bytes are no array that can be read, in words that follow the file's name.
package struct NPYError: Error, Hashable {
  package let reason: String
}

extension NPYArray {
  private static let magic: [UInt8] = [0x93] + Array("NUMPY".utf8)
  /// Headers are padded so that the elements begin at a multiple of this.
  private static let alignment = 64

  /// The whole file, in version 1.0, whose two bytes for the header's length suffice for any rank
  /// that a tensor has.
  package var file: [UInt8] {
    let extents = shape.map(String.init).joined(separator: ", ") + (shape.count == 1 ? "," : "")
    let descriptor = Self.descriptor(of: type) ?? ""
    var header = "{'descr': '\(descriptor)', 'fortran_order': False, 'shape': (\(extents)), }"
    let unpadded = Self.magic.count + 4 + header.utf8.count + 1
    let padding = (Self.alignment - unpadded % Self.alignment) % Self.alignment
    header += String(repeating: " ", count: padding) + "\n"
    let count = header.utf8.count
    return Self.magic + [1, 0, UInt8(count & 0xFF), UInt8(count >> 8)] + header.utf8 + bytes
  }

  /// Reads a whole file of format version 1, 2 or 3, of either byte order and memory order.
  package init(file: [UInt8]) throws(NPYError) {
    guard file.starts(with: Self.magic), file.count >= 10 else {
      throw NPYError(reason: "is not a NumPy array (.npy)")
    }
    let major = file[6]
    guard (1...3).contains(major) else {
      throw NPYError(reason: "has the NumPy format version \(major), which is not known")
    }
    let lengthBytes = major == 1 ? 2 : 4
    let start = 8 + lengthBytes
    guard file.count >= start else { throw NPYError(reason: "ends within its header") }
    let length = file[8..<start].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= file.count - start else { throw NPYError(reason: "ends within its header") }
    let header = try NPYHeader(String(decoding: file[start..<start + length], as: UTF8.self))
    let elements = file[(start + length)...]
    guard let count = Shape(header.shape).checkedElementCount,
      let byteCount = header.type.byteCount(elements: count)
    else { throw NPYError(reason: "claims more elements than can be counted") }
    guard elements.count == byteCount else {
      throw NPYError(
        reason: "has \(elements.count) bytes of elements, but its header claims \(byteCount)")
    }
    var bytes = Array(elements)
    if header.isBigEndian { bytes = Self.swapped(bytes, unit: header.type.componentByteCount) }
    if header.isFortranOrder, !bytes.isEmpty {
      bytes = Self.rowMajor(
        bytes, shape: header.shape, elementBytes: (header.type.bitWidth ?? 8) / 8)
    }
    if header.type == .bool { bytes = bytes.map { $0 == 0 ? 0 : 1 } }
    self.init(type: header.type, shape: header.shape, bytes: bytes)
  }

  private static func swapped(_ bytes: [UInt8], unit: Int) -> [UInt8] {
    var result = bytes
    for start in stride(from: 0, to: bytes.count, by: unit) {
      result[start..<start + unit].reverse()
    }
    return result
  }

  /// Brings an array whose first axis varies fastest into the order of tensors.
  private static func rowMajor(_ bytes: [UInt8], shape: [Int], elementBytes: Int) -> [UInt8] {
    var strides: [Int] = []
    var next = elementBytes
    for extent in shape {
      strides.append(next)
      next *= max(extent, 1)
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = [Int](repeating: 0, count: shape.count)
    var source = 0
    while result.count < bytes.count {
      result += bytes[source..<source + elementBytes]
      for axis in shape.indices.reversed() {
        position[axis] += 1
        source += strides[axis]
        if position[axis] < shape[axis] { break }
        source -= strides[axis] * shape[axis]
        position[axis] = 0
      }
    }
    return result
  }
}

extension ElementType {
  /// The bytes that change places when the byte order changes: those of one number of a pair.
  fileprivate var componentByteCount: Int {
    let bytes = (bitWidth ?? 8) / 8
    return self == .complex64 || self == .complex128 ? bytes / 2 : bytes
  }
}
