import SwiftletKernels
import SwiftletSIMD
import SwiftletTestSupport
import Testing

@Suite struct BlendPixelsTests {
  /// Whole vectors of random pixels at every pair of weights, against the definition.
  @Test(arguments: Kernels.available) func blendsThreeChannels(table: KernelTable) {
    var random = SplitMix64(seed: 7)
    for count in [16, 32, 48, 1024] {
      var corners = [UInt32](repeating: 0, count: 6 * count)
      for index in 0..<4 * count { corners[index] = UInt32(truncatingIfNeeded: random.next()) }
      // The extremes, where sums are largest.
      for index in 0..<4 { corners[index * count] = 0xFFFF_FFFF }
      for column in 0..<count {
        corners[4 * count + column] = UInt32(column % 32) * 0x1_0001
        corners[5 * count + column] = UInt32(column / 32 % 32) * 0x1_0001
      }
      var output = [UInt32](repeating: 0, count: count + 1)
      output[count] = 77
      table.sampling.blend(corners, &output, count)
      #expect(output[count] == 77)
      for column in 0..<count {
        let right = Int(corners[4 * count + column] & 31)
        let lower = Int(corners[5 * count + column] & 31)
        let weights = [
          (32 - right) * (32 - lower), right * (32 - lower), (32 - right) * lower, right * lower,
        ]
        for channel in 0..<3 {
          let sum = (0..<4).reduce(0) { sum, corner in
            sum + weights[corner] * Int(corners[corner * count + column] >> (8 * channel) & 255)
          }
          #expect(Int(output[column] >> (8 * channel) & 255) == (sum + 512) >> 10)
        }
      }
    }
  }
}
