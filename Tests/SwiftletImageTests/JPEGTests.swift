import SwiftletImage
import Testing

@Suite("JPEG: orientation, inks and damage", .enabled(if: ImageFormat.jpeg.isReadable))
struct JPEGTests {
  /// The base image with an EXIF segment behind the start-of-image marker.
  static func tagged(_ tiff: [UInt8]) -> [UInt8] {
    let base = CodecFixture.named("rgb444.jpg").bytes
    let length = tiff.count + 8
    let segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + Array("Exif\0\0".utf8)
    return base.prefix(2) + segment + tiff + base.dropFirst(2)
  }

  /// A TIFF block with a filler entry before the orientation.
  static func tiff(_ value: UInt8, little: Bool, type: UInt8 = 3) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return little ? bytes : bytes.reversed()
    }
    let field = number(Int(value), type == 4 ? 4 : 2)
    return (little ? Array("II".utf8) : Array("MM".utf8)) + number(42, 2) + number(8, 4)
      + number(2, 2)
      + number(0x010F, 2) + number(2, 2) + number(1, 4) + [0, 0, 0, 0]
      + number(0x0112, 2) + number(Int(type), 2) + number(1, 4) + field
      + [UInt8](repeating: 0, count: 4 - field.count) + number(0, 4)
  }

  /// The definition in EXIF: which side of the display the stored first row and column are on.
  ///
  /// A pixel (x, y) of the display comes from column `column` and row `row` of the store.
  static func stored(_ value: Int, x: Int, y: Int, width: Int, height: Int) -> (Int, Int) {
    // Distances from each side of the display.
    let (fromLeft, fromTop, fromRight, fromBottom) = (x, y, width - 1 - x, height - 1 - y)
    switch value {
    case 2: return (fromRight, fromTop)  // row 0 at the top, column 0 at the right
    case 3: return (fromRight, fromBottom)
    case 4: return (fromLeft, fromBottom)
    case 5: return (fromTop, fromLeft)  // row 0 at the left, column 0 at the top
    case 6: return (fromTop, fromRight)
    case 7: return (fromBottom, fromRight)
    case 8: return (fromBottom, fromLeft)
    default: return (fromLeft, fromTop)
    }
  }

  @Test("EXIF orientation is applied", arguments: 1...8, [true, false])
  func orientation(_ value: Int, _ little: Bool) throws {
    let base = try Image(decoding: CodecFixture.named("rgb444.jpg").bytes)
    for type in [3, 4] as [UInt8] {
      let image = try Image(
        decoding: Self.tagged(Self.tiff(UInt8(value), little: little, type: type)))
      #expect(image.width == (value < 5 ? base.width : base.height))
      #expect(image.height == (value < 5 ? base.height : base.width))
      for y in 0..<image.height {
        for x in 0..<image.width {
          let (column, row) = Self.stored(
            value, x: x, y: y, width: image.width, height: image.height)
          let (at, from) = (3 * (y * image.width + x), 3 * (row * base.width + column))
          #expect(image.rgb[at..<at + 3] == base.rgb[from..<from + 3])
        }
      }
    }
  }

  @Test(
    "Nonsense in EXIF leaves the image as stored",
    arguments: [
      [], [0x49], Array("II".utf8), Array("II*\0".utf8) + [255, 255, 255, 127],
      Array("II*\0".utf8) + [8, 0, 0, 0, 255, 255], Array("MM\0*".utf8) + [0, 0, 0, 3, 0, 0],
      Array("XX*\0".utf8) + [8, 0, 0, 0, 1, 0],
      JPEGTests.tiff(0, little: true), JPEGTests.tiff(9, little: false),
      JPEGTests.tiff(6, little: true, type: 2),
      Array(JPEGTests.tiff(6, little: true).dropLast(14)),
    ] as [[UInt8]])
  func nonsense(_ tiff: [UInt8]) throws {
    let base = CodecFixture.named("rgb444.jpg")
    #expect(try Image(decoding: Self.tagged(tiff)).rgb == base.rgb)
  }

  @Test("Only the first EXIF segment counts")
  func firstSegment() throws {
    let twice = Self.tagged(Self.tiff(3, little: true))
    let other = Self.tagged(Self.tiff(1, little: true))
    let segment = other[2..<other.count - CodecFixture.named("rgb444.jpg").bytes.count + 2]
    let image = try Image(decoding: Array(twice.prefix(2) + segment + twice[2...]))
    #expect(image.rgb == CodecFixture.named("rgb444.jpg").rgb)
  }

  @Test("Without Adobe's segment the inks are not inverted")
  func plainInks() throws {
    let fixture = CodecFixture.named("cmyk.jpg")
    let name = try #require(fixture.bytes.firstRange(of: Array("Adobe".utf8)))
    var bytes = fixture.bytes
    bytes.removeSubrange(name.lowerBound - 4..<name.lowerBound + 12)
    let plain = try Image(decoding: bytes)
    #expect(plain.rgb != fixture.rgb)
    let inks: [UInt8] = [0, 100, 255, 0, 10, 20, 30, 255, 64, 0, 128, 51]
    #expect(
      JPEG.converted(inks: inks, inverted: false) == [255, 155, 0, 0, 0, 0, 153, 204, 102])
    #expect(
      JPEG.converted(inks: inks.map { 255 - $0 }, inverted: true)
        == JPEG.converted(inks: inks, inverted: false))
  }

  @Test("Stray bytes before a marker are tolerated")
  func strayBytes() throws {
    let fixture = CodecFixture.named("rgb444.jpg")
    let scan = fixture.bytes.prefix(fixture.bytes.count - 2)
    let bytes = Array(scan) + [0x00, 0x17, 0x2A, 0xFF, 0xD9]
    #expect(try Image(decoding: bytes).rgb == fixture.rgb)
  }

  @Test("Hundreds of scans over a large image are refused before they are decoded")
  func scans() throws {
    let fixture = CodecFixture.named("progressive.jpg")
    let scan = try #require(fixture.bytes.firstRange(of: [0xFF, 0xDA] as [UInt8]))
    let frame = try #require(fixture.bytes.firstRange(of: [0xFF, 0xC2] as [UInt8]))
    var bytes = fixture.bytes
    // Height and width follow the marker, the segment's length and the precision.
    bytes.replaceSubrange(frame.upperBound + 3..<frame.upperBound + 7, with: [39, 16, 39, 16])
    let head = bytes[scan.lowerBound..<scan.lowerBound + 14]
    for _ in 0..<40 { bytes.insert(contentsOf: head, at: scan.lowerBound) }
    let error = #expect(throws: ImageError.self) { try Image(decoding: bytes) }
    #expect(error?.description.contains("scans of 10000 x 10000 pixels") == true)
  }

  @Test("A missing piece inside the scan is refused")
  func hole() {
    let bytes = CodecFixture.named("restart.jpg").bytes
    let cut = bytes.prefix(bytes.count - 60) + bytes.suffix(2)
    #expect(throws: ImageError.self) { try Image(decoding: Array(cut)) }
  }
}
