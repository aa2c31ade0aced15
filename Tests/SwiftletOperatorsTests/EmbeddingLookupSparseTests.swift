import SwiftletTestSupport
import Testing

@Suite struct EmbeddingLookupSparseTests {
  @Test(arguments: RecordedCase.names(of: "EMBEDDING_LOOKUP_SPARSE")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }
}
