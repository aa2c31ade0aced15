import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct ConcatenationTests {
  @Test(arguments: RecordedCase.names(of: "CONCATENATION")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  private static func options(
    _ axis: Int, _ activation: ActivationFunction = .none
  ) -> ConcatenationOptions {
    var options = ConcatenationOptions()
    options.axis = axis
    options.fusedActivation = activation
    return options
  }

  @Test(arguments: [0, 1, 2, -1], [1, 3]) func axes(axis: Int, count: Int) throws {
    let place = axis < 0 ? axis + 3 : axis
    let shapes = (0..<count).map { part in
      var shape: Shape = [2, 3, 4]
      shape[place] = part * 2
      return shape
    }
    let parts = shapes.enumerated().map { part, shape in
      (0..<shape.elementCount).map { Int32(100 * part + $0) }
    }
    let result = try OperatorCase(
      .concatenation, Self.options(axis), zip(parts, shapes).map { Operand($0, $1) },
      [.output(.int32)]
    ).run()
    var output = shapes[0]
    output[place] = shapes.reduce(0) { $0 + $1[place] }
    let expected = MovementCase.indices(output).map { index in
      var source = index
      var part = 0
      while source[place] >= shapes[part][place] {
        source[place] -= shapes[part][place]
        part += 1
      }
      return parts[part][MovementCase.position(source, in: shapes[part])]
    }
    #expect(result.shapes == [output])
    #expect(result.values(Int32.self) == expected)
  }

  /// Unsigned bytes of other scales are brought to the output's.
  @Test(arguments: Arithmetic.allCases) func rescaledBytes(arithmetic: Arithmetic) throws {
    let bytes = (0...UInt8.max).map { $0 }
    let input = Quantization(scale: 0.3, zeroPoint: 7)
    let output = Quantization(scale: 0.7, zeroPoint: 100)
    let test = OperatorCase(
      .concatenation, Self.options(1),
      [Operand(bytes, [2, 128], input), Operand([1, 2] as [UInt8], [2, 1], output)],
      [.output(.uint8, output)])
    let factor: Float = 0.3 * (1 / 0.7)
    func rescaled(_ byte: UInt8) -> UInt8 {
      let steps = (Float(byte) * factor - 7 * factor).rounded(.toNearestOrAwayFromZero)
      return UInt8(min(max(steps + 100, 0), 255))
    }
    let expected =
      bytes[..<128].map(rescaled) + [1] + bytes[128...].map(rescaled) + [2]
    #expect(try test.values(UInt8.self, arithmetic) == expected)
  }

  @Test func refusals() {
    func failure(
      _ a: Operand, _ b: Operand, _ output: TensorInfo = .output(.int8),
      _ options: ConcatenationOptions = Self.options(0)
    ) -> String? { OperatorCase(.concatenation, options, [a, b], [output]).failure() }
    let one = Operand([Int8]([1]), [1, 1])
    #expect(failure(one, Operand([Int8]([1]))) == "cannot join 1 with 1×1 along axis 0")
    #expect(
      failure(one, Operand([Int8]([1, 2]), [1, 2])) == "cannot join 1×2 with 1×1 along axis 0")
    #expect(
      failure(one, one, .output(.int8), Self.options(2)) == "cannot join axis 2 of 1×1")
    #expect(
      failure(one, one, .output(.int8), Self.options(0, .relu))
        == "has the activation RELU, which it cannot apply")
    let floats = OperatorCase(
      .concatenation, Self.options(0, .relu6), [Operand([Float]([1])), Operand([Float]([-9]))],
      [.output(.float32)])
    #expect(floats.failure(.reference) == "has the activation RELU6, which it cannot apply")
    #expect(floats.failure(.litert) == nil)
    #expect(
      failure(one, Operand([Int16]([1]), [1, 1]))
        == "has an input of type int16 and an output of type int8")
    #expect(
      failure(one, one, .output(.int8, Quantization(scale: 1, zeroPoint: 0)))
        == "has an input 0 whose scale or zero point is not the output's")
    #expect(
      OperatorCase(.concatenation, Self.options(0), [], [.output(.int8)]).failure()
        == "has 0 inputs instead of 1 to 9223372036854775807")
  }
}
