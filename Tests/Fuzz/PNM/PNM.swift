import FuzzSupport

/// PPM, PGM and PBM pictures.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzzImage(start, count, signature: [0x50])
}
