import FuzzSupport
import SwiftletFlatBuffers

/// Reads a FlexBuffer whole and takes it apart.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(start, count) { bytes in
    let limits = FlexBufferLimits(values: 2000, bytes: 1 << 16)
    visit(try FlexValue(reading: bytes.span.bytes, limits: limits))
  }
}

private func visit(_ value: FlexValue) {
  _ = (value.integer, value.double, value.bool, value.text)
  value.elements?.forEach(visit)
  guard case .map(let entries) = value else { return }
  for (key, entry) in entries {
    _ = value[key]
    visit(entry)
  }
}
