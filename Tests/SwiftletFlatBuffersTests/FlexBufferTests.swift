import SwiftletFlatBuffers
import SwiftletTestSupport
import Testing

@Suite struct FlexBufferTests {
  /// The options of a detector's post-processing, written by the `flatbuffers` package for Python.
  static let options = bytes(
    """
    6D61785F646574656374696F6E73006E6D735F73636F72655F7468726573686F6C64007573655F726567756C61725F
    6E6D73006E616D65000373736400626967000505431136230006000000000000000100000000000000050000000000
    0000000EFAD5FEFFFFFF0A000000000000003700000000000000000000000000E03F00000000000000000707140F6B
    2D2701
    """)

  /// One value of each type, written likewise.
  static let everything = bytes(
    """
    02C3A9000301020301780002010404140300000001000000D4FEFFFF70110100020001002C01000002000000000080
    3E000000C0020100070809F9070000003E6B00010301010100000000001100000000000000FDFFFFFFC80000000000
    C03F010000006300000063000000600000005C000000520000004C00000047000000490000004A0000004D00000050
    0000004900000002060A0E6A1464282E3136904C181C2224552A01
    """)

  private static func bytes(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  @Test func readsAMap() throws {
    let options = try FlexValue(reading: Self.options.span.bytes)
    #expect(options["max_detections"]?.integer == 10)
    #expect(options["nms_score_threshold"]?.double == 0.5)
    #expect(options["use_regular_nms"]?.bool == false)
    #expect(options["name"]?.text == "ssd")
    #expect(options["big"]?.integer == -5_000_000_000)
    #expect(options["absent"] == nil)
  }

  @Test func readsEveryType() throws {
    let value = try FlexValue(reading: Self.everything.span.bytes)
    #expect(
      value.elements == [
        .null, .int(-3), .uint(200), .float(1.5), .bool(true), .string("é"), .blob([1, 2, 3]),
        .vector([.int(1), .string("x")]), .vector([.int(1), .int(-300), .int(70_000)]),
        .vector([.uint(1), .uint(300)]), .vector([.float(0.25), .float(-2)]),
        .vector([.bool(true), .bool(false)]), .vector([.int(7), .int(8), .int(9)]), .int(-7),
        .uint(7), .float(0.125), .map(["k": .null]),
      ])
  }

  @Test(arguments: [
    ([5, 4, 1], FlexValue.int(5)), ([0, 0, 1, 20, 1], .string("")),
    ([0, 0, 40, 1], .vector([])),
    ([97, 0, 98, 99, 0, 2, 6, 5, 2, 56, 1], .vector([.key("a"), .key("bc")])),
  ])
  func readsSmallRoots(_ bytes: [UInt8], _ value: FlexValue) throws {
    #expect(try FlexValue(reading: bytes.span.bytes) == value)
  }

  @Test(arguments: [
    ([], "no root"), ([4, 1], "no root"), ([5, 4, 3], "no width"), ([5, 4, 8], "no room"),
    // A text whose distance leads before the start, and one that starts there.
    ([0, 0, 9, 20, 1], "leads outside"), ([0, 0, 2, 20, 1], "lies outside"),
    // A vector that is its own element.
    ([1, 0, 40, 1], "nested more than 64 deep"),
    ([9, 0, 1, 20, 1], "9 elements have no room"),
    // A vector of 3 in a buffer of 6 bytes has no room for its types.
    ([3, 0, 1, 40, 1], "no room"), ([97, 1, 16, 1], "no terminating zero"),
    ([1, 1, 36, 1], "a map has no keys"), ([0, 12, 1], "a float of 1 bytes"),
    ([0, 1, 120, 1], "the type 30 is unknown"),
  ])
  func namesTheFault(_ bytes: [UInt8], _ words: String) {
    let error = #expect(throws: FlexBufferError.self) {
      _ = try FlexValue(reading: bytes.span.bytes)
    }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  /// A vector of two references to a vector of two references…: 2ⁿ values in 4n bytes.
  private static func shared(levels: Int) -> [UInt8] {
    var bytes: [UInt8] = [1, 7, 4]
    for level in 0..<levels {
      // Size 2, two distances back to the previous elements, two types.
      let distance = level == 0 ? UInt8(3) : 5
      bytes += [2, distance, distance + 1, 40, 40]
    }
    return bytes + [4, 40, 1]
  }

  @Test func sharedVectorsAreLimited() throws {
    let few = try FlexValue(reading: Self.shared(levels: 3).span.bytes)
    #expect(few.elements?.count == 2)
    for levels in [25, 60] {
      let error = #expect(throws: FlexBufferError.self) {
        _ = try FlexValue(
          reading: Self.shared(levels: levels).span.bytes, limits: .init(values: 10_000))
      }
      #expect(error?.problem == "there are more than 10000 values")
    }
  }

  @Test func nestingIsLimited() {
    let error = #expect(throws: FlexBufferError.self) {
      _ = try FlexValue(reading: Self.shared(levels: 80).span.bytes)
    }
    #expect(error?.problem == "values are nested more than 64 deep")
  }

  @Test func textsAreLimited() {
    #expect(throws: FlexBufferError.self) {
      _ = try FlexValue(reading: Self.everything.span.bytes, limits: .init(bytes: 4))
    }
  }

  @Test func conversions() {
    #expect(FlexValue.float(-2.9).integer == -2)
    #expect(FlexValue.float(.nan).integer == nil)
    #expect(FlexValue.uint(.max).integer == nil)
    #expect(FlexValue.uint(.max).double == 0x1p64)
    #expect(FlexValue.bool(true).integer == 1)
    #expect(FlexValue.int(2).bool == true)
    #expect(FlexValue.string("1").double == nil)
    #expect(FlexValue.null.text == nil)
    #expect(FlexValue.key("k").text == "k")
    #expect(FlexValue.null.elements == nil)
  }

  @Test(arguments: [options, everything])
  func damagedBytesEndInValuesOrErrors(_ good: [UInt8]) {
    var refused = 0
    func read(_ bytes: [UInt8]) {
      do { _ = try FlexValue(reading: bytes.span.bytes) } catch { refused += 1 }
    }
    for count in 0..<good.count { read(Array(good.prefix(count))) }
    for index in good.indices {
      for bit in 0..<8 {
        var bytes = good
        bytes[index] ^= 1 << bit
        read(bytes)
      }
    }
    #expect(refused > good.count)
  }

  @Test func randomBytesEndInValuesOrErrors() {
    var generator = SplitMix64(seed: 11)
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = generator.bytes(generator.integer(3, 48))
      bytes[bytes.count - 1] = [1, 1, 1, 2, 4, 8][generator.integer(0, 6)]
      for index in bytes.indices.dropLast(2) where generator.integer(0, 2) > 0 {
        bytes[index] &= 15
      }
      if (try? FlexValue(reading: bytes.span.bytes)) != nil { accepted += 1 }
    }
    #expect(accepted > 0 && accepted < 20_000)
  }
}
