import SwiftletImage
import SwiftletTestSupport
import Testing

@Suite("Pictures of files")
struct FilePictureTests {
  /// A raw pixmap of random colours.
  static func pixmap(width: Int, height: Int) -> [UInt8] {
    var random = SplitMix64(seed: 3)
    return Array("P6 \(width) \(height) 255\n".utf8) + random.bytes(3 * width * height)
  }

  @Test(
    "Sampling follows the orientation as if all pixels had been turned",
    arguments: ImageOrientation.allCases)
  func orientations(_ orientation: ImageOrientation) throws {
    let bytes = Self.pixmap(width: 19, height: 12)
    var stored = try StoredImage(decoding: bytes)
    stored.orientation = orientation
    let picture = FilePicture(stored)
    let turned = try Image(decoding: bytes).upright(from: orientation)
    #expect(picture.width == turned.width && picture.height == turned.height)
    #expect(try picture.image() == turned)
    for (rotation, isMirrored) in [(0, false), (90, false), (-180, true)] {
      let framing = Framing(
        region: Region(left: 0.1, top: 0.2, right: 0.9, bottom: 1), rotationDegrees: rotation,
        isMirrored: isMirrored)
      var found = [UInt8](repeating: 0, count: 3 * 11 * 17)
      var expected = found
      try picture.sample(into: &found, width: 11, height: 17, framing: framing)
      try turned.sample(into: &expected, width: 11, height: 17, framing: framing)
      #expect(found == expected)
    }
  }

  @Test("Alpha of a file is not seen")
  func alpha() throws {
    guard ImageFormat.png.isReadable else { return }
    let bytes = CodecFixture.named("rgba8.png").bytes
    let stored = try StoredImage(decoding: bytes)
    #expect(stored.hasAlpha)
    let image = try Image(decoding: bytes)
    var found = [UInt8](repeating: 0, count: 3 * 5 * 5)
    var expected = found
    try FilePicture(stored).sample(into: &found, width: 5, height: 5, framing: Framing())
    try image.sample(into: &expected, width: 5, height: 5)
    #expect(found == expected)
  }
}
