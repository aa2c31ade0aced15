import SwiftletCLI
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct NPYTests {
  private static let types = ElementType.allCases.filter { NPYArray.descriptor(of: $0) != nil }

  private func file(
    _ header: String, major: UInt8 = 1, elements: [UInt8] = []
  ) -> [UInt8] {
    let count = header.utf8.count
    let length = (0..<(major == 1 ? 2 : 4)).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    return [0x93] + "NUMPY".utf8 + [major, 0] + length + header.utf8 + elements
  }

  private func reason(_ file: [UInt8]) -> String? {
    do throws(NPYError) {
      _ = try NPYArray(file: file)
      return nil
    } catch { return error.reason }
  }

  @Test(arguments: types, [[], [0], [3], [2, 1, 4], [1, 1, 1, 1, 1, 1, 1, 2]])
  func readsWhatItWrites(_ type: ElementType, _ shape: [Int]) throws {
    let count = try #require(type.byteCount(elements: Shape(shape).elementCount))
    var random = SplitMix64(seed: 1)
    let bytes = (0..<count).map { _ in
      UInt8.random(in: type == .bool ? 0...1 : 0...255, using: &random)
    }
    let array = NPYArray(type: type, shape: shape, bytes: bytes)
    #expect(try NPYArray(file: array.file) == array)
    // NumPy aligns the elements so.
    #expect((array.file.count - count) % 64 == 0)
    // The other reader does not know this type.
    guard type != .complex128 else { return }
    let second = try NPY(array.file, name: "written")
    #expect(second.type == type && second.shape == shape && second.bytes == bytes)
  }

  @Test func writesTheHeaderThatNumPyWrites() {
    let array = NPYArray(type: .float16, shape: [2], bytes: [0, 0, 0, 0])
    let header = "{'descr': '<f2', 'fortran_order': False, 'shape': (2,), }"
    let text = header + String(repeating: " ", count: 117 - header.utf8.count) + "\n"
    #expect(array.file == [0x93] + "NUMPY".utf8 + [1, 0, 118, 0] + text.utf8 + [0, 0, 0, 0])
    #expect(NPYArray.descriptor(of: .bool) == "|b1")
    #expect(NPYArray.descriptor(of: .int8) == "|i1")
    #expect(NPYArray.descriptor(of: .bfloat16) == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt8])
  func readsEveryVersionByteOrderAndMemoryOrder(_ major: UInt8) throws {
    let big = try NPYArray(
      file: file(
        #"{"shape":(2,),"fortran_order":False,"descr":">i2"}"#, major: major,
        elements: [1, 2, 3, 4]))
    #expect(big == NPYArray(type: .int16, shape: [2], bytes: [2, 1, 4, 3]))
    let complex = try NPYArray(
      file: file(
        "{'descr': '>c8', 'fortran_order': False, 'shape': (), }", major: major,
        elements: [1, 2, 3, 4, 5, 6, 7, 8]))
    #expect(complex.bytes == [4, 3, 2, 1, 8, 7, 6, 5])
    let fortran = try NPYArray(
      file: file(
        "{'descr': '<u2', 'fortran_order': True, 'shape': (2, 3L), }", major: major,
        elements: [0, 0, 10, 0, 1, 0, 11, 0, 2, 0, 12, 0]))
    #expect(fortran.bytes == [0, 0, 1, 0, 2, 0, 10, 0, 11, 0, 12, 0])
    #expect(
      try NPYArray(file: file("{'descr': '|b1', 'fortran_order': True, 'shape': (0, 2)}")).bytes
        == [])
  }

  @Test func anyTrueByteIsTrue() throws {
    let header = "{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }"
    #expect(try NPYArray(file: file(header, elements: [0, 255, 1])).bytes == [0, 1, 1])
  }

  @Test(arguments: [
    "", "{", "{}", "[]", "{'descr': '<f4', 'fortran_order': False}", "{'descr'}",
    "{'descr': '<f4', 'fortran_order': 1, 'shape': ()}",
    "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}",
    "{'descr': '<U3', 'fortran_order': False, 'shape': ()}",
    "{'descr': '|O', 'fortran_order': False, 'shape': ()}",
    "{'descr': '<f3', 'fortran_order': False, 'shape': ()}",
    "{'descr': '<f-4', 'fortran_order': False, 'shape': ()}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (1,}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': 1}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4)}",
    "{'descr': '<f4', 'fortran_order': True, 'shape': (0, 4611686018427387904, 4)}",
    "{'descr': '<f9223372036854775807', 'fortran_order': False, 'shape': (1,)}",
    "{'descr': '<f-9223372036854775808', 'fortran_order': False, 'shape': (1,)}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807,)}",
    "{'descr': '<f4', 'descr': '<f4', 'shape': ()}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (), 'more': 1}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (\(String(repeating: "1,", count: 65)))}",
  ])
  func refusesHostileHeaders(_ header: String) {
    #expect(reason(file(header, elements: [0, 0, 0, 0])) != nil)
  }

  @Test func neverTrapsOnDamage() {
    let whole = NPYArray(type: .int32, shape: [2, 2], bytes: [UInt8](repeating: 7, count: 16)).file
    for count in whole.indices { #expect(reason(Array(whole[..<count])) != nil) }
    #expect(reason(whole + [0]) != nil)
    var random = SplitMix64(seed: 2)
    for _ in 0..<20_000 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: 0..<128, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = reason(damaged)
    }
  }
}
