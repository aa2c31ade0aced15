import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct SpaceToDepthTests {
  @Test(arguments: RecordedCase.names(of: "SPACE_TO_DEPTH")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test(arguments: [([2, 4, 6, 3], 2), ([1, 3, 3, 1], 3), ([1, 2, 2, 5], 1)] as [([Int], Int)])
  func blocks(shape: [Int], size: Int) throws {
    var options = SpaceToDepthOptions()
    options.blockSize = size
    let channels = shape[3]
    let output = [shape[0], shape[1] / size, shape[2] / size, channels * size * size]
    try MovementCase.check(
      .spaceToDepth, options, Shape(shape), to: Shape(output), inputs: { [$0] }
    ) { index in
      let place = index[3] / channels
      return [
        index[0], index[1] * size + place / size, index[2] * size + place % size,
        index[3] % channels,
      ]
    }
  }

  @Test func refusals() {
    func failure(_ shape: Shape, _ size: Int) -> String? {
      var options = SpaceToDepthOptions()
      options.blockSize = size
      let data = [Int8](repeating: 0, count: shape.elementCount)
      return OperatorCase(.spaceToDepth, options, [Operand(data, shape)], [.output(.int8)])
        .failure()
    }
    #expect(failure([1, 4, 3, 1], 2) == "cannot divide 1×4×3×1 into blocks of 2×2")
    #expect(failure([1, 4, 4, 1], 0) == "has a block size of 0")
    #expect(failure([1, 4, 4, 1], 1 << 31) == "has a block size of 2147483648")
    #expect(failure([4, 4, 1], 2) == "needs a 4-dimensional input, found 4×4×1")
  }
}
