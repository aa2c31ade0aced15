import SwiftletKernels
import SwiftletSIMD
import SwiftletTestSupport
import Testing

@Suite struct FlipTests {
  /// Sizes around those of vectors, at odd addresses, beside bytes that must stay.
  @Test(arguments: Kernels.available) func flipsTheBitsOfTheMask(table: KernelTable) {
    var random = SplitMix64(seed: 41)
    for count in Array(0...70) + [127, 128, 129, 1000] {
      let input = random.integers(count + 4, 0, 256) as [UInt8]
      let mask = UInt8(random.integer(0, 256))
      let first = random.integer(0, 4)
      var output = [UInt8](repeating: 7, count: count + 4)
      input.withUnsafeBufferPointer { source in
        output.withUnsafeMutableBufferPointer { target in
          guard let from = source.baseAddress, let to = target.baseAddress else { return }
          table.quantized.flip(from + first, to + first, count, mask)
        }
      }
      let expected = output.indices.map {
        (first..<first + count).contains($0) ? input[$0] ^ mask : 7
      }
      #expect(output == expected, "\(count) bytes")
      var inPlace = input
      table.quantized.flip(inPlace, &inPlace, count, mask)
      #expect(Array(inPlace[..<count]) == input[..<count].map { $0 ^ mask })
    }
  }
}
