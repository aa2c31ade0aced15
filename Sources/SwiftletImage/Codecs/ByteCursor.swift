/// Reads numbers out of untrusted bytes; reading past the end gives nil and moves nothing.
struct ByteCursor {
  let bytes: ArraySlice<UInt8>
  private(set) var position: Int

  /// Starts at the slice's first byte; positions count from there.
  init(_ bytes: ArraySlice<UInt8>, at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  var remaining: Int { max(bytes.count - position, 0) }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= remaining else { return nil }
    let start = bytes.startIndex + position
    position += count
    return bytes[start..<start + count]
  }

  mutating func byte() -> UInt8? { take(1)?.first }

  mutating func bigEndian(_ count: Int) -> Int? {
    take(count)?.reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func littleEndian(_ count: Int) -> Int? {
    take(count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Moves to an absolute position; nil when there is no such byte.
  mutating func seek(_ target: Int) -> Void? {
    guard target >= 0, target <= bytes.count else { return nil }
    position = target
    return ()
  }
}
