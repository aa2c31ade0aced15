import Foundation
import SwiftletLabeling
import SwiftletTestSupport
import Testing

@Suite("Heads of answers")
struct HTTPParserTests {
  static let url = URL(fileURLWithPath: "/")

  static let heads = [
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: \"a\"\r\n\r\n",
    "HTTP/1.0 200\nETag: \"a\"\n\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 \r\netag:\"a\"\t\r\ncontent-length:5\r\n\r\n",
  ]

  /// Reads a head that comes in pieces; nil where it makes no sense or is not complete.
  private func read(_ pieces: [[UInt8]]) -> HTTPHead? {
    var parser = HTTPHeadParser()
    for piece in pieces {
      parser.append(piece)
      do {
        if let head = try parser.head(url: Self.url) { return head }
      } catch {
        return nil
      }
    }
    return nil
  }

  @Test("are the same however they are cut into pieces", arguments: heads)
  func pieces(_ text: String) throws {
    let bytes = Array(text.utf8)
    let cuts = (0...bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
    for pieces in cuts + [bytes.map { [$0] }] {
      let head = try #require(read(pieces))
      #expect(head.status == 200)
      #expect(head["etag"] == "\"a\"")
    }
    #expect(read([Array(bytes.dropLast())]) == nil)
  }

  @Test("never end the process, whatever is wrong with them", arguments: heads, [1, 2, 3])
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
      let head = read([Array(bytes[..<cut]), Array(bytes[cut...])])
      #expect((200..<1000).contains(head?.status ?? 200))
    }
  }

  @Test(
    "that make no sense are refused",
    arguments: [
      "HTTP/2 200\r\n\r\n", "HTTP/1.1 20\r\n\r\n", "HTTP/1.1 101 Switch\r\nUpgrade: x\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
      "HTTP/1.1 200 OK\r\n: x\r\n\r\n", "HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n",
    ])
  func senseless(_ text: String) {
    #expect(read([Array(text.utf8)]) == nil)
  }

  @Test("without an end are refused in time")
  func endless() {
    let line = Array("X: y\r\n".utf8)
    #expect(
      read([Array("HTTP/1.1 200 OK\r\n".utf8)] + Array(repeating: line, count: 20_000)) == nil)
  }

  @Test("of which interim ones come without an end are refused in time")
  func endlessInterim() {
    let interim = ["HTTP/1.1 100 Continue\r\n", "\r\n"].map { Array($0.utf8) }
    let last = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
    #expect(read(repeatElement(interim, count: 2000).flatMap { $0 } + [last])?.status == 200)
    #expect(read(repeatElement(interim, count: 4000).flatMap { $0 } + [last]) == nil)
  }
}
