import SwiftletFlatBuffers
import SwiftletTestSupport
import Testing

/// Calls a body with the root table of a buffer.
func withRoot<Result>(
  of bytes: [UInt8], limits: FlatBufferLimits = .init(),
  _ body: (borrowing FlatBufferTable) throws(FlatBufferError) -> Result
) throws(FlatBufferError) -> Result {
  let table = try FlatBufferTable(
    rootOf: bytes.span.bytes, name: "Root", identifier: "TEST", limits: limits)
  return try body(table)
}

@Suite struct FlatBufferTableTests {
  @Test func readsScalarsOfAllWidths() throws {
    let bytes = FlatBufferBuilder.build(
      FlatTable([
        0: .bool(true), 1: .int8(-5), 2: .uint8(250), 3: .int16(-300), 4: .uint16(60_000),
        5: .int32(-70_000), 6: .uint32(4_000_000_000), 7: .int64(-5_000_000_000),
        8: .uint64(.max), 9: .float(-0.25),
      ]), identifier: "TEST")
    try withRoot(of: bytes) { table throws(FlatBufferError) in
      #expect(try table.bool(0, "a", default: false))
      #expect(try table.integer(1, "b", as: .int8) == -5)
      #expect(try table.integer(2, "c", as: .uint8) == 250)
      #expect(try table.integer(3, "d", as: .int16) == -300)
      #expect(try table.integer(4, "e", as: .uint16) == 60_000)
      #expect(try table.integer(5, "f", as: .int32) == -70_000)
      #expect(try table.integer(6, "g", as: .uint32) == 4_000_000_000)
      #expect(try table.integer(7, "h", as: .int64) == -5_000_000_000)
      // What no size or index can be is clamped.
      #expect(try table.integer(8, "i", as: .uint64) == .max)
      #expect(try table.float(9, "j") == -0.25)
      #expect(try table.has(9, "j"))
    }
  }

  @Test func absentFieldsHaveTheCallersDefault() throws {
    let bytes = FlatBufferBuilder.build(FlatTable([1: .int8(3)]), identifier: "TEST")
    // Field 0 has an entry of zero; field 7 is beyond the list of fields.
    try withRoot(of: bytes) { table throws(FlatBufferError) in
      for id in [0, 7] {
        #expect(try table.integer(id, "x", as: .int32, default: 42) == 42)
        #expect(try table.bool(id, "x", default: true))
        #expect(try table.float(id, "x", default: 1.5) == 1.5)
        #expect(try table.string(id, "x") == nil)
        #expect(try table.bytes(id, "x") == nil)
        #expect(try table.integers(id, "x", as: .int32).isEmpty)
        #expect(try table.strings(id, "x").isEmpty)
        #expect(try !table.has(id, "x"))
        guard try table.table(id, "x", name: "X") == nil,
          try table.tables(id, "x", name: "X") == nil
        else {
          Issue.record("Field \(id) is absent but has a table.")
          return
        }
      }
    }
  }

  @Test func readsVectorsTextsAndTables() throws {
    let leaf = FlatTable([0: .int32(11)])
    let bytes = FlatBufferBuilder.build(
      FlatTable([
        0: .string("Grüße"), 1: .strings(["", "b"]), 2: .bytes([1, 2, 3], alignment: 16),
        3: .int64s([-1, .max]), 4: .floats([0.5, -2]), 5: .bools([true, false]),
        6: .table(leaf), 7: .tables([leaf, FlatTable([0: .int32(12)])]),
        8: .uint16s([65_535]), 9: .int32s([]),
      ]), identifier: "TEST")
    try withRoot(of: bytes) { table throws(FlatBufferError) in
      #expect(try table.string(0, "a") == "Grüße")
      #expect(try table.strings(1, "b") == ["", "b"])
      let range = try table.bytes(2, "c") ?? 0..<0
      #expect(Array(bytes[range]) == [1, 2, 3])
      #expect(range.lowerBound % 16 == 0)
      #expect(try table.integers(3, "d", as: .int64) == [-1, .max])
      #expect(try table.floats(4, "e") == [0.5, -2])
      #expect(try table.bools(5, "f") == [true, false])
      #expect(try table.integers(8, "i", as: .uint16) == [65_535])
      #expect(try table.integers(9, "j", as: .int32).isEmpty)
      guard let child = try table.table(6, "g", name: "Leaf"),
        let children = try table.tables(7, "h", name: "Leaf")
      else {
        Issue.record("A table is missing.")
        return
      }
      #expect(try child.integer(0, "v", as: .int32) == 11)
      #expect(children.count == 2)
      #expect(try children.table(at: 1).integer(0, "v", as: .int32) == 12)
    }
  }

  @Test func illFormedTextIsRepaired() throws {
    var bytes = FlatBufferBuilder.build(FlatTable([0: .string("abc")]), identifier: "TEST")
    let text = try #require(bytes.firstIndex(of: UInt8(ascii: "b")))
    bytes[text] = 0xFF
    let read = try withRoot(of: bytes) { table throws(FlatBufferError) in
      try table.string(0, "name")
    }
    #expect(read == "a\u{FFFD}c")
  }

  /// Root at 16 with its fields at 8, field 0 a number at 20, field 1 the text "hi" at 28.
  static let small: [UInt8] =
    [16, 0, 0, 0] + Array("TEST".utf8) + [8, 0, 12, 0, 4, 0, 8, 0]
    + [8, 0, 0, 0, 7, 0, 0, 0, 4, 0, 0, 0] + [2, 0, 0, 0] + Array("hi\0\0".utf8)

  @Test func readsBytesWrittenByHand() throws {
    try withRoot(of: Self.small) { table throws(FlatBufferError) in
      #expect(try table.integer(0, "number", as: .int32) == 7)
      #expect(try table.string(1, "text") == "hi")
      #expect(table.position == 16)
    }
  }

  @Test func listsOfFieldsMayFollowTheirTables() throws {
    // The same table at 8 with its fields behind it at 28.
    let bytes: [UInt8] =
      [8, 0, 0, 0] + Array("TEST".utf8) + [236, 255, 255, 255, 7, 0, 0, 0, 4, 0, 0, 0]
      + [2, 0, 0, 0] + Array("hi\0\0".utf8) + [8, 0, 12, 0, 4, 0, 8, 0]
    try withRoot(of: bytes) { table throws(FlatBufferError) in
      #expect(try table.integer(0, "number", as: .int32) == 7)
      #expect(try table.string(1, "text") == "hi")
    }
  }
}
