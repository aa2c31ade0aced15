import SwiftletImage
import SwiftletMeasurement
import Testing

/// Pictures of a few pixels whose compressed chunks hold half a gigabyte of zeros.
@Suite(.enabled(if: ImageFormat.png.isReadable)) struct PNGBombTests {
  private static let inflatedBytes = 512 << 20

  /// A zlib stream that repeats its first zero in groups of 258 (RFC 1951, 3.2.6: fixed codes).
  private static let zeros: [UInt8] = {
    // The last block, with fixed codes; the literal 0.
    let head: [UInt8] = [1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0]
    // Eight times length code 285 and distance code 0, which are 13 bytes.
    let group: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]
    let groups = (0..<8).flatMap { _ in group }
    func bytes(_ bits: [UInt8]) -> [UInt8] {
      stride(from: 0, to: bits.count, by: 8).map { first in
        bits[first..<first + 8].enumerated().reduce(0) { $0 | $1.element << UInt8($1.offset) }
      }
    }
    var result: [UInt8] = [0x78, 1] + bytes(head + groups[..<5])
    let period = bytes(Array(groups[5...] + groups[..<5]))
    let repetitions = inflatedBytes / (8 * 258)
    for _ in 0..<repetitions { result += period }
    // The rest of a group, the end of the block, and the Adler-32 of so many zeros (RFC 1950, 2.2).
    result += bytes(Array(group[5...]) + [0, 0, 0, 0, 0, 0, 0, 0])
    let sum = (1 + 258 * (8 * repetitions + 1)) % 65521
    return result + [UInt8(sum >> 8), UInt8(sum & 255), 0, 1]
  }()

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
    var checksum = CRC32()
    checksum.update(Array(type.utf8) + content)
    return word(content.count) + Array(type.utf8) + content + word(Int(checksum.value))
  }

  /// A black picture of 3 by 2 grey pixels.
  private static func picture(before data: [UInt8], _ pixels: some Sequence<UInt8>) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", [0, 0, 0, 3, 0, 0, 0, 2, 8, 0, 0, 0, 0]) + data + chunk("IDAT", Array(pixels))
      + chunk("IEND", [])
  }

  /// 2 rows of a filter and 3 pixels, stored; with their Adler-32.
  private static let stored: [UInt8] =
    [0x78, 1, 1, 8, 0, 0xF7, 0xFF] + [0, 7, 7, 7, 0, 7, 7, 7] + [0, 176, 0, 43]

  @Test("What a profile or a text inflates to is never made", arguments: ["iCCP", "zTXt", "iTXt"])
  func ancillaryChunks(_ type: String) throws {
    let head = Array("name".utf8) + (type == "iTXt" ? [0, 1, 0, 0, 0] : [0, 0])
    let file = Self.picture(before: Self.chunk(type, head + Self.zeros), Self.stored)
    #expect(try Image(decoding: file).rgb == [UInt8](repeating: 7, count: 18))
  }

  @Test("Data that goes on behind the last row is never held")
  func pictureData() throws {
    let file = Self.picture(before: [], Self.zeros)
    #expect(try Image(decoding: file).rgb == [UInt8](repeating: 0, count: 18))
    let cut = Self.picture(before: [], Self.zeros.dropLast(5))
    let error = #expect(throws: ImageError.self) { try Image(decoding: cut) }
    #expect(error?.description == "The PNG image is damaged: Not enough image data.")
  }
}
