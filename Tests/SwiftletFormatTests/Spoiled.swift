import SwiftletFormat
import SwiftletTestSupport
import Testing

/// A sample model with one thing wrong, and the words of the error.
struct Spoiled: Sendable, CustomTestStringConvertible {
  let what: String
  let kind: ModelError.Kind
  let words: String
  let bytes: [UInt8]

  /// Spoils the convolution, or another sample.
  init(
    _ what: String, _ words: String, kind: ModelError.Kind = .invalid,
    of sample: ModelBuilder = SampleModels.convolution(),
    _ spoil: (inout ModelBuilder) -> Void
  ) {
    self.what = what
    self.kind = kind
    self.words = words
    var builder = sample
    spoil(&builder)
    bytes = builder.build()
  }

  var testDescription: String { what }

  /// Expects the error.
  func check() {
    let error = #expect(throws: ModelError.self, "\(what)") { _ = try Model(bytes: bytes) }
    #expect(error?.description == words)
    #expect(error?.kind == kind)
  }
}
