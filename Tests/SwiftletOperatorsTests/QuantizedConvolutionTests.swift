import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// 8-bit convolutions against their definition, on every instruction set and in both arithmetics.
@Suite struct QuantizedConvolutionTests {
  /// Element types and scales as models have them.
  enum Scheme: CaseIterable {
    case int8, int8PerChannel, uint8

    var type: ElementType { self == .uint8 ? .uint8 : .int8 }
    var perChannel: Bool { self == .int8PerChannel }
  }

  @Test(arguments: Scheme.allCases) func denseConvolutions(scheme: Scheme) throws {
    for seed in 1...60 {
      var random = SplitMix64(seed: UInt64(seed))
      let groups = seed % 5 == 0 ? random.integer(2, 4) : 1
      let geometry = try Self.geometry(
        channels: groups * random.integer(1, seed % 3 == 0 ? 70 : 12),
        outputs: groups * random.integer(1, 60), &random)
      try check(
        QuantizedConvolutionCase(
          kind: .dense(groups: groups), geometry: geometry, type: scheme.type,
          perChannel: scheme.perChannel, seed: UInt64(seed)), seed: seed)
    }
  }

  @Test(arguments: Scheme.allCases) func matrixProducts(scheme: Scheme) throws {
    for seed in 1...40 {
      var random = SplitMix64(seed: UInt64(100 + seed))
      let geometry = ConvolutionGeometry(
        rows: random.integer(0, 60), depth: random.integer(0, 140),
        columns: random.integer(1, seed % 8 == 0 ? 300 : 150))
      try check(
        QuantizedConvolutionCase(
          kind: seed % 2 == 0 ? .fullyConnected : .dense(groups: 1), geometry: geometry,
          type: scheme.type, perChannel: scheme.perChannel, seed: UInt64(seed)), seed: seed)
    }
  }

  @Test(arguments: Scheme.allCases) func depthwiseConvolutions(scheme: Scheme) throws {
    for seed in 1...80 {
      var random = SplitMix64(seed: UInt64(200 + seed))
      let channels = random.integer(1, seed % 4 == 0 ? 150 : 40)
      let multiplier = seed % 6 == 0 ? random.integer(2, 5) : 1
      let size = seed % 3 == 0 ? nil : (seed % 3 == 1 ? 3 : 5)
      let geometry = try Self.geometry(
        channels: channels, outputs: channels * multiplier, kernel: size, &random)
      try check(
        QuantizedConvolutionCase(
          kind: .depthwise(multiplier: multiplier), geometry: geometry, type: scheme.type,
          perChannel: scheme.perChannel, seed: UInt64(seed)), seed: seed)
    }
  }

  /// The first layer of a network has three channels and long lines.
  @Test(arguments: Scheme.allCases) func firstLayers(scheme: Scheme) throws {
    for (seed, channels) in [1, 3, 4].enumerated() {
      let geometry = try ConvolutionGeometry(
        input: [1, 12, 45, channels], outputChannels: 20, kernel: (3, 3), stride: (2, 2),
        padding: .same)
      try check(
        QuantizedConvolutionCase(
          kind: .dense(groups: 1), geometry: geometry, type: scheme.type,
          perChannel: scheme.perChannel, seed: UInt64(seed)), seed: seed)
    }
  }

  @Test(arguments: Scheme.allCases)
  func constantInputsAreReadWithinTheirBytes(scheme: Scheme) throws {
    for kind in [Convolution.Kind.dense(groups: 1), .depthwise(multiplier: 1)] {
      for kernel in [1, 3] {
        let geometry = try ConvolutionGeometry(
          input: [1, 3, 9, 7], outputChannels: 7, kernel: (kernel, kernel), stride: (1, 1),
          padding: .same)
        var convolution = QuantizedConvolutionCase(
          kind: kind, geometry: geometry, type: scheme.type, seed: 9)
        convolution.hasConstantInput = true
        try check(convolution, seed: 9)
      }
    }
  }

  @Test(arguments: Kernels.available) func emptyBatchesGiveNothing(table: KernelTable) throws {
    for kind in [Convolution.Kind.dense(groups: 1), .depthwise(multiplier: 1)] {
      let geometry = try ConvolutionGeometry(
        input: [0, 9, 9, 8], outputChannels: 8, kernel: (3, 3), stride: (1, 1), padding: .same)
      let convolution = QuantizedConvolutionCase(
        kind: kind, geometry: geometry, type: .int8, seed: 1)
      let context = LoweringContext(kernels: table)
      #expect(try convolution.run(in: context).isEmpty)
    }
  }

  /// Compares all instruction sets in both arithmetics with the definition, with units cut in
  /// several ways.
  private func check(_ convolution: QuantizedConvolutionCase, seed: Int) throws {
    var convolution = convolution
    convolution.activation = [.none, .none, .relu, .relu6, .reluN1To1][seed % 5]
    // Sums beyond 2^30 in one channel send the whole layer the exact way, in fixed point.
    if seed % 3 == 0 { convolution.bias?[0] = 1 << 30 }
    let isMatrix = if case .fullyConnected = convolution.kind { true } else { false }
    let away: ReferenceRequantization = isMatrix ? .away : .twice
    for (arithmetic, rounding) in [(Arithmetic.litert, .even), (.reference, away)] {
      let expected = convolution.expected(rounding)
      if convolution.activation == .none, expected.count > 200 {
        // Were most outputs at a limit, errors would not show.
        #expect(Set(expected).count > 25, "seed \(seed): outputs are not spread")
      }
      for table in Kernels.available {
        let context = LoweringContext(arithmetic: arithmetic, kernels: table)
        for cut in [StepHarness.Cut.whole, .reversed, .random(seed: UInt64(seed))] {
          let found = try convolution.run(in: context, cut: cut)
          let first = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }
          #expect(
            found == expected,
            """
            \(table.isa) \(arithmetic) \(cut) seed \(seed) \(convolution.kind) \
            \(convolution.geometry): output \(first?.offset ?? -1) is \
            \(first?.element.0 ?? 0) instead of \(first?.element.1 ?? 0)
            """)
        }
      }
    }
  }

  /// A random window over a small image, at times larger than the image.
  static func geometry(
    channels: Int, outputs: Int, kernel: Int? = nil, _ random: inout SplitMix64
  ) throws -> ConvolutionGeometry {
    let isSquare = random.integer(0, 2) == 0
    let size = kernel ?? random.integer(1, 6)
    let height = kernel ?? (isSquare ? size : random.integer(1, 4))
    let stride = random.integer(1, 4)
    let dilation = random.integer(0, 4) == 0 ? random.integer(2, 4) : 1
    let input: Shape = [
      random.integer(1, 3), random.integer(1, 9), random.integer(1, 20), channels,
    ]
    let fits = input[1] > (height - 1) * dilation && input[2] > (size - 1) * dilation
    return try ConvolutionGeometry(
      input: input, outputChannels: outputs, kernel: (height, size),
      stride: (stride, isSquare ? stride : 1), dilation: (dilation, isSquare ? dilation : 1),
      padding: fits && random.integer(0, 3) == 0 ? .valid : .same)
  }
}
