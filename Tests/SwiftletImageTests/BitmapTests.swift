import SwiftletImage
import Testing

@Suite("BMP and PNM: headers that lie, and the plain formats")
struct BitmapTests {
  static func changed(_ name: String, _ changes: [Int: UInt8]) -> [UInt8] {
    var bytes = CodecFixture.named(name).bytes
    for (at, value) in changes { bytes[at] = value }
    return bytes
  }

  @Test(
    "A bitmap header that cannot be true is refused",
    arguments: [
      ("rgb24.bmp", [14: 41], "its header takes 41 bytes"),
      ("rgb24.bmp", [28: 7], "it has 7 bits per pixel"),
      ("rgb24.bmp", [30: 1], "compression 1 with 24 bits per pixel"),
      ("rgb24.bmp", [30: 4], "compression 4 with 24 bits per pixel"),
      ("rgb24.bmp", [10: 20], "its pixels begin at byte 20"),
      ("rgb24.bmp", [13: 0x80], "its pixels begin at byte 2147483702"),
      ("rgb24.bmp", [18: 0], "its size is 0 x 7"),
      ("rgb24.bmp", [21: 0x80], "its size is -2147483639 x 7"),
      ("rgb24.bmp", [25: 0x80], "the image is too large"),
      ("rgb24.bmp", [19: 1], "the file is truncated"),
      ("palette4.bmp", [46: 3], "of a palette of 3"),
    ] as [(String, [Int: UInt8], String)])
  func refusesBitmap(_ name: String, _ changes: [Int: UInt8], _ part: String) {
    let error = #expect(throws: ImageError.self) {
      try Image(decoding: Self.changed(name, changes))
    }
    #expect(
      error?.description.lowercased().contains(part.lowercased()) == true,
      "\(String(describing: error))")
  }

  @Test(
    "Plain and raw files give the same pixels",
    arguments: [
      ("P1\n# two by two\n2 2\n0 1\n1 0\n", [255, 0, 0, 255]),
      ("P1 2 2 0110", [255, 0, 0, 255]),
      ("P4 2 2\n\u{40}\u{0}", [255, 0, 255, 255]),
      ("P2\n2 2 # a comment\n100\n0 50\n100 25\n", [0, 128, 255, 64]),
      ("P2 2 2 255 0 1 2 300", [0, 1, 2, 255]),
      ("P2 2 2 65535 0 257 32896 65535", [0, 1, 128, 255]),
      ("P5 2 2 255\nABCD", [65, 66, 67, 68]),
      ("P5\r\n2 2\r\n15\n\u{0}\u{5}\u{A}\u{F}", [0, 85, 170, 255]),
      ("P5 2 2 257 \u{0}\u{0}\u{0}\u{1}\u{1}\u{0}\u{1}\u{1}", [0, 1, 254, 255]),
    ] as [(String, [UInt8])])
  func decodesGray(_ text: String, _ gray: [UInt8]) throws {
    let image = try Image(decoding: text.unicodeScalars.map { UInt8($0.value) })
    #expect((image.width, image.height) == (2, 2))
    #expect(image.rgb == gray.flatMap { [$0, $0, $0] })
  }

  @Test("Pixmaps keep the order of their channels")
  func decodesColor() throws {
    #expect(
      try Image(decoding: Array("P3 1 2 9 0 9 3 1 2 9".utf8)).rgb == [0, 255, 85, 28, 57, 255])
    #expect(try Image(decoding: Array("P6 1 2 255\nabcdef".utf8)).rgb == Array("abcdef".utf8))
  }

  @Test(
    "A pixmap header that cannot be true is refused",
    arguments: [
      ("P5 0 2 255\n", "its size is 0 x 2"), ("P5 2 2 0\n", "its largest value is 0"),
      ("P5 2 2 65536\n", "its largest value is 65536"), ("P5 2 2 255\nABC", "is truncated"),
      ("P5 99999 99999 255\nABC", "too large"), ("P5 9999999999 1 255\nA", "is incomplete"),
      ("P2 2 2 255 1 2 3", "is truncated"), ("P2 2 2 255 1 2 x 3 4", "byte 15 belongs to no"),
      ("P1 2 2 0 1 2 0", "byte 11 is neither 0 nor 1"), ("P4 9 2\n123", "is truncated"),
      ("P6 2 2 255", "is truncated"), ("P5 # only a comment", "is incomplete"),
    ] as [(String, String)])
  func refusesPixmap(_ text: String, _ part: String) {
    let error = #expect(throws: ImageError.self) { try Image(decoding: Array(text.utf8)) }
    #expect(error?.description.contains(part) == true, "\(String(describing: error))")
  }
}
