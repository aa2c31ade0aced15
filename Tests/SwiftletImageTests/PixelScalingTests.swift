import SwiftletImage
import Testing

@Suite("From bytes to tensor elements")
struct PixelScalingTests {
  static let rgb: [UInt8] = [0, 128, 255, 10, 20, 30]

  static func floats(_ scaling: PixelScaling, count: Int) -> [Float] {
    var values = [Float](repeating: .nan, count: count)
    var span = values.mutableSpan
    var bytes = span.mutableBytes
    scaling.write(rgb, asFloat: &bytes)
    return values
  }

  @Test("Metadata's normalisation multiplies and adds in single precision")
  func metadata() {
    let scaling = PixelScaling(mean: 127.5, deviation: 127.5)
    let scale: Float = (1 - -1) / 255
    #expect(Self.floats(scaling, count: 6) == Self.rgb.map { Float($0) * scale + -1 })
  }

  @Test("The caller's normalisation subtracts and divides, per channel")
  func perChannel() {
    let mean: [Float] = [123.675, 116.28, 103.53]
    let deviation: [Float] = [58.395, 57.12, 57.375]
    let scaling = PixelScaling(mean: mean, deviation: deviation)
    let expected = Self.rgb.enumerated().map { index, byte in
      (Float(byte) - mean[index % 3]) / deviation[index % 3]
    }
    #expect(Self.floats(scaling, count: 6) == expected)
  }

  @Test("One channel is luma, not rounded")
  func luma() {
    let scaling = PixelScaling(mean: [10], deviation: [2], channels: .luma)
    let first = (0.299 * Float(0) + 0.587 * Float(128) + 0.114 * Float(255) - 10) / Float(2)
    let second = (0.299 * Float(10) + 0.587 * Float(20) + 0.114 * Float(30) - 10) / Float(2)
    #expect(Self.floats(scaling, count: 2) == [first, second])
  }

  @Test("Quantised elements are rounded to even, shifted and clamped")
  func quantised() {
    let scaling = PixelScaling(mean: [0], deviation: [1])
    var values = [Int8](repeating: 0, count: 6)
    func write(scale: Float, zeroPoint: Int) {
      var span = values.mutableSpan
      var bytes = span.mutableBytes
      scaling.write(Self.rgb, as: Int8.self, scale: scale, zeroPoint: zeroPoint, into: &bytes)
    }
    write(scale: 1, zeroPoint: -128)
    #expect(values == [-128, 0, 127, -118, -108, -98])
    write(scale: 4, zeroPoint: 100)
    // 128 / 4 + 100 is beyond the range; 10 / 4 and 30 / 4 are ties.
    #expect(values == [100, 127, 127, 102, 105, 108])
    var grays = [UInt8](repeating: 0, count: 2)
    var span = grays.mutableSpan
    var bytes = span.mutableBytes
    PixelScaling(mean: [0], deviation: [1], channels: .luma)
      .write(Self.rgb, as: UInt8.self, scale: 1, zeroPoint: 0, into: &bytes)
    #expect(grays == [104, 18])
  }
}
