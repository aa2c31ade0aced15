import SwiftletOperators
import Testing

@Suite struct FixedPointTests {
  @Test(
    arguments: [
      (0.5, 1_073_741_824, 0), (0.3, 1_288_490_189, -1), (1.0, 1_073_741_824, 1),
      (1.7, 1_825_361_101, 1), (0.000_244_140_62, 2_147_483_604, -12),
      (0.0123, 1_690_499_128, -6), (0.05, 1_717_986_918, -4), (3.7e-10, 1_706_323_827, -31),
      (1e-12, 0, 0), (0.0, 0, 0),
    ] as [(Double, Int32, Int)])
  func multiplierOfReal(real: Double, value: Int32, exponent: Int) {
    #expect(FixedPointMultiplier(real) == FixedPointMultiplier(value: value, exponent: exponent))
  }

  @Test func multiplierRoundsUpToNextPower() {
    let multiplier = FixedPointMultiplier(0.999_999_999_9)
    #expect(multiplier == FixedPointMultiplier(value: 1 << 30, exponent: 1))
  }

  @Test(
    arguments: [
      (5, 0.5, 3, 3), (-5, 0.5, -2, -2), (-6, 0.25, -2, -1), (-7, 0.25, -2, -1),
      (-3943, 0.0123, -49, -48), (-3781, 0.0123, -47, -46), (-3990, 0.05, -200, -199),
      (1_234_567, 0.0007, 864, 864),
    ] as [(Int32, Double, Int32, Int32)])
  func flavours(x: Int32, real: Double, double: Int32, up: Int32) {
    let multiplier = FixedPointMultiplier(real)
    #expect(multiplier.applied(to: x) == double)
    #expect(multiplier.appliedRoundingUp(to: x) == up)
  }

  @Test func highProductsSaturate() {
    #expect(roundingDoublingHigh(Int32.min, Int32.min) == .max)
    #expect(roundingDoublingHigh(Int32.min, Int32.max) == -Int32.max)
    #expect(roundingDoublingHigh(Int16.min, Int16.min) == .max)
    #expect(roundingDoublingHigh(Int16(1 << 14), 1 << 14) == 1 << 13)
  }

  @Test func shiftsRoundAwayFromZero() {
    #expect(
      (-8...8).map { roundingShift(Int32($0), by: 2) }
        == [-2, -2, -2, -1, -1, -1, -1, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2])
    #expect(roundingShift(Int32.max, by: 31) == 1)
    #expect(roundingShift(Int32.min, by: 31) == -1)
    #expect(roundingShift(Int32.min, by: 0) == .min)
  }

  @Test func conversionsSaturate() {
    #expect(Int32(saturating: Float.infinity) == .max)
    #expect(Int32(saturating: Float(2_147_483_648)) == .max)
    #expect(Int32(saturating: -Float.infinity) == .min)
    #expect(Int32(saturating: Float.nan) == 0)
    #expect(UInt8(saturating: 254.9) == 254)
    #expect(UInt8(saturating: -3.0) == 0)
    #expect(Int64(saturating: 1e30) == .max)
  }
}
