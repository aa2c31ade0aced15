import FuzzSupport

/// BMP pictures.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzzImage(start, count, signature: [0x42, 0x4D])
}
