import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

extension OperatorCase {
  /// Each table gives floats within some units in the last place of exact values.
  func expectFloats(
    _ expected: [Double], within units: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for table in Kernels.available {
      let results = try run(.litert, table).values(Float.self)
      try #require(results.count == expected.count, sourceLocation: sourceLocation)
      let wrong = zip(results, expected).enumerated().first { _, pair in
        !Self.isClose(pair.0, pair.1, units)
      }
      #expect(
        wrong == nil, "\(code) on \(table.isa): \(String(describing: wrong))",
        sourceLocation: sourceLocation)
    }
  }

  private static func isClose(_ result: Float, _ exact: Double, _ units: Double) -> Bool {
    if exact.isNaN { return result.isNaN }
    let nearest = Float(exact)
    if nearest.isInfinite || result.isInfinite { return nearest == result }
    return abs(Double(result) - exact) <= units * Double(max(nearest.ulp, .leastNonzeroMagnitude))
  }
}

/// A function of one float, checked over its whole range.
enum UnaryCase {
  /// Values of every size, odd counts, and those that are no numbers.
  static func values(_ low: Double, _ high: Double) -> [Float] {
    var random = SplitMix64(seed: 1)
    let small = random.floats(50, -1e-3, 1e-3).filter { Double($0) >= low }
    return random.floats(301, low, high) + small + [0, Float(low), Float(high)]
  }

  /// Results of a float operator within some units of a function in double.
  static func check(
    _ code: BuiltinOperator, options: (any OperatorOptions)? = nil, _ values: [Float],
    within units: Double, function: (Double) -> Double
  ) throws {
    let test = OperatorCase(code, options, [Operand(values)], [.output(.float32)])
    try test.expectFloats(values.map { function(Double($0)) }, within: units)
    let empty = OperatorCase(code, options, [Operand([Float](), [0, 3])], [.output(.float32)])
    #expect(try empty.run().shapes == [[0, 3]])
  }

  /// Every byte under random scales, by a function of numbers.
  static func checkBytes(
    _ code: BuiltinOperator, options: (any OperatorOptions)? = nil, _ type: ElementType,
    _ arithmetic: Arithmetic, ratios: ClosedRange<Double> = 0.05...20,
    output fixed: Quantization? = nil,
    function: (_ input: Quantization, _ output: Quantization, _ element: Int) -> Int
  ) throws {
    var random = SplitMix64(seed: 2)
    let low = type == .int8 ? -128 : 0
    for _ in 0..<12 {
      let scale = random.uniform(0.001, 0.2)
      let ratio = random.uniform(ratios.lowerBound, ratios.upperBound)
      let input = Quantization(scale: scale, zeroPoint: low + random.integer(0, 256))
      let output =
        fixed ?? Quantization(scale: scale / ratio, zeroPoint: low + random.integer(0, 256))
      let elements = Array(low...low + 255)
      let bytes = elements.map { UInt8(truncatingIfNeeded: $0) }
      let test = OperatorCase(
        code, options, [Operand(bytes, nil, input, type: type)], [.output(type, output)])
      let results = try test.run(arithmetic).bytes[0].map {
        type == .int8 ? Int(Int8(bitPattern: $0)) : Int($0)
      }
      let expected = elements.map {
        ExactRounding.clamp(function(input, output, $0), low, low + 255)
      }
      #expect(results == expected, "\(code) \(type) \(arithmetic) \(input) \(output)")
    }
  }

  /// A real function of a byte as both peers tabulate it.
  static func tabulated(
    _ input: Quantization, _ output: Quantization, _ element: Int, _ function: (Float) -> Float
  ) -> Int {
    let real = function(input.scales[0] * Float(element - input.zeroPoints[0]))
    let steps = (real * (1 / output.scales[0])).rounded(.toNearestOrAwayFromZero)
    return Int(min(max(steps, -100_000), 100_000)) + output.zeroPoints[0]
  }

  /// The refusals of an operator with one input of the output's type.
  static func checkRefusals(_ code: BuiltinOperator, options: (any OperatorOptions)? = nil) {
    func failure(_ inputs: [Operand], _ output: TensorInfo) -> String? {
      OperatorCase(code, options, inputs, [output]).failure()
    }
    let value = Operand([Float]([1]))
    #expect(failure([value, value], .output(.float32)) == "has 2 inputs instead of 1")
    #expect(
      failure([value], .output(.int32))
        == "has an input of type float32 and an output of type int32")
    #expect(failure([Operand([true])], .output(.bool)) == "has an input of type bool")
  }
}
