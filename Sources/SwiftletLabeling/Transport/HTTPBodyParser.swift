internal import Foundation

/// Finds the body of an answer among the bytes behind its head (RFC 9112, section 6).
package struct HTTPBodyParser {
  private var state: State
  /// Bytes that are no complete line yet.
  private var line: [UInt8] = []

  private enum State {
    /// So many bytes are to come.
    case length(Int)
    /// All until the connection ends.
    case untilEnd
    /// A line with the size of a chunk.
    case size
    /// So many bytes of a chunk are to come.
    case chunk(Int)
    /// The line break behind a chunk.
    case separator
    /// Lines behind the last chunk.
    case trailer
    case done
  }

  /// The answer makes no sense.
  package typealias Malformed = HTTPHeadParser.Malformed

  /// The most bytes of a line between chunks.
  private static let lineLimit = 4096

  /// Begins behind a head.
  ///
  /// - Parameter head: The head, which says how the body ends.
  /// - Throws: `Malformed`.
  package init(_ head: HTTPHead) throws(Malformed) {
    if head.status == 204 || head.status == 304 {
      state = .done
    } else if let coding = head["transfer-encoding"] {
      guard coding.lowercased() == "chunked" else { throw Malformed() }
      state = .size
    } else if let text = head["content-length"] {
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text) else {
        throw Malformed()
      }
      state = length == 0 ? .done : .length(length)
    } else {
      state = .untilEnd
    }
    // It was not asked for.
    if let coding = head["content-encoding"], coding.lowercased() != "identity" {
      throw Malformed()
    }
  }

  /// Whether the body is complete.
  package var isDone: Bool { if case .done = state { true } else { false } }

  /// Whether the body may end where the connection does.
  package var mayEnd: Bool { if case .untilEnd = state { true } else { isDone } }

  /// Takes what came, and gives what of it belongs to the body.
  package mutating func take(_ bytes: [UInt8]) throws(Malformed) -> [UInt8] {
    var body: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty, !isDone {
      switch state {
      case .untilEnd:
        body += rest
        rest = []
      case .length(let count):
        let piece = rest.prefix(count)
        body += piece
        rest = rest.dropFirst(piece.count)
        state = piece.count == count ? .done : .length(count - piece.count)
      case .chunk(let count):
        let piece = rest.prefix(count)
        body += piece
        rest = rest.dropFirst(piece.count)
        state = piece.count == count ? .separator : .chunk(count - piece.count)
      case .size, .separator, .trailer:
        guard let text = try nextLine(&rest) else { continue }
        state = try Self.state(after: text, in: state)
      case .done: break
      }
    }
    return body
  }

  /// The next line without its end, once it is complete.
  private mutating func nextLine(_ rest: inout ArraySlice<UInt8>) throws(Malformed) -> [UInt8]? {
    let end = rest.firstIndex(of: 0x0A)
    line += rest[..<(end ?? rest.endIndex)]
    rest = end.map { rest[($0 + 1)...] } ?? []
    guard line.count <= Self.lineLimit else { throw Malformed() }
    guard end != nil else { return nil }
    defer { line = [] }
    return line.last == 0x0D ? line.dropLast() : line
  }

  private static func state(after line: [UInt8], in state: State) throws(Malformed) -> State {
    switch state {
    case .separator:
      guard line.isEmpty else { throw Malformed() }
      return .size
    case .trailer: return line.isEmpty ? .done : .trailer
    default:
      // A size in hexadecimal digits, and perhaps extensions behind a semicolon.
      let digits = String(decoding: line.prefix { $0 != 0x3B }, as: UTF8.self)
        .trimmingCharacters(in: .whitespaces)
      guard digits.utf8.first != 0x2B, digits.utf8.first != 0x2D,
        let size = Int(digits, radix: 16)
      else { throw Malformed() }
      return size == 0 ? .trailer : .chunk(size)
    }
  }
}
