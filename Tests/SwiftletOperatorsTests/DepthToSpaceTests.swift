import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct DepthToSpaceTests {
  @Test(arguments: RecordedCase.names(of: "DEPTH_TO_SPACE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test(arguments: [([2, 2, 3, 12], 2), ([1, 1, 1, 9], 3), ([1, 2, 2, 5], 1)] as [([Int], Int)])
  func blocks(shape: [Int], size: Int) throws {
    var options = DepthToSpaceOptions()
    options.blockSize = size
    let channels = shape[3] / (size * size)
    let output = [shape[0], shape[1] * size, shape[2] * size, channels]
    try MovementCase.check(
      .depthToSpace, options, Shape(shape), to: Shape(output), inputs: { [$0] }
    ) { index in
      let place = index[1] % size * size + index[2] % size
      return [index[0], index[1] / size, index[2] / size, place * channels + index[3]]
    }
  }

  @Test func refusals() {
    var options = DepthToSpaceOptions()
    options.blockSize = 2
    let data = [Int8](repeating: 0, count: 6)
    #expect(
      OperatorCase(.depthToSpace, options, [Operand(data, [1, 1, 1, 6])], [.output(.int8)])
        .failure() == "cannot divide 1×1×1×6 into blocks of 2×2")
  }
}
