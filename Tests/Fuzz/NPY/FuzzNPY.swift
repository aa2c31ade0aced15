import FuzzSupport

/// Reads an array, and writes and reads it again.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(start, count, limit: 1 << 16) { bytes in
    let array = try NPYArray(file: bytes)
    let copy = try NPYArray(file: array.file)
    precondition(copy == array, "an array that changes when written")
  }
}
