import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct PadTests {
  @Test(arguments: RecordedCase.names(of: "PAD")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test(
    arguments: [
      ([3], [1, 2]), ([2, 3], [0, 0, 1, 0]), ([2, 3, 4, 5], [0, 0, 1, 1, 2, 0, 0, 3]),
      ([2, 2], [0, 0, 0, 0]), ([0, 2], [1, 1, 0, 0]),
      ([2, 1, 2, 1, 2], [1, 0, 0, 1, 1, 0, 0, 1, 0, 0]),
    ] as [([Int], [Int])])
  func paddings(shape: [Int], paddings: [Int]) throws {
    let output = shape.indices.map { shape[$0] + paddings[2 * $0] + paddings[2 * $0 + 1] }
    try MovementCase.check(
      .pad, nil, Shape(shape), to: Shape(output),
      inputs: { [$0, .integers(paddings, [shape.count, 2])] }
    ) { index in
      let source = index.indices.map { index[$0] - paddings[2 * $0] }
      return source.indices.allSatisfy { (0..<shape[$0]).contains(source[$0]) } ? source : nil
    }
  }

  /// Around a quantised tensor lies its zero point.
  @Test(arguments: [ElementType.int8, .uint8]) func zeroPoint(type: ElementType) throws {
    let quantization = Quantization(scale: 0.5, zeroPoint: type == .int8 ? -5 : 200)
    let test = OperatorCase(
      .pad, nil,
      [Operand([UInt8]([1, 2]), nil, quantization, type: type), .integers([1, 1], [1, 2])],
      [.output(type, quantization)])
    let zero = UInt8(truncatingIfNeeded: type == .int8 ? -5 : 200)
    #expect(try test.run().bytes == [[zero, 1, 2, zero]])
  }

  @Test func refusals() {
    func failure(_ paddings: Operand, _ output: TensorInfo = .output(.int8)) -> String? {
      OperatorCase(.pad, nil, [Operand([Int8]([1, 2])), paddings], [output]).failure()
    }
    #expect(
      failure(.integers([-1, 0], [1, 2])) == "has paddings of [-1, 0], which must not be negative")
    #expect(
      failure(.integers([1, 0, 0, 0], [2, 2])) == "has paddings of shape 2×2 for an input of 2")
    #expect(
      failure(.integers([1, 0], [1, 2]), .output(.int16))
        == "has an input of type int8 and an output of type int16")
    #expect(failure(Operand([Int32]([1, 0]), [1, 2])) == "Dynamic()")
    #expect(
      failure(Operand([Int64.max, 0], [1, 2], isConstant: true))
        == "has paddings of [9223372036854775807, 0], which must not be negative")
  }
}
