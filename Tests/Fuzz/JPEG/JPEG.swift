import FuzzSupport

/// JPEG pictures, with their EXIF blocks.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzzImage(start, count, signature: [0xFF, 0xD8, 0xFF])
}
