import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct Conv2DTests {
  @Test(arguments: RecordedCase.names(of: "CONV_2D")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  /// Strides of 1 and the rest from the schema's defaults.
  static let options: Conv2DOptions = {
    var options = Conv2DOptions()
    (options.strideW, options.strideH) = (1, 1)
    return options
  }()

  /// A 1×1 filter that adds twice the second channel to the first.
  static func floats(
    _ options: Conv2DOptions? = options, input: Shape = [1, 2, 2, 2], filter: Shape = [1, 1, 1, 2],
    bias: Int = 1
  ) -> OperatorCase {
    OperatorCase(
      .conv2D, options,
      [
        Operand((0..<input.elementCount).map { Float($0) }, input),
        Operand((0..<filter.elementCount).map { Float($0 + 1) }, filter, isConstant: true),
        Operand([Float](repeating: 0.5, count: bias), isConstant: true),
      ], [.output(.float32)])
  }

  @Test func floatsByHand() throws {
    let result = try Self.floats().run()
    #expect(result.shapes == [[1, 2, 2, 1]])
    #expect(result.values(Float.self) == [2.5, 8.5, 14.5, 20.5])
  }

  @Test func bytesByHand() throws {
    // Sums of 3×3 neighbours of 1…9 less the zero point 1, as a window over a padded image.
    let half = Quantization(scale: 0.5, zeroPoint: 1)
    let one = Quantization(scale: 1, zeroPoint: 0)
    let convolution = OperatorCase(
      .conv2D, Self.options,
      [
        Operand((1...9).map { Int8($0) }, [1, 3, 3, 1], half),
        Operand([Int8](repeating: 1, count: 9), [1, 3, 3, 1], one, isConstant: true),
        Operand([Int32(4)], isConstant: true),
      ], [.output(.int8, Quantization(scale: 0.5, zeroPoint: -10))])
    for arithmetic in Arithmetic.allCases {
      let result = try convolution.run(arithmetic)
      #expect(result.shapes == [[1, 3, 3, 1]])
      #expect(result.values(Int8.self) == [2, 9, 6, 15, 30, 21, 14, 27, 18])
    }
  }

  @Test func shapesFollowPaddingStrideAndDilation() throws {
    for (padding, stride, dilation, expected) in [
      (Padding.same, 1, 1, [2, 9, 7, 4]), (.same, 2, 1, [2, 5, 4, 4]),
      (.valid, 1, 1, [2, 7, 5, 4]), (.valid, 2, 1, [2, 4, 3, 4]), (.valid, 1, 3, [2, 3, 1, 4]),
      (.same, 3, 2, [2, 3, 3, 4]),
    ] as [(Padding, Int, Int, [Int])] {
      var options = Self.options
      options.padding = padding
      (options.strideW, options.strideH) = (stride, stride)
      (options.dilationWFactor, options.dilationHFactor) = (dilation, dilation)
      let result = try Self.floats(
        options, input: [2, 9, 7, 3], filter: [4, 3, 3, 3], bias: 4
      ).run()
      #expect(result.shapes == [Shape(expected)])
    }
  }

  @Test func groupsFollowFromTheFilter() throws {
    let result = try Self.floats(input: [1, 1, 1, 4], filter: [2, 1, 1, 2], bias: 2).run()
    // Channels 0, 1 with weights 1, 2, and channels 2, 3 with weights 3, 4.
    #expect(result.values(Float.self) == [2.5, 18.5])
  }

  @Test func contradictionsAreRefused() throws {
    #expect(Self.floats(nil).failure() == "has no options, or those of another operator")
    #expect(
      Self.floats(Conv2DOptions()).failure() == "has a stride of 0×0, which must be positive")
    #expect(
      Self.floats(filter: [1, 1, 1, 3]).failure()
        == "has a filter of 3 channels for an input of 2")
    #expect(
      Self.floats(filter: [1, 1, 1, 0]).failure()
        == "has a filter of 0 channels for an input of 2")
    #expect(
      Self.floats(filter: [1, 1, 1, 1]).failure()
        == "has 1 output channels, which 2 groups do not divide")
    #expect(
      Self.floats(filter: [1, 2]).failure() == "needs a 4-dimensional filter, found 1×2")
    #expect(
      Self.floats(input: [2, 2, 2]).failure() == "needs a 4-dimensional input, found 2×2×2")
    #expect(
      Self.floats(bias: 2).failure() == "has a bias of 2 values for 1 output channels")
    var convolution = Self.floats()
    convolution.inputs.removeLast()
    #expect(convolution.failure() == "has 2 inputs instead of 3")
    convolution.inputs.append(nil)
    #expect(convolution.failure() == "needs an input 2, the bias, which is missing")
  }

  @Test func quantizationIsChecked() throws {
    func failure(
      input: Quantization? = Quantization(scale: 0.5, zeroPoint: 0),
      filter: Quantization? = Quantization(scale: 0.5, zeroPoint: 0),
      output: Quantization? = Quantization(scale: 0.5, zeroPoint: 0)
    ) -> String? {
      OperatorCase(
        .conv2D, Self.options,
        [
          Operand([Int8](repeating: 1, count: 4), [1, 1, 2, 2], input),
          Operand(
            [Int8](repeating: 1, count: 6), [3, 1, 1, 2], filter, isConstant: true),
          Operand([Int32](repeating: 0, count: 3), isConstant: true),
        ], [.output(.int8, output)]
      ).failure()
    }
    #expect(failure() == nil)
    #expect(failure(input: nil) == "has an input of type int8 without one scale")
    #expect(
      failure(output: Quantization(scale: 0, zeroPoint: 0))
        == "has an output with the scale 0.0, which must be positive")
    #expect(
      failure(input: Quantization(scale: .nan, zeroPoint: 0))
        == "has an input with the scale nan, which must be positive")
    #expect(
      failure(input: Quantization(scale: 1, zeroPoint: 200))
        == "has an input zero point of 200, outside the range of int8")
    #expect(
      failure(output: Quantization(scale: 1, zeroPoint: -129))
        == "has an output zero point of -129, outside the range of int8")
    #expect(failure(filter: nil) == "has a filter of type int8 without scales")
    #expect(
      failure(filter: Quantization(scales: [1, 1], zeroPoints: [0, 0]))
        == "has 2 filter scales for 3 output channels")
    #expect(
      failure(filter: Quantization(scales: [1, 1, 1], zeroPoints: [0, 0, 0], axis: 3))
        == "has filter scales along axis 3 instead of 0")
    #expect(
      failure(filter: Quantization(scales: [1, -1, 1], zeroPoints: [0, 0, 0]))
        == "has a filter scale that is negative or not finite")
    #expect(
      failure(filter: Quantization(scale: 1, zeroPoint: 1))
        == "has an int8 filter with a zero point other than 0")
  }

  @Test func mixedTypesAreUnsupported() {
    let scale = Quantization(scale: 1, zeroPoint: 0)
    let convolution = OperatorCase(
      .conv2D, Self.options,
      [
        Operand([Int16](repeating: 1, count: 4), [1, 1, 2, 2], scale),
        Operand([Int8](repeating: 1, count: 6), [3, 1, 1, 2], scale, isConstant: true),
        Operand([Int32](repeating: 0, count: 3), isConstant: true),
      ], [.output(.int8, scale)])
    #expect(
      convolution.failure()
        == "has inputs of type int16, int8, int32 and an output of int8")
  }
}
