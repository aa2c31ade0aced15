import Foundation
import SwiftletImage
import Testing

/// The small images of `Fixtures/images/codecs` and the pixels they must give.
struct CodecFixture: Sendable, CustomTestStringConvertible {
  let name: String
  let width: Int
  let height: Int
  let rgb: [UInt8]
  let bytes: [UInt8]

  var testDescription: String { name }

  /// Those that this build reads.
  static let readable = all.filter { fixture in
    let isBitmap = fixture.name.hasSuffix(".bmp")
    return isBitmap || ImageFormat.jpeg.isReadable && ImageFormat.png.isReadable
  }

  static let all: [CodecFixture] = {
    struct Entry: Decodable {
      let width: Int
      let height: Int
      let rgb: String
    }
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/images/codecs").standardized
    guard
      let data = try? Data(contentsOf: folder.appending(path: "expected.json")),
      let entries = try? JSONDecoder().decode([String: Entry].self, from: data)
    else { return [] }
    return entries.sorted { $0.key < $1.key }.map { name, entry in
      let digits = Array(entry.rgb.utf8)
      let rgb = stride(from: 0, to: digits.count, by: 2).map { at in
        UInt8(String(decoding: digits[at..<at + 2], as: UTF8.self), radix: 16) ?? 0
      }
      let bytes = (try? Data(contentsOf: folder.appending(path: name))).map(Array.init) ?? []
      return CodecFixture(
        name: name, width: entry.width, height: entry.height, rgb: rgb, bytes: bytes)
    }
  }()

  static func named(_ name: String) -> CodecFixture {
    all.first { $0.name == name }
      ?? CodecFixture(name: name, width: 0, height: 0, rgb: [], bytes: [])
  }
}
