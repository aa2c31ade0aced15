import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct SkipGramTests {
  @Test(arguments: RecordedCase.names(of: "SKIP_GRAM")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  /// A session without subgraphs.
  private final class Host: OperatorHost {
    let resources = Resources()
    let iterationLimit = 0
    let resultByteLimit: Int

    init(resultByteLimit: Int) { self.resultByteLimit = resultByteLimit }

    func restart(_ subgraph: Int) {}

    func call(
      subgraph: Int, with inputs: [TensorValue]
    ) throws(OperatorError) -> [TensorValue] { throw .invalid("calls a subgraph") }
  }

  private func grams(
    _ text: String, size: Int, skip: Int, byteLimit: Int = 1 << 20
  ) throws -> [[UInt8]]? {
    var options = SkipGramOptions()
    options.ngramSize = size
    options.maxSkipSize = skip
    let info = TensorInfo(name: "x", type: .string, shape: [1])
    let type = try #require(Registry.interpretedType(for: .skipGram))
    let value = try type.init(
      reading: NodeReader(
        node: Node(code: .skipGram, options: options), inputs: [info], outputs: [info]))
    let input = TensorValue(strings: [Array(text.utf8)], shape: [1])
    return try value.run([input], in: Host(resultByteLimit: byteLimit))[0].strings
  }

  /// As many words as a group needs make one group, however many beginnings there are.
  @Test(.timeLimit(.minutes(1))) func doesNotTryWhatCannotEnd() throws {
    let words = (0..<64).map { "w\($0)" }.joined(separator: " ")
    #expect(try grams(words, size: 64, skip: 64) == [Array(words.utf8)])
    #expect(try grams(words, size: 63, skip: 64)?.count == 64)
  }

  @Test func stopsAtTheLimit() throws {
    let words = String(repeating: "a ", count: 1000)
    #expect(throws: OperatorError.self) { try grams(words, size: 8, skip: 1000) }
  }
}
