import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct DepthwiseConv2DTests {
  @Test(arguments: RecordedCase.names(of: "DEPTHWISE_CONV_2D")) func recorded(_ name: String) throws
  {
    try RecordedCase.check(name)
  }

  static let options: DepthwiseConv2DOptions = {
    var options = DepthwiseConv2DOptions()
    (options.strideW, options.strideH) = (1, 1)
    options.depthMultiplier = 1
    return options
  }()

  static func floats(
    _ options: DepthwiseConv2DOptions? = options, input: Shape = [1, 1, 2, 2],
    filter: Shape = [1, 1, 1, 2], bias: Int? = 2
  ) -> OperatorCase {
    OperatorCase(
      .depthwiseConv2D, options,
      [
        Operand((0..<input.elementCount).map { Float($0) }, input),
        Operand((0..<filter.elementCount).map { Float($0 + 1) }, filter, isConstant: true),
      ]
        + (bias.map { [Operand([Float](repeating: 0.5, count: $0), isConstant: true)] } ?? []),
      [.output(.float32)])
  }

  @Test func floatsByHand() throws {
    let result = try Self.floats().run()
    #expect(result.shapes == [[1, 1, 2, 2]])
    #expect(result.values(Float.self) == [0.5, 2.5, 2.5, 6.5])
    #expect(try Self.floats(bias: nil).values(Float.self) == [0, 2, 2, 6])
  }

  @Test func multiplierFollowsFromTheFilter() throws {
    // Outputs 0, 1 read channel 0 and outputs 2, 3 channel 1, whatever the option says.
    var options = Self.options
    options.depthMultiplier = 7
    let result = try Self.floats(
      options, input: [1, 1, 1, 2], filter: [1, 1, 1, 4], bias: 4
    ).run()
    #expect(result.values(Float.self) == [0.5, 0.5, 3.5, 4.5])
  }

  @Test func bytesByHand() throws {
    let scale = Quantization(scale: 0.5, zeroPoint: 128)
    let filter = Quantization(scale: 1, zeroPoint: 130)
    let convolution = OperatorCase(
      .depthwiseConv2D, Self.options,
      [
        Operand([129, 131, 127, 128] as [UInt8], [1, 1, 2, 2], scale),
        Operand([131, 128, 132, 130] as [UInt8], [1, 1, 2, 2], filter, isConstant: true),
        Operand([10, 20] as [Int32], isConstant: true),
      ], [.output(.uint8, Quantization(scale: 0.5, zeroPoint: 100))])
    for arithmetic in Arithmetic.allCases {
      // Weights 1, −2 and 2, 0; the second column hangs over the edge.
      let values = try convolution.values(UInt8.self, arithmetic)
      #expect(values == [109, 114, 109, 120])
    }
  }

  @Test func contradictionsAreRefused() {
    #expect(Self.floats(nil).failure() == "has no options, or those of another operator")
    #expect(
      Self.floats(filter: [1, 1, 1, 3], bias: 3).failure()
        == "has a filter of 3 channels, which is no multiple of the input's 2")
    #expect(
      Self.floats(filter: [2, 1, 1, 2]).failure()
        == "needs a filter of 1×height×width×channels, found 2×1×1×2")
    #expect(Self.floats(bias: 3).failure() == "has a bias of 3 values for 2 output channels")
    #expect(
      Self.floats(DepthwiseConv2DOptions()).failure()
        == "has a stride of 0×0, which must be positive")
  }

  @Test func channelScalesLieAlongTheLastAxis() {
    let scale = Quantization(scale: 1, zeroPoint: 0)
    for (axis, expected) in [
      (3, nil), (0, "has filter scales along axis 0 instead of 3"),
    ] as [(Int, String?)] {
      let convolution = OperatorCase(
        .depthwiseConv2D, Self.options,
        [
          Operand([Int8](repeating: 1, count: 4), [1, 1, 2, 2], scale),
          Operand(
            [1, 2] as [Int8], [1, 1, 1, 2],
            Quantization(scales: [1, 2], zeroPoints: [0, 0], axis: axis), isConstant: true),
          Operand([0, 0] as [Int32], isConstant: true),
        ], [.output(.int8, scale)])
      #expect(convolution.failure() == expected)
    }
  }
}
