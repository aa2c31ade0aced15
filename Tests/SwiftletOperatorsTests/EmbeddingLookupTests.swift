import SwiftletTestSupport
import Testing

@Suite struct EmbeddingLookupTests {
  @Test(arguments: RecordedCase.names(of: "EMBEDDING_LOOKUP")) func recorded(_ name: String) throws
  {
    try RecordedCase.check(name)
  }
}
