import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct MeanTests {
  @Test(arguments: RecordedCase.names(of: "MEAN")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test(arguments: ReductionCase.all.indices) func floats(index: Int) throws {
    let reduction = ReductionCase.all[index]
    var random = SplitMix64(seed: 1)
    let data = random.floats(Shape(reduction.shape).elementCount, 1, 9)
    let test = reduction.test(.mean, data)
    try test.expectFloats(
      reduction.groups(data).map { $0.reduce(0) { $0 + Double($1) } / Double($0.count) },
      within: 8)
    #expect(try test.run(.litert, Kernels.widest).shapes == [reduction.output])
  }

  @Test(arguments: ReductionCase.all.indices, [ElementType.int8, .uint8])
  func referenceBytes(index: Int, type: ElementType) throws {
    for ratio in [Float(1), 0.37, 3.1] {
      try checkBytes(ReductionCase.all[index], type, .reference, ratio) { sum, zero, s, o, count in
        // The quotient is taken into the multiplier.
        var (value, exponent) = ExactRounding.fixedPoint(Double(s) / Double(o))
        let places = min(ExactRounding.floorLog2(count), 32, 31 + exponent)
        (value, exponent) = ((value << places) / count, exponent - places)
        return ExactRounding.twice(sum - zero * count, value, exponent)
      }
    }
  }

  /// XNNPACK takes the zero points into a bias in float, and ties go to even after it.
  @Test(arguments: ReductionCase.all.indices, [ElementType.int8, .uint8])
  func delegatedBytes(index: Int, type: ElementType) throws {
    let reduction = ReductionCase.all[index]
    guard !reduction.axes.isEmpty else { return }
    for ratio in [Float(1), 0.5, 0.25, 0.37, 3.1] {
      try checkDelegated(.mean, reduction, type, ratio)
    }
  }

  @Test func integersLoseTheFraction() throws {
    let reduction = ReductionCase(shape: [2, 4], axes: [1], keepsAxes: false)
    #expect(
      try reduction.test(.mean, [Int32]([-1, -2, -2, -2, 7, 8, 8, 8])).values(Int32.self) == [
        -1, 7,
      ])
    #expect(
      try reduction.test(.mean, [Int64]([-1, -2, -2, -2, 7, 8, 8, 8])).values(Int64.self) == [
        -1, 7,
      ])
  }

  @Test func words() throws {
    let reduction = ReductionCase(shape: [1, 3], axes: [1], keepsAxes: false)
    let half = Quantization(scale: 0.5, zeroPoint: 0)
    let test = reduction.test(.mean, [Int16]([-30_000, 3, -7]), half, half)
    #expect(try test.values(Int16.self) == [-10_001])
  }

  @Test func nothingHasNoMean() throws {
    let reduction = ReductionCase(shape: [2, 0], axes: [1], keepsAxes: false)
    #expect(try reduction.test(.mean, [Float]()).values(Float.self).allSatisfy(\.isNaN))
  }

  @Test func refusals() {
    ReductionCase.checkRefusals(.mean)
    let reduction = ReductionCase(shape: [1], axes: [0], keepsAxes: false)
    #expect(
      reduction.test(.mean, [Int8]([1])).failure() == "has an input of type int8 without one scale")
  }
}
