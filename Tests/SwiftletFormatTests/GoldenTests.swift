import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// The golden corpus itself can be read: every input and output has as many bytes as its shape
/// and stride ask for.
@Suite struct GoldenTests {
  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.advice)"), arguments: Golden.names)
  func materialises(_ name: String) throws {
    let golden = try Golden(name)
    #expect(golden.cases.isEmpty == !["ok", "partial"].contains(golden.status))
    // Later cases have the same form; the first shows the layout, the last the carried seeds.
    for index in Set([0, golden.cases.count - 1]) where golden.cases.indices.contains(index) {
      let run = golden.cases[index]
      for input in run.inputs { check(try input.tensor()) }
      for output in run.outputs {
        for engine in GoldenEngine.allCases where run.base == .reference || engine == run.base {
          check(try output.tensor(engine))
        }
      }
    }
  }

  private func check(_ tensor: GoldenTensor) {
    guard tensor.type != .string else {
      #expect(tensor.bytes.count >= 8)
      return
    }
    let elements = (tensor.shape.reduce(1, *) + tensor.stride - 1) / tensor.stride
    #expect(tensor.bytes.count == tensor.type.byteCount(elements: elements))
  }

  @Test func generatorMatchesThePublishedSequence() {
    var generator = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in generator.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
  }
}
