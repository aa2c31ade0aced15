import FuzzSupport
import SwiftletLabeling

/// Reads the manifest of an exported model; its files are looked for in an empty folder.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(start, count, limit: 1 << 14) { bytes in
    _ = try ModelManifest(bytes, path: "/nowhere/manifest.json")
  }
}
