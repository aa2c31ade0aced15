import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct SpaceToBatchNDTests {
  @Test(arguments: RecordedCase.names(of: "SPACE_TO_BATCH_ND")) func recorded(_ name: String) throws
  {
    try RecordedCase.check(name)
  }

  @Test(
    arguments: [
      ([2, 4, 6, 3], [2, 3], [0, 0, 0, 0]), ([1, 3, 4, 2], [2, 2], [1, 0, 0, 2]),
      ([2, 5, 2], [3], [0, 1]), ([1, 1, 1, 1], [1, 1], [2, 2, 1, 0]),
    ] as [([Int], [Int], [Int])])
  func blocks(shape: [Int], block: [Int], edges: [Int]) throws {
    var output = shape
    for axis in block.indices {
      output[axis + 1] = (shape[axis + 1] + edges[2 * axis] + edges[2 * axis + 1]) / block[axis]
      output[0] *= block[axis]
    }
    try MovementCase.check(
      .spaceToBatchND, nil, Shape(shape), to: Shape(output),
      inputs: { [$0, .integers(block), .integers(edges, [block.count, 2])] }
    ) { index in
      var source = index
      var place = index[0] / shape[0]
      source[0] = index[0] % shape[0]
      for axis in block.indices.reversed() {
        let inside = place % block[axis]
        place /= block[axis]
        source[axis + 1] = index[axis + 1] * block[axis] + inside - edges[2 * axis]
        if !(0..<shape[axis + 1]).contains(source[axis + 1]) { return nil }
      }
      return source
    }
  }

  /// Outside of a quantised image lies its zero point.
  @Test func zeroPoint() throws {
    let quantization = Quantization(scale: 1, zeroPoint: -7)
    let test = OperatorCase(
      .spaceToBatchND, nil,
      [
        Operand([Int8]([1, 2, 3]), [1, 3, 1], quantization), .integers([2]),
        .integers([1, 0], [1, 2]),
      ], [.output(.int8, quantization)])
    #expect(try test.values(Int8.self) == [-7, 2, 1, 3])
  }

  @Test func refusals() {
    func failure(_ shape: Shape, _ block: [Int], _ edges: [Int]) -> String? {
      let data = [Int8](repeating: 0, count: shape.elementCount)
      return OperatorCase(
        .spaceToBatchND, nil,
        [Operand(data, shape), .integers(block), .integers(edges, [block.count, 2])],
        [.output(.int8)]
      ).failure()
    }
    #expect(failure([1, 3, 1], [2], [0, 0]) == "cannot divide axis 1 of 1×3×1 into blocks of 2")
    #expect(
      failure([1, 3, 1], [0], [0, 0]) == "has blocks of [0] and paddings or crops of [0, 0]")
    #expect(
      failure([1, 3, 1], [1], [-1, 0]) == "has blocks of [1] and paddings or crops of [-1, 0]")
    #expect(
      failure([1, 3, 1], [1, 1], [0, 0, 0, 0])
        == "needs 1 block sizes and 1 pairs of paddings or crops")
    #expect(failure([3, 1], [1], [0, 0]) == "needs a 3- or 4-dimensional input, found 3×1")
  }
}
