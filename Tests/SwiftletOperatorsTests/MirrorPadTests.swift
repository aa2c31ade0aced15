import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct MirrorPadTests {
  @Test(arguments: RecordedCase.names(of: "MIRROR_PAD")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  private static func options(_ mode: MirrorPadMode) -> MirrorPadOptions {
    var options = MirrorPadOptions()
    options.mode = mode
    return options
  }

  @Test(
    arguments: [
      (MirrorPadMode.reflect, [3, 2, 1, 2, 3, 2, 1]), (.symmetric, [2, 1, 1, 2, 3, 3, 2]),
    ] as [(MirrorPadMode, [Int32])])
  func line(mode: MirrorPadMode, expected: [Int32]) throws {
    let test = OperatorCase(
      .mirrorPad, Self.options(mode), [Operand([Int32]([1, 2, 3])), .integers([2, 2], [1, 2])],
      [.output(.int32)])
    #expect(try test.values(Int32.self) == expected)
  }

  @Test(arguments: [MirrorPadMode.reflect, .symmetric]) func boxes(mode: MirrorPadMode) throws {
    let (shape, paddings) = ([2, 3, 4], [1, 0, 2, 1, 0, 3])
    let output = shape.indices.map { shape[$0] + paddings[2 * $0] + paddings[2 * $0 + 1] }
    let edge = mode == .reflect ? 0 : 1
    try MovementCase.check(
      .mirrorPad, Self.options(mode), Shape(shape), to: Shape(output),
      inputs: { [$0, .integers(paddings, [3, 2])] }
    ) { index in
      index.indices.map { axis in
        var place = index[axis] - paddings[2 * axis]
        if place < 0 { place = -place - edge }
        return place < shape[axis] ? place : 2 * (shape[axis] - 1) - place + edge
      }
    }
  }

  @Test func refusals() {
    func failure(_ mode: MirrorPadMode, _ paddings: [Int]) -> String? {
      OperatorCase(
        .mirrorPad, Self.options(mode), [Operand([Int8]([1, 2])), .integers(paddings, [1, 2])],
        [.output(.int8)]
      ).failure()
    }
    #expect(failure(.reflect, [2, 0]) == "cannot mirror 2 elements along axis 0 of 2")
    #expect(failure(.symmetric, [0, 3]) == "cannot mirror 3 elements along axis 0 of 2")
  }
}
