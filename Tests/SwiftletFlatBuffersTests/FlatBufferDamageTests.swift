import SwiftletFlatBuffers
import SwiftletTestSupport
import Testing

@Suite struct FlatBufferDamageTests {
  /// A change of one byte of the small buffer, and the fault that it makes.
  struct Case: Sendable, CustomTestStringConvertible {
    let what: String
    let changes: [Int: UInt8]
    let offset: Int
    let problem: FlatBufferError.Problem
    var field = ""

    var testDescription: String { what }
  }

  static let cases: [Case] = [
    Case(
      what: "wrong identifier", changes: [4: UInt8(ascii: "B")], offset: 4,
      problem: .wrongIdentifier(expected: "TEST", found: Array("BEST".utf8))),
    Case(
      what: "root outside", changes: [0: 33], offset: 0,
      problem: .outside(target: 33, byteCount: 36)),
    Case(
      what: "root far outside", changes: [0: 0xFC, 1: 0xFF, 2: 0xFF, 3: 0xFF], offset: 0,
      problem: .outside(target: 0xFFFF_FFFC, byteCount: 36)),
    Case(
      what: "root in the header", changes: [0: 2], offset: 0,
      problem: .outside(target: 2, byteCount: 36)),
    Case(
      what: "root misaligned", changes: [0: 18], offset: 18, problem: .misaligned(alignment: 4)),
    Case(
      what: "fields before the start", changes: [16: 20], offset: 16,
      problem: .outside(target: -4, byteCount: 36)),
    Case(
      what: "fields behind the end", changes: [16: 236, 17: 255, 18: 255, 19: 255], offset: 16,
      problem: .outside(target: 36, byteCount: 36)),
    Case(
      what: "fields at an odd byte", changes: [16: 7], offset: 16,
      problem: .misaligned(alignment: 2)),
    Case(
      what: "fewer fields than a header", changes: [8: 2], offset: 8,
      problem: .badFieldTable(byteCount: 2)),
    Case(
      what: "odd size of fields", changes: [8: 7], offset: 8,
      problem: .badFieldTable(byteCount: 7)),
    Case(
      what: "more fields than bytes", changes: [8: 0xFE, 9: 0xFF], offset: 8,
      problem: .badFieldTable(byteCount: 0xFFFE)),
    Case(
      what: "table shorter than a header", changes: [10: 3], offset: 16,
      problem: .badTableSize(byteCount: 3)),
    Case(
      what: "table longer than the buffer", changes: [10: 21], offset: 16,
      problem: .badTableSize(byteCount: 21)),
    Case(
      what: "field behind its table", changes: [14: 9], offset: 14,
      problem: .fieldOutsideTable(position: 9, tableByteCount: 12), field: "text"),
    Case(
      what: "field in the table's header", changes: [14: 3], offset: 14,
      problem: .fieldOutsideTable(position: 3, tableByteCount: 12), field: "text"),
    Case(
      what: "offset of zero", changes: [24: 0], offset: 24, problem: .pointsAtItself, field: "text"),
    Case(
      what: "offset outside", changes: [24: 9], offset: 24,
      problem: .outside(target: 33, byteCount: 36), field: "text"),
    Case(
      what: "offset far outside", changes: [24: 0xFF, 25: 0xFF, 26: 0xFF, 27: 0xFF], offset: 24,
      problem: .outside(target: 24 + 0xFFFF_FFFF, byteCount: 36), field: "text"),
    Case(
      what: "vector misaligned", changes: [24: 5], offset: 29, problem: .misaligned(alignment: 4),
      field: "text"),
    Case(
      what: "text longer than the buffer", changes: [28: 5], offset: 28,
      problem: .vectorTooLong(count: 5, elementByteCount: 1), field: "text"),
    Case(
      what: "text without an end", changes: [34: 65], offset: 28, problem: .unterminatedString,
      field: "text"),
    Case(
      what: "text up to the end", changes: [28: 4], offset: 28, problem: .unterminatedString,
      field: "text"),
  ]

