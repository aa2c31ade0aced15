import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct SquaredDifferenceTests {
  @Test(arguments: RecordedCase.names(of: "SQUARED_DIFFERENCE")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }

  @Test func numbers() throws {
    try BinaryCase.checkFloats(.squaredDifference) { ($0 - $1) * ($0 - $1) }
    try BinaryCase.checkIntegers(.squaredDifference, on: Int32.self) { ($0 &- $1) &* ($0 &- $1) }
  }

  @Test(arguments: Arithmetic.allCases) func bytes(arithmetic: Arithmetic) throws {
    try BinaryCase.checkBytes(
      .squaredDifference, nil, .int8, arithmetic, scales: [(0.5, 0.5, 10), (0.02, 0.05, 0.3)]
    ) { a, b, s in
      let largest = 2 * Double(max(s.0, s.1))
      let difference =
        ExactRounding.twice(a << 7, Double(s.0) / largest)
        - ExactRounding.twice(b << 7, Double(s.1) / largest)
      let real = largest * largest / Double(Float(1 << 14) * s.2)
      return ExactRounding.twice(difference * difference, real)
    }
  }

  @Test func refusals() { BinaryCase.checkRefusals(.squaredDifference) }
}
