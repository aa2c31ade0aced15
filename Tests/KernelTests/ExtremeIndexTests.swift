import SwiftletKernels
import SwiftletSIMD
import SwiftletTestSupport
import Testing

/// The first of the largest bytes of a line.
@Suite struct ExtremeIndexTests {
  @Test(arguments: Kernels.available) func largestIndex(table: KernelTable) {
    var random = SplitMix64(seed: 61)
    for count in Array(1...70) + [255, 256, 257, 511, 512, 1_000] {
      for xor: UInt8 in [0, 0x80, 0xFF, 0x7F] {
        for values in [2, 256] {
          let line = random.bytes(count).map { values == 2 ? $0 & 0x81 : $0 }
          var expected = 0
          for index in line.indices where line[index] ^ xor > line[expected] ^ xor {
            expected = index
          }
          #expect(
            table.reduction.largestIndex(line, count, xor) == expected, "\(count) \(xor)")
        }
      }
    }
  }
}
