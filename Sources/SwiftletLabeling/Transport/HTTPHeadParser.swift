package import Foundation

/// Reads the head of an answer: a status and headers, each on a line of its own (RFC 9112).
package struct HTTPHeadParser {
  /// The most bytes of heads, interim ones included.
  private static let limit = 1 << 16

  private var bytes: [UInt8] = []
  /// Where the head begins that comes now: behind the interim ones.
  private var start = 0
  private var searched = 0

  /// Begins before the first byte.
  package init() {}

  /// The answer makes no sense.
  package struct Malformed: Error {}

  /// Takes what came.
  package mutating func append(_ piece: [UInt8]) { bytes += piece }

  /// The head, once it is complete.
  ///
  /// Interim answers, with statuses below 200, are passed over.
  package mutating func head(url: URL) throws(Malformed) -> HTTPHead? {
    guard bytes.count <= Self.limit else { throw Malformed() }
    while let end = endOfHead() {
      let lines = bytes[start..<end].split(separator: 0x0A, omittingEmptySubsequences: false)
        .map { $0.last == 0x0D ? $0.dropLast() : $0 }.filter { !$0.isEmpty }
      let status = try Self.status(lines.first ?? [])
      start = end
      searched = end
      // After 101 the connection would speak another language, which nobody asked for.
      guard status != 101 else { throw Malformed() }
      guard status >= 200 else { continue }
      return HTTPHead(status: status, url: url, fields: try Self.fields(lines.dropFirst()))
    }
    return nil
  }

  /// Where the empty line ends that ends a head.
  private mutating func endOfHead() -> Int? {
    var index = searched
    while index < bytes.count {
      if bytes[index] == 0x0A {
        let before = bytes[start..<index].last == 0x0D ? index - 1 : index
        if before > start, bytes[before - 1] == 0x0A { return index + 1 }
      }
      index += 1
    }
    searched = index
    return nil
  }

  /// The number in `HTTP/1.1 200 OK`.
  private static func status(_ line: ArraySlice<UInt8>) throws(Malformed) -> Int {
    let words = line.split(separator: 0x20, maxSplits: 2)
    guard words.count >= 2, words[0].starts(with: Array("HTTP/1.".utf8)), words[0].count == 8,
      words[1].count == 3, let status = Int(String(decoding: words[1], as: UTF8.self)),
      (100..<1000).contains(status)
    else { throw Malformed() }
    return status
  }

  private static func fields(
    _ lines: ArraySlice<ArraySlice<UInt8>>
  ) throws(Malformed) -> [String: String] {
    var fields: [String: String] = [:]
    for line in lines {
      // A line that begins with a space would continue the one before it, which is obsolete.
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }), line.first != 0x20,
        line.first != 0x09
      else { throw Malformed() }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
        .trimmingCharacters(in: .whitespaces)
      // Two lengths would make it a matter of taste where the body ends.
      if name == "content-length", let other = fields[name], other != value { throw Malformed() }
      fields[name] = fields[name] ?? value
    }
    return fields
  }
}
