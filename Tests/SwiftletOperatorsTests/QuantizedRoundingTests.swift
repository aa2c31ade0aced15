import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Which rounding each kind of 8-bit convolution has in each arithmetic, and its limits.
@Suite struct QuantizedRoundingTests {
  /// Inputs −7…7 times a weight of 1, as the interpreter answers.
  static let vectors: [(matrix: Bool, scale: Float, arithmetic: Arithmetic, outputs: [Int])] = [
    (false, 0.5, .reference, [-3, -3, -2, -2, -1, -1, 0, 0, 1, 1, 2, 2, 3, 3, 4]),
    (false, 0.5, .litert, [-4, -3, -2, -2, -2, -1, 0, 0, 0, 1, 2, 2, 2, 3, 4]),
    (true, 0.5, .reference, [-4, -3, -3, -2, -2, -1, -1, 0, 1, 1, 2, 2, 3, 3, 4]),
    (true, 0.5, .litert, [-4, -3, -2, -2, -2, -1, 0, 0, 0, 1, 2, 2, 2, 3, 4]),
    (false, 0.25, .reference, [-2, -2, -1, -1, -1, -1, 0, 0, 1, 1, 1, 1, 2, 2, 2]),
    (false, 0.25, .litert, [-2, -2, -1, -1, -1, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2]),
    (true, 0.25, .reference, [-2, -2, -1, -1, -1, -1, 0, 0, 0, 1, 1, 1, 1, 2, 2]),
    (true, 0.25, .litert, [-2, -2, -1, -1, -1, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2]),
  ]

  @Test(arguments: 0..<8) func publishedVectors(index: Int) throws {
    let (matrix, scale, arithmetic, outputs) = Self.vectors[index]
    var convolution = Self.products(count: 15, scale: scale)
    if matrix { convolution.kind = .fullyConnected }
    convolution.input = (-7...7).map { UInt8(bitPattern: Int8($0)) }
    for table in Kernels.available {
      let context = LoweringContext(arithmetic: arithmetic, kernels: table)
      let found = try convolution.run(in: context).map { Int(Int8(bitPattern: $0)) }
      #expect(found == outputs, "\(table.isa)")
    }
  }

  /// A product of `count` pixels of one channel with the weight 1, zero points 0, output scale 1.
  static func products(count: Int, scale: Float) -> QuantizedConvolutionCase {
    var convolution = QuantizedConvolutionCase(
      kind: .dense(groups: 1), geometry: ConvolutionGeometry(rows: count, depth: 1, columns: 1),
      type: .int8, seed: 1)
    convolution.filter = [1]
    convolution.bias = [0]
    convolution.inputZeroPoint = 0
    convolution.outputZeroPoint = 0
    convolution.inputScale = scale
    convolution.filterScales = [1]
    convolution.outputScale = 1
    return convolution
  }

  // MARK: Nodes that XNNPACK does not take

  @Test func depthwiseWithoutBiasIsBuiltIn() throws {
    for (type, channels) in [(ElementType.int8, 21), (.int8, 8), (.uint8, 21)] {
      var convolution = QuantizedConvolutionCase(
        kind: .depthwise(multiplier: 1),
        geometry: try ConvolutionGeometry(
          input: [1, 6, 7, channels], outputChannels: channels, kernel: (3, 3), stride: (1, 1),
          padding: .same), type: type, perChannel: type == .int8, seed: 4)
      convolution.bias = nil
      // Weights of 0 and 1 and a multiplier of 1/8 give many exact halves.
      convolution.filterScales = convolution.filterScales.map { _ in 1 }
      (convolution.inputScale, convolution.outputScale) = (1, 8)
      let zero = UInt8(convolution.filterZeroPoint)
      convolution.filter = convolution.filter.map { zero + $0 & 1 }
      let blocks = type == .int8 ? channels / 8 * 8 : 0
      let expected = convolution.expected(
        { $0 < blocks ? .twiceUp : .twice }, singleProduct: type == .uint8)
      #expect(expected != convolution.expected({ _ in .even }, singleProduct: false))
      try expect(convolution, .litert, expected)
      try expect(convolution, .reference, convolution.expected(.twice))
    }
  }

