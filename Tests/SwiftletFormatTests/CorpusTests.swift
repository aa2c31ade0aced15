import SwiftletFormat
import SwiftletTestSupport
import Testing

@Suite struct CorpusTests {
  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.advice)"), arguments: Corpus.models)
  func loads(_ file: String) throws {
    let model = try Model(contentsOf: Corpus.model(file))
    #expect(!model.subgraphs.isEmpty)
  }
}