  @Test(arguments: cases)
  func namesTheFault(_ example: Case) {
    var bytes = FlatBufferTableTests.small
    for (offset, value) in example.changes { bytes[offset] = value }
    let expected = FlatBufferError(
      table: "Root", field: example.field, offset: example.offset, problem: example.problem)
    #expect(throws: expected) {
      try withRoot(of: bytes) { table throws(FlatBufferError) in
        _ = try table.integer(0, "number", as: .int32)
        _ = try table.string(1, "text")
      }
    }
    #expect(expected.description.contains("table Root"))
    #expect(expected.description.contains("byte \(example.offset)"))
  }

  @Test(arguments: 0..<8)
  func shortBuffersAreRefused(_ count: Int) {
    let expected = FlatBufferError(
      table: "Root", offset: 0, problem: .tooShort(byteCount: count))
    #expect(throws: expected) {
      try withRoot(of: Array(FlatBufferTableTests.small.prefix(count))) { _ in }
    }
  }

  @Test func vectorsOfWideElementsMustFit() {
    let bytes = FlatBufferBuilder.build(FlatTable([0: .int64s([1, 2])]), identifier: "TEST")
    var damaged = bytes
    damaged[bytes.count - 20] = 3
    #expect(throws: FlatBufferError.self) {
      try withRoot(of: damaged) { table throws(FlatBufferError) in
        _ = try table.integers(0, "x", as: .int64)
      }
    }
  }

  @Test func nestingIsLimited() throws {
    var table = FlatTable()
    for _ in 0..<5 { table = FlatTable([0: .table(table)]) }
    let bytes = FlatBufferBuilder.build(table, identifier: "TEST")
    #expect(try depth(of: bytes, .init(depth: 6)) == 6)
    #expect(throws: FlatBufferError.self) {
      _ = try depth(of: bytes, .init(depth: 5))
    }
  }

  @Test func tablesAreLimited() throws {
    let bytes = FlatBufferBuilder.build(
      FlatTable([0: .tables([FlatTable](repeating: FlatTable(), count: 10))]), identifier: "TEST")
    func visit(_ limit: Int) throws(FlatBufferError) {
      try withRoot(of: bytes, limits: .init(tables: limit)) { table throws(FlatBufferError) in
        guard let tables = try table.tables(0, "x", name: "Leaf") else { return }
        for index in 0..<tables.count { _ = try tables.table(at: index) }
      }
    }
    try visit(11)
    #expect(throws: FlatBufferError.self) { try visit(10) }
  }

  /// Vectors can be shared, so that what is copied is not bounded by the size of the buffer.
  @Test func copiedBytesAreLimited() throws {
    let bytes = FlatBufferBuilder.build(
      FlatTable([0: .int32s([1, 2, 3]), 1: .string("four")]), identifier: "TEST")
    func copy(_ limit: Int) throws(FlatBufferError) {
      try withRoot(of: bytes, limits: .init(copiedBytes: limit)) { table throws(FlatBufferError) in
        for _ in 0..<3 {
          _ = try table.integers(0, "x", as: .int32)
          _ = try table.string(1, "y")
        }
      }
    }
    try copy(84)
    #expect(throws: FlatBufferError.self) { try copy(83) }
  }

  /// The number of tables on the path along field 0.
  private func depth(
    of bytes: [UInt8], _ limits: FlatBufferLimits
  ) throws(FlatBufferError) -> Int {
    try withRoot(of: bytes, limits: limits) { table throws(FlatBufferError) in
      try Self.depth(below: table)
    }
  }

  private static func depth(below table: borrowing FlatBufferTable) throws(FlatBufferError) -> Int {
    guard let child = try table.table(0, "child", name: "Node") else { return 1 }
    return try 1 + depth(below: child)
  }
}

/// Whatever happens to the bytes, reading them ends, in values or in an error.
@Suite struct FlatBufferRobustnessTests {
  private static let bytes = FlatBufferBuilder.build(
    FlatTable([
      0: .string("name"), 1: .int32s([1, -1, 3]), 2: .strings(["a", "bc"]),
      3: .tables([FlatTable([0: .int8(1)]), FlatTable([1: .int64(2)])]), 4: .float(0.5),
      5: .table(FlatTable([0: .int64s([5])])), 6: .bytes([1, 2, 3], alignment: 16),
    ]), identifier: "TEST")

  /// Whether everything can be read.
  private func isReadable(_ bytes: [UInt8]) -> Bool {
    do {
      try withRoot(of: bytes) { table throws(FlatBufferError) in
        _ = try table.string(0, "a")
        _ = try table.integers(1, "b", as: .int32)
        _ = try table.strings(2, "c")
        if let tables = try table.tables(3, "d", name: "Leaf") {
          for index in 0..<tables.count {
            let leaf = try tables.table(at: index)
            _ = try leaf.integer(0, "x", as: .int8)
            _ = try leaf.integer(1, "y", as: .int64)
          }
        }
        _ = try table.float(4, "e")
        if let child = try table.table(5, "f", name: "Leaf") {
          _ = try child.integers(0, "z", as: .int64)
        }
        _ = try table.bytes(6, "g")
      }
      return true
    } catch { return false }
  }

  @Test func truncations() {
    #expect(isReadable(Self.bytes))
    for count in 0..<Self.bytes.count {
      // The last bytes are three of a vector, so that nothing can be cut.
      #expect(!isReadable(Array(Self.bytes.prefix(count))), "\(count) bytes")
    }
  }

  @Test func flippedBits() {
    var refused = 0
    for index in Self.bytes.indices {
      for bit in 0..<8 {
        var bytes = Self.bytes
        bytes[index] ^= 1 << bit
        if !isReadable(bytes) { refused += 1 }
      }
    }
    // Most bits belong to offsets and counts; those of values may change without harm.
    #expect(refused > Self.bytes.count * 2)
  }

  @Test func randomBytes() {
    var generator = SplitMix64(seed: 7)
    for _ in 0..<2_000 {
      let length = generator.integer(0, 96)
      var bytes = [UInt8]([16, 0, 0, 0]) + Array("TEST".utf8) + generator.bytes(length)
      // Small numbers make offsets that lead somewhere.
      for index in 8..<bytes.count where generator.integer(0, 3) > 0 { bytes[index] &= 15 }
      _ = isReadable(bytes)
    }
  }
}
