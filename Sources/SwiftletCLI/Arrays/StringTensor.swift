/// The bytes of a string tensor: a count, the offsets of all texts and the end, then the texts.
package enum StringTensor {
  /// The bytes that hold texts, or nil where they take more than 4 GiB.
  package static func bytes(of texts: [String]) -> [UInt8]? {
    let header = 4 * (texts.count + 2)
    let total = texts.reduce(header) { $0 + $1.utf8.count }
    guard total <= UInt32.max else { return nil }
    var result = littleEndian(UInt32(texts.count))
    result.reserveCapacity(total)
    var offset = header
    for text in texts {
      result += littleEndian(UInt32(offset))
      offset += text.utf8.count
    }
    result += littleEndian(UInt32(offset))
    for text in texts { result += text.utf8 }
    return result
  }

  /// The texts that bytes hold, or nil where offsets lead outside; what is no UTF-8 is repaired.
  package static func texts(in bytes: [UInt8]) -> [String]? {
    func word(_ index: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(bytes[4 * index + $1]) << (8 * $1) }
    }
    guard bytes.count >= 4 else { return nil }
    let count = word(0)
    guard bytes.count / 4 - 2 >= count else { return nil }
    var texts: [String] = []
    for index in 0..<count {
      let start = word(index + 1)
      let end = word(index + 2)
      guard start <= end, end <= bytes.count else { return nil }
      texts.append(String(decoding: bytes[start..<end], as: UTF8.self))
    }
    return texts
  }
}
