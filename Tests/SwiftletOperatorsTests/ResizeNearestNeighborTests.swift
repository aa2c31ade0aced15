import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct ResizeNearestNeighborTests {
  @Test(arguments: RecordedCase.names(of: "RESIZE_NEAREST_NEIGHBOR")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }

  private static func options(_ aligns: Bool, _ half: Bool) -> ResizeNearestNeighborOptions {
    var options = ResizeNearestNeighborOptions()
    options.alignCorners = aligns
    options.halfPixelCenters = half
    return options
  }

  /// The columns that the peer takes.
  @Test(
    arguments: [
      (4, 7, false, false, [0, 0, 1, 1, 2, 2, 3]), (4, 7, true, false, [0, 1, 1, 2, 2, 3, 3]),
      (4, 7, false, true, [0, 0, 1, 2, 2, 3, 3]), (4, 7, true, true, [0, 1, 1, 2, 2, 3, 3]),
      (7, 4, false, false, [0, 1, 3, 5]), (7, 4, true, false, [0, 2, 4, 6]),
      (7, 4, false, true, [0, 2, 4, 6]), (7, 4, true, true, [1, 3, 5, 6]),
    ] as [(Int, Int, Bool, Bool, [Int])])
  func peerVectors(from: Int, to: Int, aligns: Bool, half: Bool, sources: [Int]) throws {
    for channels in [1, 3] {
      try MovementCase.check(
        .resizeNearestNeighbor, Self.options(aligns, half), [2, 1, from, channels],
        to: [2, 1, to, channels], inputs: { [$0, .integers([1, to])] }
      ) { [$0[0], 0, sources[$0[2]], $0[3]] }
      try MovementCase.check(
        .resizeNearestNeighbor, Self.options(aligns, half), [1, from, 1, channels],
        to: [1, to, 1, channels], inputs: { [$0, .integers([to, 1])] }
      ) { [0, sources[$0[1]], $0[2], $0[3]] }
    }
  }

  @Test func refusals() {
    func failure(_ shape: Shape, _ size: Operand) -> String? {
      let data = [Int8](repeating: 0, count: shape.elementCount)
      return OperatorCase(
        .resizeNearestNeighbor, Self.options(false, false), [Operand(data, shape), size],
        [.output(.int8)]
      ).failure()
    }
    #expect(
      failure([1, 2, 2, 1], .integers([0, 2])) == "has a size of 0×2, which must be positive")
    #expect(failure([2, 2, 1], .integers([1, 2])) == "needs a 4-dimensional input, found 2×2×1")
    #expect(
      failure([1, 2, 2, 1], .integers([1, 2, 3]))
        == "needs a size of two int32 numbers, found 3 of int32")
    #expect(failure([1, 0, 2, 1], .integers([1, 2])) == "has an input of 1×0×2×1")
    #expect(failure([1, 2, 2, 1], Operand([Int32]([1, 2]))) == "Dynamic()")
  }
}
