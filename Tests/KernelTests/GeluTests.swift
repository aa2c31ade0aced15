import Foundation
import SwiftletKernels
import SwiftletSIMD
import SwiftletTestSupport
import Testing

@Suite struct GeluTests {
  private static func inputs() -> [Float] {
    var random = SplitMix64(seed: 45)
    // The polynomials meet at 0.93 · √2.
    let edges: [Float] = [0, -0, 1.312, 1.3119, -1.312, -1.3119, 1e-30, -1e-30, 9, -9, 100, -100]
    return edges + random.floats(3000, -12, 12) + random.floats(1000, -0.01, 0.01)
  }

  private static func outputs(_ function: FloatUnary, _ table: KernelTable) -> [Float] {
    let input = inputs()
    var output = [Float](repeating: .nan, count: input.count)
    table.elementwise.unary(function, input, &output, input.count, 0)
    return output
  }

  @Test(arguments: Kernels.available) func exact(table: KernelTable) {
    for (x, y) in zip(Self.inputs(), Self.outputs(.gelu, table)) {
      let wide = Double(x)
      let exact = 0.5 * wide * erfc(-wide / 2.0.squareRoot())
      #expect(abs(Double(y) - exact) <= 0x1p-22 * abs(wide), "gelu(\(x)) = \(y), not \(exact)")
    }
  }

  @Test(arguments: Kernels.available) func withTanh(table: KernelTable) {
    for (x, y) in zip(Self.inputs(), Self.outputs(.geluTanh, table)) {
      let wide = Double(x)
      let inner = (2 / Double.pi).squareRoot() * (wide + 0.044715 * wide * wide * wide)
      let exact = 0.5 * wide * (1 + tanh(inner))
      #expect(abs(Double(y) - exact) <= 0x1p-21 * abs(wide), "gelu(\(x)) = \(y), not \(exact)")
    }
  }

  @Test(arguments: Kernels.available) func extremes(table: KernelTable) {
    let input: [Float] = [.nan, .infinity, .greatestFiniteMagnitude]
    for function in [FloatUnary.gelu, .geluTanh] {
      var output = [Float](repeating: 0, count: 3)
      table.elementwise.unary(function, input, &output, 3, 0)
      #expect(output[0].isNaN && output[1] == .infinity && output[2] == .greatestFiniteMagnitude)
    }
  }
}
