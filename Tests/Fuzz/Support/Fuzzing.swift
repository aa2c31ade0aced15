/// What a fuzz target does with one input.
///
/// The reader under test must give a result or an error; whatever else happens ends the process and
/// is a finding. An error must describe itself, as its text is built from the same bytes.
///
/// - Parameters:
///   - start: libFuzzer's bytes, nil where there are none.
///   - count: How many there are.
///   - limit: Longer inputs are passed over.
///   - body: Reads the bytes.
/// - Returns: What libFuzzer expects: 0, or −1 for an input that is not to be kept.
public func fuzz(
  _ start: UnsafePointer<UInt8>?, _ count: Int, limit: Int = 1 << 20,
  _ body: (_ bytes: [UInt8]) throws -> Void
) -> CInt {
  guard count <= limit else { return -1 }
  // A copy of exactly this size lets AddressSanitizer see the byte after the end.
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  do {
    try body(bytes)
  } catch {
    precondition(!"\(error)".isEmpty, "an error without words")
  }
  return 0
}
