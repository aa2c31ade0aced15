import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct TransposeConvTests {
  @Test(arguments: RecordedCase.names(of: "TRANSPOSE_CONV"))
  func recorded(_ name: String) throws { try RecordedCase.check(name) }

  /// One channel, whose taps are 1, 10 and 100, so that sums show which tap met which pixel.
  private func row(_ width: Int, stride: Int, _ padding: Padding) -> OperatorCase {
    var options = TransposeConvOptions()
    options.strideH = 1
    options.strideW = stride
    options.padding = padding
    return OperatorCase(
      .transposeConv, options,
      [
        .integers([1, 1, width, 1]), Operand([1, 10, 100] as [Float], [1, 1, 3, 1]),
        Operand([1, 2, 3] as [Float], [1, 1, 3, 1]),
      ], [.output(.float32)])
  }

  @Test func paddingIsThatOfTheOutput() throws {
    #expect(try row(6, stride: 2, .same).values(Float.self) == [1, 10, 102, 20, 203, 30])
    #expect(try row(5, stride: 2, .same).values(Float.self) == [10, 102, 20, 203, 30])
    #expect(try row(7, stride: 2, .valid).values(Float.self) == [1, 10, 102, 20, 203, 30, 300])
    #expect(try row(8, stride: 2, .valid).values(Float.self) == [1, 10, 102, 20, 203, 30, 300, 0])
  }

  @Test func manyPlacesWithoutTaps() throws {
    let wide = try row(3000, stride: 1000, .same).values(Float.self)
    let expected: [Float] = (0..<3000).map {
      let tap: [Float] = [1, 10, 100]
      return $0 % 1000 < 3 ? tap[$0 % 1000] * Float($0 / 1000 + 1) : 0
    }
    #expect(wide == expected)
  }

  @Test func refusals() {
    #expect(row(4, stride: 2, .same).failure()?.contains("do not take to") == true)
    #expect(row(6, stride: 0, .same).failure()?.contains("stride") == true)
    var test = row(6, stride: 2, .same)
    test.inputs[0] = .integers([1, 1, -6, 1])
    #expect(test.failure()?.contains("negative") == true)
    test.inputs[0] = .integers([1, 6, 1])
    #expect(test.failure()?.contains("4-dimensional") == true)
    test.inputs[0] = .integers([1, 1, 6, 2])
    #expect(test.failure()?.contains("for an input") == true)
  }
}
