import Foundation
import SwiftletImage
import SwiftletTestSupport
import Testing

@Suite("Decoders give the expected pixels and survive damage")
struct CodecTests {
  @Test("There are fixtures for every format")
  func fixturesExist() {
    #expect(CodecFixture.all.count == 41)
    #expect(CodecFixture.all.allSatisfy { !$0.bytes.isEmpty })
  }

  @Test(
    "Without the codecs, the error names their trait",
    .enabled(if: !ImageFormat.png.isReadable), arguments: ["rgb8.png", "rgb420.jpg"])
  func codecsMissing(_ name: String) {
    let error = #expect(throws: ImageError.self) {
      try Image(decoding: CodecFixture.named(name).bytes)
    }
    #expect(error?.description.contains("trait ImageCodecs") == true)
  }

  @Test("Every fixture gives its pixels", arguments: CodecFixture.readable)
  func decodes(_ fixture: CodecFixture) throws {
    let image = try Image(decoding: fixture.bytes)
    #expect(image.width == fixture.width)
    #expect(image.height == fixture.height)
    #expect(image.rgb == fixture.rgb)
  }

  @Test("Every truncation is refused, or gives the same pixels", arguments: CodecFixture.readable)
  func truncated(_ fixture: CodecFixture) {
    var complete = 0
    for length in 0..<fixture.bytes.count {
      do throws(ImageError) {
        let image = try Image(decoding: Array(fixture.bytes.prefix(length)))
        #expect(image.rgb == fixture.rgb, "\(length) bytes")
        complete += 1
      } catch {
        #expect(error.description.hasSuffix("."))
      }
    }
    // Row padding and the end markers of run lengths may go; nothing else may.
    #expect(complete <= 4)
  }

  @Test("A changed byte is refused or gives some image", arguments: CodecFixture.readable)
  func mutated(_ fixture: CodecFixture) {
    var random = SplitMix64(seed: 0x5EED)
    var refused = 0
    for _ in 0..<400 {
      var bytes = fixture.bytes
      for _ in 0...random.integer(0, 3) {
        bytes[random.integer(0, bytes.count)] = UInt8(random.integer(0, 256))
      }
      do throws(ImageError) {
        let image = try Image(decoding: bytes, maximumPixelCount: 1 << 20)
        #expect(image.rgb.count == 3 * image.width * image.height)
      } catch {
        refused += 1
        #expect(!error.description.isEmpty)
      }
    }
    #expect(refused > 0)
  }

  @Test(
    "What is no image says so in one sentence",
    arguments: [
      ([], "This is not an image in a known format"),
      ([0x42], "This is not an image in a known format"),
      (Array("A text, not a picture.\n".utf8), "This is not an image in a known format"),
      (Array("GIF89a, they say".utf8), "This is a GIF, which is not read"),
      (Array("RIFF????WEBPVP8 ".utf8), "This is a WebP image, which is not read"),
      ([28, 0, 0, 0] + Array("TFL3".utf8), "This is a TensorFlow Lite model, which is not read"),
      ([0xFF, 0xD8, 0xFF], "The JPEG image is damaged: the file is truncated."),
      ([0xFF, 0xD8, 0xFF, 0xD9], "The JPEG image is damaged: it ends before any picture data."),
      (Array("BM".utf8), "The BMP image is damaged: the file is truncated."),
      (Array("P6 ".utf8), "The PNM image is damaged: its header is incomplete."),
    ] as [([UInt8], String)])
  func refuses(_ bytes: [UInt8], _ start: String) {
    let error = #expect(throws: ImageError.self) { try Image(decoding: bytes) }
    #expect(error?.description.hasPrefix(start) == true, "\(String(describing: error))")
  }

  @Test(
    "More pixels than allowed are refused before decoding",
    arguments: CodecFixture.readable)
  func limit(_ fixture: CodecFixture) throws {
    let count = fixture.width * fixture.height
    #expect(try Image(decoding: fixture.bytes, maximumPixelCount: count).rgb == fixture.rgb)
    let expected = ImageError.tooLarge(
      width: fixture.width, height: fixture.height, limit: count - 1)
    #expect(throws: expected) { try Image(decoding: fixture.bytes, maximumPixelCount: count - 1) }
  }

  @Test("Files are named in errors")
  func files() throws {
    #expect(
      throws: ImageError.file(
        path: "/no/such.png", .unreadable(errno: ENOENT, reason: "no such file"))
    ) {
      try Image(contentsOf: "/no/such.png")
    }
    #expect(
      throws: ImageError.file(path: "/", .unreadable(errno: EISDIR, reason: "it is a directory"))
    ) {
      try Image(contentsOf: "/")
    }
    let error = #expect(throws: ImageError.self) { try Image(contentsOf: "/dev/null") }
    #expect(
      error?.description == "/dev/null: The image cannot be read: the file is empty.")
  }
}
