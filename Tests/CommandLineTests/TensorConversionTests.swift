import SwiftletCLI
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct TensorConversionTests {
  @Test func unpacksNarrowIntegers() throws {
    // The specification's own example: bytes 21 0F are 1, 2, −1 in four bits.
    let four = try #require(TensorConversion.array([0x21, 0x0F], type: .int4, shape: [3]))
    #expect(four == NPYArray(type: .int8, shape: [3], bytes: [1, 2, 0xFF]))
    let unsigned = try #require(TensorConversion.array([0x21, 0x0F], type: .uint4, shape: [3]))
    #expect(unsigned == NPYArray(type: .uint8, shape: [3], bytes: [1, 2, 15]))
    let two = try #require(TensorConversion.array([0b11_10_01_00, 0b10], type: .int2, shape: [5]))
    #expect(two == NPYArray(type: .int8, shape: [5], bytes: [0, 1, 0xFE, 0xFF, 0xFE]))
  }

  @Test(arguments: [ElementType.int4, .uint4, .int2])
  func packsWhatItUnpacks(_ type: ElementType) throws {
    for count in [0, 1, 2, 3, 4, 5, 9] {
      let bytes = try #require(SeededValues.bytes(type: type, count: count, seed: 5))
      let array = try #require(TensorConversion.array(bytes, type: type, shape: [count]))
      #expect(TensorConversion.bytes(of: array, as: type) == bytes)
    }
    let tooLarge = NPYArray(type: type == .uint4 ? .uint8 : .int8, shape: [1], bytes: [0x40])
    #expect(TensorConversion.bytes(of: tooLarge, as: type) == nil)
  }

  @Test func widensBFloat16AndRoundsItToEven() throws {
    let array = try #require(TensorConversion.array([0x80, 0x3F], type: .bfloat16, shape: []))
    #expect(array == NPYArray(type: .float32, shape: [], bytes: [0, 0, 0x80, 0x3F]))
    #expect(TensorConversion.bytes(of: array, as: .bfloat16) == [0x80, 0x3F])
    for (bits, rounded) in [
      (0x3F80_7FFF, 0x3F80), (0x3F80_8000, 0x3F80), (0x3F80_8001, 0x3F81), (0x3F81_8000, 0x3F82),
      (0x7F7F_FFFF, 0x7F80), (0x7F80_0000, 0x7F80), (0xFF80_0000, 0xFF80),
    ] as [(UInt32, UInt16)] {
      #expect(TensorConversion.roundedBFloat16(Float(bitPattern: bits)) == rounded)
    }
    // A NaN whose payload would be cut off stays a NaN.
    #expect(TensorConversion.roundedBFloat16(Float(bitPattern: 0x7F80_0001)) == 0x7FC0)
  }

  @Test func refusesBytesOfAnotherCount() {
    #expect(TensorConversion.array([0, 0, 0], type: .float32, shape: [1]) == nil)
    #expect(TensorConversion.array([], type: .variant, shape: [0]) == nil)
  }

  @Test func stringsGoThroughTheirTensor() throws {
    let texts = ["alpha", "", "Grüße", "🐦"]
    let bytes = try #require(StringTensor.bytes(of: texts))
    #expect(bytes == ModelBuilder.stringBytes(texts.map { Array($0.utf8) }))
    #expect(StringTensor.texts(in: bytes) == texts)
    #expect(StringTensor.bytes(of: []) == [0, 0, 0, 0, 8, 0, 0, 0])
    for count in bytes.indices { #expect(StringTensor.texts(in: Array(bytes[..<count])) == nil) }
    for position in 0..<4 * (texts.count + 2) {
      var damaged = bytes
      damaged[position] = 0xFF
      _ = StringTensor.texts(in: damaged)
    }
  }

  @Test func previewsValuesOfEveryType() {
    for (type, bytes, text) in [
      (.int8, [0xFF, 2], "[-1, 2]"), (.uint16, [1, 1, 0, 0], "[257, 0]"),
      (.bool, [0, 1], "[false, true]"),
      (.float32, [0, 0, 0x80, 0x3F, 0, 0, 0, 0xBF], "[1.0, -0.5]"),
    ] as [(ElementType, [UInt8], String)] {
      #expect(NPYArray(type: type, shape: [2], bytes: bytes).preview(2) == text)
    }
    #expect(NPYArray(type: .uint8, shape: [3], bytes: [1, 2, 3]).preview(2) == "[1, 2, …]")
  }
}

@Suite struct SeededValuesTests {
  /// The same generator as the corpus's, in plain steps.
  private func uniform(_ seed: UInt64, _ index: UInt64) -> Double {
    var z = seed
    for _ in 0...index { z = z &+ 0x9E37_79B9_7F4A_7C15 }
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    z = z ^ (z >> 31)
    return Double(z / (1 << 40)) / Double(1 << 24)
  }

  private func values<Element>(_ type: ElementType, _ seed: UInt64, as: Element.Type) -> [Element] {
    let bytes = SeededValues.bytes(type: type, count: 64, seed: seed) ?? []
    return bytes.withUnsafeBytes { buffer in
      (0..<64).map {
        buffer.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Element>.size, as: Element.self)
      }
    }
  }

  @Test(arguments: [0, 7, UInt64.max])
  func followsTheCorpusRule(_ seed: UInt64) {
    let u = (0..<64).map { uniform(seed, $0) }
    #expect(values(.float32, seed, as: Float.self) == u.map { Float(2 * $0 - 1) })
    #expect(values(.float64, seed, as: Double.self) == u.map { 2 * $0 - 1 })
    #expect(values(.float16, seed, as: Float16.self) == u.map { Float16(2 * $0 - 1) })
    #expect(values(.int8, seed, as: Int8.self) == u.map { Int8(Int($0 * 256) - 128) })
    #expect(values(.uint8, seed, as: UInt8.self) == u.map { UInt8($0 * 256) })
    #expect(values(.int16, seed, as: Int16.self) == u.map { Int16(Int($0 * 65536) - 32768) })
    #expect(values(.uint16, seed, as: UInt16.self) == u.map { UInt16($0 * 65536) })
    #expect(values(.int32, seed, as: Int32.self) == u.map { Int32($0 * 10) })
    #expect(values(.uint32, seed, as: UInt32.self) == u.map { UInt32($0 * 10) })
    #expect(values(.int64, seed, as: Int64.self) == u.map { Int64($0 * 10) })
    #expect(values(.uint64, seed, as: UInt64.self) == u.map { UInt64($0 * 10) })
    #expect(values(.bool, seed, as: UInt8.self) == u.map { $0 >= 0.5 ? 1 : 0 })
  }

  @Test func stringsAreEmptyAndSomeTypesHaveNoValues() {
    #expect(
      SeededValues.bytes(type: .string, count: 2, seed: 0) == StringTensor.bytes(of: ["", ""]))
    #expect(SeededValues.bytes(type: .variant, count: 1, seed: 0) == nil)
  }
}
