import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct FullyConnectedTests {
  @Test(arguments: RecordedCase.names(of: "FULLY_CONNECTED")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  static func floats(
    _ options: FullyConnectedOptions = FullyConnectedOptions(), input: Shape = [2, 3],
    filter: Shape = [2, 3], bias: Int? = 2
  ) -> OperatorCase {
    OperatorCase(
      .fullyConnected, options,
      [
        Operand((0..<input.elementCount).map { Float($0) }, input),
        Operand((0..<filter.elementCount).map { Float($0 + 1) }, filter, isConstant: true),
        bias.map { Operand([Float](repeating: 0.5, count: $0), isConstant: true) },
      ], [.output(.float32)])
  }

  @Test func floatsByHand() throws {
    let result = try Self.floats().run()
    #expect(result.shapes == [[2, 2]])
    #expect(result.values(Float.self) == [8.5, 17.5, 26.5, 62.5])
    #expect(try Self.floats(bias: nil).values(Float.self) == [8, 17, 26, 62])
  }

  @Test func inputIsCutIntoRowsOfTheFilter() throws {
    #expect(try Self.floats(input: [2, 3], filter: [1, 6], bias: 1).run().shapes == [[1, 1]])
    #expect(try Self.floats(input: [2, 2, 3], filter: [2, 3]).run().shapes == [[4, 2]])
    #expect(try Self.floats(input: [12], filter: [2, 3]).run().shapes == [[4, 2]])
  }

  @Test func dimensionsCanBeKept() throws {
    var options = FullyConnectedOptions()
    options.keepNumDims = true
    #expect(try Self.floats(options, input: [2, 2, 3]).run().shapes == [[2, 2, 2]])
    #expect(
      Self.floats(options, input: [3, 2]).failure()
        == "keeps the dimensions of an input 3×2 whose last one is not the depth 3")
  }

  @Test func emptyDepthGivesZeros() throws {
    let scale = Quantization(scale: 1, zeroPoint: 0)
    let product = OperatorCase(
      .fullyConnected, FullyConnectedOptions(),
      [
        Operand([] as [Int8], [2, 0], scale),
        Operand([] as [Int8], [2, 0], scale, isConstant: true),
        Operand([3, -4] as [Int32], isConstant: true),
      ], [.output(.int8, scale)])
    for arithmetic in Arithmetic.allCases {
      #expect(try product.values(Int8.self, arithmetic) == [0, 0, 0, 0])
    }
  }

  @Test func bytesByHand() throws {
    let product = OperatorCase(
      .fullyConnected, FullyConnectedOptions(),
      [
        Operand([1, 2, 3, -4] as [Int8], [2, 2], Quantization(scale: 0.5, zeroPoint: 1)),
        Operand(
          [1, 2, -3, 4] as [Int8], [2, 2], Quantization(scales: [1, 0.5], zeroPoints: [0, 0]),
          isConstant: true),
        Operand([10, 20] as [Int32], isConstant: true),
      ], [.output(.int8, Quantization(scale: 0.25, zeroPoint: -2))])
    for arithmetic in Arithmetic.allCases {
      #expect(try product.values(Int8.self, arithmetic) == [22, 22, 2, -8])
    }
  }

  @Test func contradictionsAreRefused() {
    #expect(
      Self.floats(input: [2, 2]).failure()
        == "has an input 2×2 that does not divide into rows of 3")
    #expect(Self.floats(bias: 1).failure() == "has a bias of 1 values for 2 output channels")
    #expect(
      Self.floats(filter: [2, 3, 1]).failure() == "needs a 2-dimensional filter, found 2×3×1")
    var options = FullyConnectedOptions()
    options.weightsFormat = .shuffled4x16Int8
    #expect(Self.floats(options).failure() == "has 1 outputs instead of 2")
    options = FullyConnectedOptions()
    options.fusedActivation = .tanh
    #expect(Self.floats(options).failure() == "has the activation TANH")
  }
}
