import SwiftletTestSupport
import Testing

@Suite struct MatrixSetDiagTests {
  @Test(arguments: RecordedCase.names(of: "MATRIX_SET_DIAG")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
