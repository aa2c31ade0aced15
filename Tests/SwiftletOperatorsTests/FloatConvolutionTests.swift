import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct FloatConvolutionTests {
  static let cuts: [StepHarness.Cut] = [.whole, .reversed, .random(seed: 1)]

  /// Every output is within the error that a float sum may have, and has the same bits for any cut.
  private func check(
    _ test: FloatConvolutionCase, _ table: KernelTable, _ label: String, gemm: GemmBackend = .own
  ) throws {
    let context = LoweringContext(kernels: table, gemm: gemm, allowsWinograd: false)
    let expected = test.expected()
    var first: [UInt32]?
    for cut in Self.cuts {
      let results = try test.run(in: context, cut: cut)
      let bits = results.map(\.bitPattern)
      if let first {
        #expect(bits == first, "\(label) differs when cut \(cut)")
      } else {
        first = bits
        let wrong = zip(results, expected).enumerated().first {
          !(abs(Double($1.0) - $1.1.value) <= $1.1.bound)
        }
        #expect(
          wrong == nil && results.count == expected.count, "\(label): \(String(describing: wrong))")
      }
    }
  }

  @Test(arguments: Kernels.available) func products(table: KernelTable) throws {
    var random = SplitMix64(seed: 11)
    for index in 0..<60 {
      let rows = random.integer(0, 60)
      let depth = random.integer(0, 70)
      let columns = random.integer(1, 150)
      var test = FloatConvolutionCase(
        kind: .fullyConnected,
        geometry: ConvolutionGeometry(rows: rows, depth: depth, columns: columns),
        seed: UInt64(index), hasBias: index % 3 > 0)
      test.activation = ActivationFunction(rawValue: Int8(index % 6)) ?? .none
      test.hasConstantFilter = index % 5 > 0
      test.hasConstantBias = index % 7 > 0
      try check(test, table, "\(rows)×\(depth)×\(columns)")
    }
  }

  @Test(arguments: Kernels.available) func windows(table: KernelTable) throws {
    var random = SplitMix64(seed: 12)
    for index in 0..<60 {
      let groups = index % 4 == 0 ? random.integer(2, 4) : 1
      let geometry = try Self.geometry(
        channels: groups * random.integer(1, 20), outputs: groups * random.integer(1, 40), &random)
      var test = FloatConvolutionCase(
        kind: .dense(groups: groups), geometry: geometry, seed: UInt64(index))
      test.activation = ActivationFunction(rawValue: Int8(index % 4)) ?? .none
      test.hasConstantFilter = index % 5 > 0
      try check(test, table, "\(groups) groups, \(geometry)")
    }
  }

  @Test(.enabled(if: OpenBLAS.isAvailable)) func openBLAS() throws {
    var random = SplitMix64(seed: 14)
    for index in 0..<40 {
      let groups = index % 4 == 0 ? random.integer(2, 4) : 1
      let geometry = try Self.geometry(
        channels: groups * random.integer(1, 20), outputs: groups * random.integer(1, 40), &random)
      var test = FloatConvolutionCase(
        kind: .dense(groups: groups), geometry: geometry, seed: UInt64(index),
        hasBias: index % 3 > 0)
      test.activation = ActivationFunction(rawValue: Int8(index % 4)) ?? .none
      test.hasConstantFilter = index % 5 > 0
      try check(test, Kernels.available[0], "\(groups) groups, \(geometry)", gemm: .openblas)
    }
    for index in 0..<25 {
      let test = FloatConvolutionCase(
        kind: .fullyConnected,
        geometry: ConvolutionGeometry(
          rows: random.integer(0, 300), depth: random.integer(0, 70),
          columns: random.integer(1, 90)), seed: UInt64(index))
      try check(test, Kernels.available[0], "\(test.geometry)", gemm: .openblas)
    }
  }

  @Test(arguments: Kernels.available) func depthwise(table: KernelTable) throws {
    var random = SplitMix64(seed: 13)
    for index in 0..<80 {
      let channels = random.integer(1, 70)
      let multiplier = index % 3 == 0 ? random.integer(1, 4) : 1
      let geometry = try Self.geometry(
        channels: channels, outputs: channels * multiplier, &random)
      var test = FloatConvolutionCase(
        kind: .depthwise(multiplier: multiplier), geometry: geometry, seed: UInt64(index))
      test.activation = ActivationFunction(rawValue: Int8(index % 4)) ?? .none
      test.hasConstantInput = index % 4 == 1
      test.hasConstantFilter = index % 5 > 0
      try check(test, table, "multiplier \(multiplier), \(geometry)")
    }
  }

  @Test(arguments: Kernels.available) func winograd(table: KernelTable) throws {
    let context = LoweringContext(kernels: table, gemm: .own)
    var random = SplitMix64(seed: 15)
    var kernels: Set<String> = []
    for index in 0..<30 {
      // Many channels make the algorithm pay; a large filter leaves only the smaller tile.
      let isDeep = index % 10 == 0
      let geometry = try ConvolutionGeometry(
        input: [
          isDeep ? 1 : random.integer(1, 3), random.integer(2, isDeep ? 7 : 20),
          random.integer(2, isDeep ? 7 : 20), isDeep ? 290 + index : random.integer(20, 50),
        ], outputChannels: isDeep ? 280 : random.integer(10, 50), kernel: (3, 3), stride: (1, 1),
        padding: .same)
      var test = FloatConvolutionCase(
        kind: .dense(groups: 1), geometry: geometry, seed: UInt64(index), hasBias: index % 3 > 0)
      test.activation = ActivationFunction(rawValue: Int8(index % 4)) ?? .none
      test.hasConstantInput = index % 5 == 1
      kernels.insert(try FloatConvolution.lower(test.convolution, in: context).kernel)
      let expected = test.expected()
      // A tile mixes its inputs, so that the largest sum sets the scale of all errors.
      let scale = expected.map(\.magnitude).max() ?? 0
      var bits: [UInt32]?
      for cut in Self.cuts {
        let results = try test.run(in: context, cut: cut)
        #expect(bits == nil || bits == results.map(\.bitPattern), "\(geometry) cut \(cut)")
        bits = results.map(\.bitPattern)
        let error = zip(results, expected).map { abs(Double($0) - $1.value) }.max() ?? 0
        #expect(error <= 4e-7 * scale, "\(table.isa) \(geometry): \(error) beside \(scale)")
      }
    }
    #expect(kernels.contains("winograd f32 4×4"))
    #expect(kernels.contains("winograd f32 2×2"))
  }

  @Test(arguments: Kernels.available) func winogradCanBeForbidden(table: KernelTable) throws {
    let geometry = try ConvolutionGeometry(
      input: [1, 28, 28, 64], outputChannels: 64, kernel: (3, 3), stride: (1, 1), padding: .same)
    let test = FloatConvolutionCase(kind: .dense(groups: 1), geometry: geometry, seed: 1)
    for isAllowed in [false, true] {
      let context = LoweringContext(kernels: table, gemm: .own, allowsWinograd: isAllowed)
      let step = try FloatConvolution.lower(test.convolution, in: context)
      #expect(step.kernel.contains("winograd") == isAllowed)
    }
  }

  /// OpenBLAS multiplies only where the kernels use less than the processor offers, unless told.
  @Test(arguments: Kernels.available) func backends(table: KernelTable) throws {
    let hasMore = table.isa == .portable && CPUFeatures.current.widestISA > .portable
    let fastest = LoweringContext(kernels: table).gemm
    #expect((fastest == .openblas) == (OpenBLAS.isAvailable && hasMore))
    let test = FloatConvolutionCase(
      kind: .fullyConnected, geometry: ConvolutionGeometry(rows: 5, depth: 9, columns: 7), seed: 1)
    for gemm in GemmBackend.allCases where gemm == .own || OpenBLAS.isAvailable {
      let context = LoweringContext(kernels: table, gemm: gemm)
      let step = try FloatConvolution.lower(test.convolution, in: context)
      #expect(step.kernel.contains("openblas") == (gemm == .openblas))
    }
  }

  /// What is no number, or has no end, reaches exactly the outputs that read it.
  @Test(arguments: Kernels.available, [Float.nan, .infinity, -.infinity])
  func specialValuesPropagate(table: KernelTable, value: Float) throws {
    let context = LoweringContext(kernels: table, gemm: .own, allowsWinograd: false)
    for kind in [Convolution.Kind.dense(groups: 1), .depthwise(multiplier: 1)] {
      for size in [2, 3, 5] {
        let geometry = try ConvolutionGeometry(
          input: [1, 9, 11, 20], outputChannels: 20, kernel: (size, size), stride: (1, 1),
          padding: .same)
        var test = FloatConvolutionCase(kind: kind, geometry: geometry, seed: UInt64(size))
        test.activation = .relu6
        test.input[(4 * 11 + 5) * 20 + 7] = value
        let results = try test.run(in: context)
        let sums = test.reference.sums(input: test.input, filter: test.filter, bias: test.bias)
        let isRight = zip(results, sums).allSatisfy { result, sum in
          if sum.value.isNaN { return result.isNaN }
          if sum.value.isInfinite { return result == (sum.value < 0 ? 0 : 6) }
          return result.isFinite
        }
        #expect(isRight, "\(kind) \(size)")
      }
    }
  }

  /// A random image and window; now and then strided, dilated, or empty.
  static func geometry(
    channels: Int, outputs: Int, _ random: inout SplitMix64
  ) throws -> ConvolutionGeometry {
    let isSmall = random.integer(0, 3) == 0
    let kernel =
      random.integer(0, 3) > 0
      ? (3, 3) : (random.integer(1, 6), random.integer(1, 6))
    let stride = random.integer(0, 2) == 0 ? (1, 1) : (random.integer(1, 4), random.integer(1, 4))
    let dilation =
      random.integer(0, 4) > 0 ? (1, 1) : (random.integer(1, 4), random.integer(1, 4))
    let padding: Padding = random.integer(0, 2) == 0 ? .valid : .same
    let least =
      padding == .same ? (1, 1) : ((kernel.0 - 1) * dilation.0 + 1, (kernel.1 - 1) * dilation.1 + 1)
    let height = max(random.integer(1, isSmall ? 6 : 15), least.0)
    let width = max(random.integer(1, isSmall ? 6 : 24), least.1)
    return try ConvolutionGeometry(
      input: [random.integer(0, 4), height, width, channels], outputChannels: outputs,
      kernel: kernel, stride: stride, dilation: dilation, padding: padding)
  }
}
