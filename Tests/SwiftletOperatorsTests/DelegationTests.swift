import SwiftletTestSupport
import Testing

/// Nodes that LiteRT gives to XNNPACK or keeps by the shapes that the file states, whatever the
/// shapes are when the model runs.
@Suite struct DelegationTests {
  @Test(arguments: RecordedCase.names(of: "delegation")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
