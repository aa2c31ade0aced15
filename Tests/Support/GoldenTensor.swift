package import SwiftletTensor

/// A tensor of the golden corpus.
package struct GoldenTensor: Sendable, Equatable {
  /// The element type.
  package let type: ElementType
  /// The extents of the whole tensor.
  package let shape: [Int]
  /// The file holds each `stride`-th element only.
  package let stride: Int
  /// The elements' bytes, or those of a string tensor.
  package let bytes: [UInt8]

  /// Makes a tensor.
  package init(type: ElementType, shape: [Int], stride: Int = 1, bytes: [UInt8]) {
    self.type = type
    self.shape = shape
    self.stride = stride
    self.bytes = bytes
  }

  /// The elements, read as the type that has their layout.
  package func values<Element: TensorElement>(as type: Element.Type = Element.self) -> [Element] {
    bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / MemoryLayout<Element>.size).map {
        bytes.loadUnaligned(
          fromByteOffset: $0 * MemoryLayout<Element>.size, as: Element.self)
      }
    }
  }

  /// The elements as doubles, for comparing with a tolerance; empty for strings.
  package var doubles: [Double] {
    switch type {
    case .float32, .complex64: values(as: Float.self).map(Double.init)
    case .float64: values(as: Double.self)
    case .float16: values(as: Float16.self).map(Double.init)
    case .bfloat16:
      values(as: UInt16.self).map { Double(Float(bitPattern: UInt32($0) << 16)) }
    case .int8: values(as: Int8.self).map(Double.init)
    case .uint8, .bool: values(as: UInt8.self).map(Double.init)
    case .int16: values(as: Int16.self).map(Double.init)
    case .uint16: values(as: UInt16.self).map(Double.init)
    case .int32: values(as: Int32.self).map(Double.init)
    case .uint32: values(as: UInt32.self).map(Double.init)
    case .int64: values(as: Int64.self).map(Double.init)
    case .uint64: values(as: UInt64.self).map(Double.init)
    default: []
    }
  }

  /// How far the elements are from those of another tensor.
  ///
  /// - Parameters:
  ///   - wanted: The other tensor.
  ///   - smallest: What the largest magnitude counts as if it is smaller.
  /// - Returns: The largest difference, relative to the largest finite magnitude of the other
  ///   tensor; infinity for another count, and for infinities and NaN that are not in both.
  package func distance(from wanted: GoldenTensor, smallest: Double = 0) -> Double {
    let (found, wanted) = (doubles, wanted.doubles)
    guard found.count == wanted.count else { return .infinity }
    var (largest, difference) = (smallest, 0.0)
    for (a, b) in zip(found, wanted) {
      if b.isFinite { largest = max(largest, abs(b)) }
      if a == b || (a.isNaN && b.isNaN) { continue }
      guard a.isFinite, b.isFinite else { return .infinity }
      difference = max(difference, abs(a - b))
    }
    return difference == 0 ? 0 : difference / largest
  }

  /// Elements `low ..< high` of the generator that the corpus documents.
  static func generated(
    _ type: ElementType, _ shape: [Int], seed: UInt64, _ low: Double, _ high: Double
  ) throws -> GoldenTensor {
    var generator = SplitMix64(seed: seed)
    let count = shape.reduce(1, *)
    func floored() -> Double { low + (generator.uniform() * (high - low)).rounded(.down) }
    func bytes<Element: TensorElement>(_ element: () -> Element) -> [UInt8] {
      (0..<count).flatMap { _ in element().littleEndianBytes }
    }
    let data: [UInt8]
    switch type {
    case .float32: data = bytes { generator.uniform(low, high) }
    case .int8: data = bytes { Int8(floored()) }
    case .uint8: data = bytes { UInt8(floored()) }
    case .bool: data = bytes { floored() != 0 }
    case .int16: data = bytes { Int16(floored()) }
    case .int32: data = bytes { Int32(floored()) }
    case .int64: data = bytes { Int64(floored()) }
    default: throw TestSupportError("No generator for \(type.name).")
    }
    return GoldenTensor(type: type, shape: shape, bytes: data)
  }
}
