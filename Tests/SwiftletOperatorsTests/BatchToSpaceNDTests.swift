import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct BatchToSpaceNDTests {
  @Test(arguments: RecordedCase.names(of: "BATCH_TO_SPACE_ND")) func recorded(_ name: String) throws
  {
    try RecordedCase.check(name)
  }

  @Test(
    arguments: [
      ([12, 2, 3, 2], [2, 3], [0, 0, 0, 0]), ([4, 2, 2, 1], [2, 2], [1, 0, 0, 2]),
      ([6, 2, 5], [3], [1, 2]),
    ] as [([Int], [Int], [Int])])
  func blocks(shape: [Int], block: [Int], crops: [Int]) throws {
    var output = shape
    for axis in block.indices {
      output[axis + 1] = shape[axis + 1] * block[axis] - crops[2 * axis] - crops[2 * axis + 1]
      output[0] /= block[axis]
    }
    try MovementCase.check(
      .batchToSpaceND, nil, Shape(shape), to: Shape(output),
      inputs: { [$0, .integers(block), .integers(crops, [block.count, 2])] }
    ) { index in
      var source = index
      var place = 0
      for axis in block.indices {
        let position = index[axis + 1] + crops[2 * axis]
        source[axis + 1] = position / block[axis]
        place = place * block[axis] + position % block[axis]
      }
      source[0] = place * output[0] + index[0]
      return source
    }
  }

  @Test func refusals() {
    let data = [Int8](repeating: 0, count: 6)
    func failure(_ block: [Int], _ crops: [Int]) -> String? {
      OperatorCase(
        .batchToSpaceND, nil,
        [Operand(data, [3, 2, 1]), .integers(block), .integers(crops, [1, 2])], [.output(.int8)]
      ).failure()
    }
    #expect(failure([2], [0, 0]) == "cannot join 3×2×1 in blocks of [2] with crops of [0, 0]")
    #expect(failure([3], [4, 3]) == "cannot join 3×2×1 in blocks of [3] with crops of [4, 3]")
  }
}
