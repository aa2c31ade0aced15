import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct ResizeBilinearTests {
  @Test(arguments: RecordedCase.names(of: "RESIZE_BILINEAR")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  private static func options(_ aligns: Bool, _ half: Bool) -> ResizeBilinearOptions {
    var options = ResizeBilinearOptions()
    options.alignCorners = aligns
    options.halfPixelCenters = half
    return options
  }

  /// LiteRT's default path keeps bytes that have no scale on its built-in kernel.
  private static let scheme = Quantization(scale: 1, zeroPoint: 0)

  /// What both peers make of four pixels.
  @Test(
    arguments: [
      (Arithmetic.reference, false, [10, -10, -20, 27, 8, -2, 35, 16, 7]),
      (.litert, false, [10, -10, -20, 27, 8, -2, 35, 16, 7]),
      (.reference, true, [10, -5, -20, 23, 8, -7, 35, 21, 7]),
      (.litert, true, [10, -5, -20, 23, 8, -6, 35, 21, 7]),
    ] as [(Arithmetic, Bool, [Int8])])
  func peerVectors(arithmetic: Arithmetic, half: Bool, expected: [Int8]) throws {
    let test = OperatorCase(
      .resizeBilinear, Self.options(false, half),
      [Operand([Int8]([10, -20, 35, 7]), [1, 2, 2, 1], Self.scheme), .integers([3, 3])],
      [.output(.int8, Self.scheme)])
    #expect(try test.values(Int8.self, arithmetic) == expected)
  }

  struct Case: Sendable {
    let input: (Int, Int)
    let output: (Int, Int)
    let aligns: Bool
    let half: Bool
    let channels: Int
  }

  static let cases: [Case] = [
    Case(input: (5, 4), output: (9, 11), aligns: false, half: false, channels: 3),
    Case(input: (5, 4), output: (9, 11), aligns: true, half: false, channels: 17),
    Case(input: (5, 4), output: (9, 11), aligns: false, half: true, channels: 33),
    Case(input: (9, 8), output: (4, 3), aligns: false, half: true, channels: 5),
    Case(input: (9, 8), output: (1, 1), aligns: true, half: false, channels: 1),
    Case(input: (1, 1), output: (3, 2), aligns: false, half: true, channels: 16),
  ]

  /// The four sources of each pixel in float.
  @Test(arguments: cases.indices) func floats(index: Int) throws {
    let test = Self.cases[index]
    var random = SplitMix64(seed: UInt64(index))
    let shape: Shape = [2, test.input.0, test.input.1, test.channels]
    let output: Shape = [2, test.output.0, test.output.1, test.channels]
    let data = random.floats(shape.elementCount, -3, 3)
    let expected = MovementCase.indices(output).map { place in
      let y = Self.coordinate(place[1], test.input.0, test.output.0, test)
      let x = Self.coordinate(place[2], test.input.1, test.output.1, test)
      func pixel(_ row: Int, _ column: Int) -> Float {
        data[MovementCase.position([place[0], row, column, place[3]], in: shape)]
      }
      // Between rows first, and then between columns.
      let left = pixel(y.low, x.low) * (1 - y.part) + pixel(y.high, x.low) * y.part
      let right = pixel(y.low, x.high) * (1 - y.part) + pixel(y.high, x.high) * y.part
      return left * (1 - x.part) + right * x.part
    }
    let result = try OperatorCase(
      .resizeBilinear, Self.options(test.aligns, test.half),
      [Operand(data, shape), .integers([test.output.0, test.output.1])], [.output(.float32)]
    ).run()
    #expect(result.shapes == [output])
    #expect(result.values(Float.self) == expected)
  }

  /// Fixed point of bytes and words stays within one step of the real value; the reference kernel
  /// for int8 rounds the distance of neighbours to 1/1024, which adds up along an axis.
  @Test(arguments: cases.indices, Arithmetic.allCases)
  func integersNearReal(index: Int, arithmetic: Arithmetic) throws {
    let test = Self.cases[index]
    var random = SplitMix64(seed: UInt64(index))
    let shape: Shape = [1, test.input.0, test.input.1, test.channels]
    let output: Shape = [1, test.output.0, test.output.1, test.channels]
    let bytes = random.bytes(shape.elementCount)
    for type in [ElementType.uint8, .int8] {
      func element(_ byte: UInt8) -> Float {
        type == .int8 ? Float(Int8(bitPattern: byte)) : Float(byte)
      }
      let result = try OperatorCase(
        .resizeBilinear, Self.options(test.aligns, test.half),
        [
          Operand(bytes, shape, Self.scheme, type: type),
          .integers([test.output.0, test.output.1]),
        ], [.output(type, Self.scheme)]
      ).run(arithmetic)
      let real = try OperatorCase(
        .resizeBilinear, Self.options(test.aligns, test.half),
        [
          Operand(bytes.map(element), shape), .integers([test.output.0, test.output.1]),
        ], [.output(.float32)]
      ).run()
      let pairs = zip(result.bytes[0].map(element), real.values(Float.self))
      let isCoarse = type == .int8 && arithmetic == .reference
      let extent = Float(max(test.output.0, test.output.1))
      let bound = isCoarse ? 1 + 256 * extent / 1024 : 1
      #expect(pairs.allSatisfy { abs($0 - $1) <= bound }, "\(type)")
    }
    let words = bytes.map { Int16($0) * 100 - 12_000 }
    let result = try OperatorCase(
      .resizeBilinear, Self.options(test.aligns, test.half),
      [Operand(words, shape), .integers([test.output.0, test.output.1])], [.output(.int16)]
    ).run(arithmetic)
    let real = try OperatorCase(
      .resizeBilinear, Self.options(test.aligns, test.half),
      [Operand(words.map(Float.init), shape), .integers([test.output.0, test.output.1])],
      [.output(.float32)]
    ).run()
    // Ten bits of a position over a range of 25 500.
    let pairs = zip(result.values(Int16.self), real.values(Float.self))
    #expect(pairs.allSatisfy { abs(Float($0) - $1) <= 120 })
    #expect(result.shapes == [output])
  }

  private static func coordinate(
    _ index: Int, _ input: Int, _ output: Int, _ test: Case
  ) -> (low: Int, high: Int, part: Float) {
    let step =
      test.aligns && output > 1
      ? Float(input - 1) / Float(output - 1) : Float(input) / Float(output)
    let position = test.half ? (Float(index) + 0.5) * step - 0.5 : Float(index) * step
    let low = max(Int(position.rounded(.down)), 0)
    return (low, min(Int(position.rounded(.up)), input - 1), position - Float(low))
  }

  @Test func refusals() {
    let input = Operand([Int8]([1]), [1, 1, 1, 1])
    func failure(_ size: Operand, _ options: ResizeBilinearOptions) -> String? {
      OperatorCase(.resizeBilinear, options, [input, size], [.output(.int8)]).failure()
    }
    #expect(
      failure(.integers([2, 2]), Self.options(true, true))
        == "has both align_corners and half_pixel_centers")
    #expect(
      failure(.integers([2, -2]), Self.options(false, false))
        == "has a size of 2×-2, which must be positive")
  }
}
