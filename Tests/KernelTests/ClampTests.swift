import SwiftletKernels
import SwiftletSIMD
import Testing

@Suite struct ClampTests {
  @Test(arguments: Kernels.available) func clampsAndKeepsNaN(table: KernelTable) {
    let input: [Float] = (0..<67).map { Float($0) - 33 } + [.nan, .infinity, -.infinity]
    var output = [Float](repeating: 0, count: input.count)
    table.float.clamp(input, &output, input.count, -1, 6)
    for (value, result) in zip(input, output) {
      if value.isNaN {
        #expect(result.isNaN)
      } else {
        #expect(result == min(max(value, -1), 6))
      }
    }
  }
}
