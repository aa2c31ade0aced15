import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct StringTensorTests {
  private func load(_ bytes: [UInt8], _ shape: [Int]) throws -> TensorBytes? {
    var b = ModelBuilder()
    let x = b.constant("x", bytes: bytes, .string, shape)
    let model = try b.model(inputs: [], outputs: [x])
    return model.constant(model.subgraphs[0].tensors[x])
  }

  private func words(_ values: UInt32...) -> [UInt8] {
    values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  }

  @Test func wellFormedOnesLoad() throws {
    let bytes = ModelBuilder.stringBytes([Array("alpha".utf8), [], [0xFF]])
    #expect(try load(bytes, [3])?.count == bytes.count)
    #expect(try load(words(0, 8), [0])?.count == 8)
    // More strings than the shape asks for, as other constants may have more bytes.
    #expect(try load(bytes, [2])?.count == bytes.count)
  }

  @Test func malformedOnesAreNamed() {
    let head = "Tensor 0 \"x\" of subgraph 0 "
    let cases: [([UInt8], [Int], String)] = [
      (words(0), [0], "has 4 bytes of strings, fewer than a header takes"),
      (
        words(3, 12) + [0, 0, 0, 0], [3],
        "claims 3 strings, more than its 12 bytes can hold"
      ),
      (words(0xFFFF_FFFF, 12), [1], "claims 4294967295 strings, more than its 8 bytes can hold"),
      (words(1, 12, 12), [2], "holds 1 strings, but its shape 2 asks for 2"),
      (words(1, 8, 12), [1], "has its first string at byte 8 instead of 12"),
      (words(1, 12, 13), [1], "has a string that ends at byte 13, outside 12 to 12"),
      (words(2, 16, 20, 18, 0), [2], "has a string that ends at byte 18, outside 20 to 20"),
    ]
    for (bytes, shape, words) in cases {
      let error = #expect(throws: ModelError.self) { _ = try load(bytes, shape) }
      #expect(error?.description == head + words + "; convert the model again.")
    }
  }
}
