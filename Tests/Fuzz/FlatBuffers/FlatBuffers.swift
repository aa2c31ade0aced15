import FuzzSupport
import SwiftletFlatBuffers

/// Visits a buffer as tables of tables: what a field is, follows from the bytes themselves.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(start, count) { bytes in
    let limits = FlatBufferLimits(depth: 8, tables: 400, copiedBytes: 1 << 16)
    let root = try FlatBufferTable(
      rootOf: bytes.span.bytes, name: "Root", identifier: nil, limits: limits)
    visit(root)
  }
}

/// Reads the first fields in every way that there is.
private func visit(_ table: borrowing FlatBufferTable) {
  for id in 0..<12 {
    for stored in [StoredInteger.int8, .uint16, .int32, .uint64] {
      _ = try? table.integer(id, "scalar", as: stored)
      _ = try? table.integers(id, "vector", as: stored)
    }
    _ = try? table.bool(id, "bool")
    _ = try? table.float(id, "float")
    _ = try? table.floats(id, "floats")
    _ = try? table.bools(id, "bools")
    _ = try? table.string(id, "string")
    _ = try? table.strings(id, "strings")
    _ = try? table.bytes(id, "bytes")
    visitTable(id, of: table)
    visitTables(id, of: table)
  }
}

private func visitTable(_ id: Int, of owner: borrowing FlatBufferTable) {
  do {
    if let table = try owner.table(id, "table", name: "Table") { visit(table) }
  } catch { _ = "\(error)" }
}

private func visitTables(_ id: Int, of owner: borrowing FlatBufferTable) {
  do {
    guard let tables = try owner.tables(id, "tables", name: "Tables") else { return }
    for index in 0..<min(tables.count, 8) { visit(try tables.table(at: index)) }
  } catch { _ = "\(error)" }
}
