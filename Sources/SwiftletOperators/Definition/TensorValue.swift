package import SwiftletTensor

/// A tensor with its bytes, as it is passed between subgraphs and to interpreted operators.
///
/// A value is not changed once it has been passed on, so that passing it copies nothing.
package struct TensorValue: Sendable {
  /// The element type.
  package let type: ElementType
  /// The shape; for strings the product of the extents is their number.
  package let shape: Shape
  /// The bytes, and possibly more.
  package let memory: AlignedMemory
  /// The bytes that count.
  package let byteCount: Int

  /// What limits reckon for a string besides its own bytes: its offset and its place in lists.
  package static let stringOverhead = 32

  /// Makes a value of memory that is already filled, or is going to be before it is passed on.
  package init(type: ElementType, shape: Shape, memory: AlignedMemory, byteCount: Int) {
    self.type = type
    self.shape = shape
    self.memory = memory
    self.byteCount = byteCount
  }

  /// Makes a value of zeros.
  ///
  /// - Throws: `OperatorError.invalid` for a type without a fixed size or a shape without a count.
  package init(zeros type: ElementType, shape: Shape) throws(OperatorError) {
    guard let count = shape.checkedElementCount, let bytes = type.byteCount(elements: count) else {
      throw .invalid("gives a result of shape \(shape) and type \(type.name), which has no size")
    }
    self.init(
      type: type, shape: shape, memory: AlignedMemory(byteCount: bytes), byteCount: bytes)
  }

  /// Makes a value of elements of a fixed-width type.
  package init<Element: BitwiseCopyable>(_ elements: [Element], type: ElementType, shape: Shape) {
    let bytes = elements.count * MemoryLayout<Element>.stride
    let memory = AlignedMemory(byteCount: bytes)
    unsafe elements.withUnsafeBytes { source in
      guard let first = source.baseAddress else { return }
      unsafe memory.pointer.copyMemory(from: first, byteCount: bytes)
    }
    self.init(type: type, shape: shape, memory: memory, byteCount: bytes)
  }

  /// Makes a string tensor in the form of the file: a count, offsets, then the bytes.
  package init(strings: [[UInt8]], shape: Shape) {
    var words = [UInt32(truncatingIfNeeded: strings.count)]
    var offset = 4 * (strings.count + 2)
    words.append(UInt32(truncatingIfNeeded: offset))
    for string in strings {
      offset += string.count
      words.append(UInt32(truncatingIfNeeded: offset))
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(offset)
    for word in words {
      for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(word >> shift & 0xFF)) }
    }
    for string in strings { bytes += string }
    self.init(bytes, type: .string, shape: shape)
  }

  /// The bytes for checked reading.
  package var bytes: TensorBytes {
    unsafe TensorBytes(
      owner: memory, pointer: UnsafeRawPointer(memory.pointer), count: byteCount)
  }

  /// The number of elements.
  package var elementCount: Int { shape.elementCount }

  /// The elements as one fixed-width type.
  package func elements<Element: BitwiseCopyable>(as element: Element.Type) -> [Element] {
    bytes.elements(as: element)
  }

  /// The strings of a string tensor; nil where offsets contradict the size.
  package var strings: [[UInt8]]? { bytes.strings }

  /// The same bytes under another type and shape.
  package func viewed(as type: ElementType, _ shape: Shape) -> TensorValue {
    TensorValue(type: type, shape: shape, memory: memory, byteCount: byteCount)
  }
}