  @Test func matrixWithWeightZeroPointIsBuiltIn() throws {
    for zeroPoint in [-128, -3, 127] {
      var convolution = QuantizedConvolutionCase(
        kind: .fullyConnected, geometry: ConvolutionGeometry(rows: 7, depth: 33, columns: 19),
        type: .int8, seed: 5)
      convolution.filterZeroPoint = zeroPoint
      convolution.outputScale *= 4
      try expect(convolution, .litert, convolution.expected(.twiceUp))
      try expect(convolution, .reference, convolution.expected(.away))
    }
  }

  @Test func groupsStayDelegated() throws {
    let convolution = QuantizedConvolutionCase(
      kind: .dense(groups: 2),
      geometry: try ConvolutionGeometry(
        input: [1, 5, 9, 6], outputChannels: 10, kernel: (3, 3), stride: (1, 1), padding: .same),
      type: .int8, seed: 6)
    try expect(convolution, .litert, convolution.expected(.even))
  }

  // MARK: Limits

  /// Beyond 2^24 the conversion of a sum to `float32` rounds, which is part of the definition.
  @Test func largeSums() throws {
    for (seed, bias) in [1 << 24, 1 << 26, 1 << 29, (1 << 31) - 1 << 20, -1 << 30].enumerated() {
      for kind in [Convolution.Kind.dense(groups: 1), .depthwise(multiplier: 1)] {
        var convolution = QuantizedConvolutionCase(
          kind: kind,
          geometry: try ConvolutionGeometry(
            input: [1, 5, 5, 18], outputChannels: 18, kernel: (3, 3), stride: (1, 1),
            padding: .same), type: .int8, perChannel: true, seed: UInt64(seed))
        convolution.bias = (0..<18).map { Int32(truncatingIfNeeded: bias + 7 * $0 - 50) }
        convolution.outputScale =
          convolution.inputScale * 0.005 * Float(abs(bias)) / 100 / Float(seed + 1)
        try expect(convolution, .litert, convolution.expected(.even))
        try expect(convolution, .reference, convolution.expected(.twice))
      }
    }
  }

  /// Multipliers from far below 2^−32 to 255, among them shifts to the left and none at all.
  @Test func extremeMultipliers() throws {
    for (seed, output) in ([1e12, 1e4, 1, 0.01, 1e-3, 1.3e-4] as [Float]).enumerated() {
      for kind in [Convolution.Kind.dense(groups: 1), .depthwise(multiplier: 1)] {
        var convolution = QuantizedConvolutionCase(
          kind: kind,
          geometry: try ConvolutionGeometry(
            input: [1, 4, 9, 17], outputChannels: 17, kernel: (3, 3), stride: (1, 1),
            padding: .same), type: .int8, perChannel: true, seed: UInt64(seed))
        convolution.inputScale = 1
        convolution.filterScales = (0..<17).map { 0.02 + 0.0005 * Float($0) }
        convolution.outputScale = output
        try expect(convolution, .litert, convolution.expected(.even))
        try expect(convolution, .reference, convolution.expected(.twice))
      }
    }
  }

  @Test func extremeBytes() throws {
    for type in [ElementType.int8, .uint8] {
      let pairs: [(UInt8, UInt8)] = [(0, 0), (255, 255), (0, 255), (255, 0), (128, 128)]
      for (input, filter) in pairs {
        for kind in [Convolution.Kind.dense(groups: 1), .depthwise(multiplier: 1)] {
          var convolution = QuantizedConvolutionCase(
            kind: kind,
            geometry: try ConvolutionGeometry(
              input: [1, 5, 9, 40], outputChannels: 40, kernel: (3, 3), stride: (1, 1),
              padding: .same), type: type, seed: 3)
          convolution.input = convolution.input.map { _ in input }
          convolution.filter = convolution.filter.map { _ in filter }
          convolution.outputScale *= 64
          try expect(convolution, .litert, convolution.expected(.even))
          try expect(convolution, .reference, convolution.expected(.twice))
        }
      }
    }
  }

  @Test func multipliersFrom256AreRefused() throws {
    var convolution = Self.products(count: 4, scale: 256)
    convolution.bias = [0]
    #expect(throws: OperatorError.self) { try convolution.run(in: LoweringContext()) }
    try expect(convolution, .reference, convolution.expected(.twice))
  }

  private func expect(
    _ convolution: QuantizedConvolutionCase, _ arithmetic: Arithmetic, _ expected: [UInt8]
  ) throws {
    for table in Kernels.available {
      let context = LoweringContext(arithmetic: arithmetic, kernels: table)
      let found = try convolution.run(in: context)
      #expect(found == expected, "\(table.isa) \(arithmetic) \(convolution.kind)")
    }
  }
}
