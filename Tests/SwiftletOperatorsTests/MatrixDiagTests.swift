import SwiftletTestSupport
import Testing

@Suite struct MatrixDiagTests {
  @Test(arguments: RecordedCase.names(of: "MATRIX_DIAG")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
