import Foundation
import SwiftletLabeling
import SwiftletTestSupport
import Testing

@Suite("Answers of servers")
struct HTTPParserTests {
  static let url = URL(fileURLWithPath: "/")

  static let answers = [
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: \"a\"\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nETag: \"a\"\r\n\r\n2\r\nhe\r\n3;x\r\nllo\r\n0\r\nT: u\r\n\r\n",
    "HTTP/1.0 200\nETag: \"a\"\n\nhello",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 \r\netag:\"a\"\t\r\ncontent-length:5\r\n\r\nhello",
  ]

  /// Reads an answer that comes in pieces; nil where it makes no sense or is not complete.
  private func read(_ pieces: [[UInt8]]) -> (status: Int, tag: String?, body: [UInt8])? {
    var heads = HTTPHeadParser()
    var bodies: HTTPBodyParser?
    var head: HTTPHead?
    var body: [UInt8] = []
    do {
      for piece in pieces {
        if bodies == nil {
          heads.append(piece)
          guard let found = try heads.head(url: Self.url) else { continue }
          head = found.head
          bodies = try HTTPBodyParser(found.head)
          body += try bodies?.take(found.rest) ?? []
        } else {
          body += try bodies?.take(piece) ?? []
        }
      }
    } catch {
      return nil
    }
    guard let head, bodies?.mayEnd == true else { return nil }
    return (head.status, head["etag"], body)
  }

  @Test("are the same however they are cut into pieces", arguments: answers)
  func pieces(_ text: String) throws {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      let found = try #require(read([Array(bytes[..<cut]), Array(bytes[cut...])]), "\(cut)")
      #expect(found.status == 200)
      #expect(found.tag == "\"a\"")
      #expect(found.body == Array("hello".utf8))
    }
    #expect(read(bytes.map { [$0] })?.body == Array("hello".utf8))
  }

  @Test("never end the process, whatever is wrong with them", arguments: answers, [1, 2, 3])
  func damage(_ text: String, _ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<2000 {
      var bytes = Array(text.utf8)
      for _ in 0..<random.integer(1, 4) {
        let place = random.integer(0, bytes.count - 1)
        switch random.integer(0, 2) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
        }
      }
      let cut = random.integer(0, bytes.count - 1)
      let found = read([Array(bytes[..<cut]), Array(bytes[cut...])])
      #expect((found?.body.count ?? 0) <= bytes.count)
    }
  }

  @Test("with endless heads or lines are refused in time")
  func endless() {
    let line = Array("X: y\r\n".utf8)
    #expect(
      read([Array("HTTP/1.1 200 OK\r\n".utf8)] + Array(repeating: line, count: 20_000)) == nil)
    let chunked = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
    #expect(read([chunked] + Array(repeating: Array("1;".utf8), count: 20_000)) == nil)
  }
}
