#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Lines and byte counts from an open file, in order, with a buffer in between.
package struct DescriptorReader: ~Copyable {
  private let descriptor: Int32
  private let closesAtEnd: Bool
  private var buffer: [UInt8] = []
  private var position = 0
  /// Whether the file has ended and the buffer is empty.
  package var isAtEnd: Bool { hasEnded && position == buffer.count }
  private var hasEnded = false
  /// The bytes of one read: as many as a pipe holds.
  private static let chunk = 1 << 16

  /// Reads an open file from where it stands.
  package init(_ descriptor: Int32, closesAtEnd: Bool) {
    self.descriptor = descriptor
    self.closesAtEnd = closesAtEnd
  }

  deinit { if closesAtEnd { close(descriptor) } }

  static func failure(_ code: Int32) -> VideoError {
    let reason =
      switch code {
      case ENOENT, ENOTDIR: "no such file"
      case EISDIR: "it is a directory"
      case EACCES: "permission denied"
      default: "the system reports error \(code)"
      }
    return .unreadable(errno: code, reason: reason)
  }

  /// The bytes up to a line feed, which is passed over, as text.
  ///
  /// Nil where the file has ended, or where there is no line feed within the limit. The last line may
  /// lack its line feed.
  package mutating func line(limit: Int) throws(VideoError) -> String? {
    var line: [UInt8] = []
    while line.count <= limit {
      if position == buffer.count, try !fill() { break }
      let byte = buffer[position]
      position += 1
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return line.isEmpty || line.count > limit ? nil : String(decoding: line, as: UTF8.self)
  }

  /// So many bytes, or nil where the file ends before.
  mutating func bytes(_ count: Int) throws(VideoError) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      if position == buffer.count, try !fill() { return nil }
      let piece = buffer[position..<min(buffer.count, position + count - bytes.count)]
      position += piece.count
      // Memory grows with what has come, not with what a header claims.
      bytes.append(contentsOf: piece)
    }
    return bytes
  }

  /// Reads more into the empty buffer; false at the end.
  private mutating func fill() throws(VideoError) -> Bool {
    guard !hasEnded else { return false }
    var code: Int32 = 0
    buffer = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunk) { target, count in
      var got = -1
      repeat {
        got = unsafe read(descriptor, target.baseAddress, Self.chunk)
      } while got < 0 && errno == EINTR
      code = got < 0 ? errno : 0
      count = max(got, 0)
    }
    position = 0
    guard code == 0 else { throw Self.failure(code) }
    hasEnded = buffer.isEmpty
    return !hasEnded
  }
}
