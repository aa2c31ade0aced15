import SwiftletTestSupport
import Testing

@Suite struct SparseToDenseTests {
  @Test(arguments: RecordedCase.names(of: "SPARSE_TO_DENSE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
