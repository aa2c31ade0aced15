package import SwiftletTensor

/// The bytes of a string tensor: a count, the offset of each string and that of the end, then the
/// strings.
extension TensorBytes {
  /// The number of strings; nil where offsets contradict the size.
  package var stringCount: Int? {
    guard count >= 4 else { return 0 }
    let number = Int(word(0))
    guard number < count / 4 - 1 else { return nil }
    var start = word(1)
    for index in 0..<number {
      let end = word(index + 2)
      guard start <= end, end <= count else { return nil }
      start = end
    }
    return number
  }

  /// The strings; nil where offsets contradict the size.
  package var strings: [[UInt8]]? {
    stringCount.map { number in
      (0..<number).map { index in unsafe Array(string(at: index)) }
    }
  }

  /// The bytes of one string, valid as long as this value lives.
  ///
  /// - Precondition: `stringCount` is greater than the index.
  @unsafe package func string(at index: Int) -> UnsafeRawBufferPointer {
    let (start, end) = (Int(word(index + 1)), Int(word(index + 2)))
    return unsafe UnsafeRawBufferPointer(start: pointer + start, count: end - start)
  }

  private func word(_ index: Int) -> UInt32 {
    UInt32(
      littleEndian: unsafe pointer.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
  }
}
