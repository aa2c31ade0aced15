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
    for index in 0..<120 {
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
    for index in 0..<150 {
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
    for index in 0..<100 {
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
    for index in 0..<50 {
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
    for index in 0..<200 {
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
