import FuzzSupport
import SwiftletVision

/// Splits a label file into lines, and sees that nothing is lost.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(start, count, limit: 1 << 16) { bytes in
    let lines = try LabelMap.lines(
      of: String(decoding: bytes, as: UTF8.self), limit: 1 << 10)
    let ends = bytes.count { $0 == 0x0A || $0 == 0x0D }
    precondition(lines.count <= ends + 1, "more lines than line ends")
    precondition(lines.allSatisfy { !$0.utf8.contains(0x0A) && !$0.utf8.contains(0x0D) })
  }
}
