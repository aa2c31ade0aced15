import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct MinimumTests {
  @Test(arguments: RecordedCase.names(of: "MINIMUM")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func everyType() throws {
    try BinaryCase.checkFloats(.minimum) { Swift.min($0, $1) }
    try BinaryCase.checkIntegers(.minimum, on: Int8.self) { Swift.min($0, $1) }
    try BinaryCase.checkIntegers(.minimum, on: UInt8.self) { Swift.min($0, $1) }
    try BinaryCase.checkIntegers(.minimum, on: Int16.self) { Swift.min($0, $1) }
    try BinaryCase.checkIntegers(.minimum, on: Int32.self) { Swift.min($0, $1) }
    try BinaryCase.checkIntegers(.minimum, on: Int64.self) { Swift.min($0, $1) }
  }

  /// The second operand wins where a comparison fails.
  @Test func notANumber() throws {
    let test = OperatorCase(
      .minimum, nil, [Operand([Float]([.nan, 1])), Operand([Float]([1, .nan]))], [.output(.float32)]
    )
    let results = try test.values(Float.self)
    #expect(results[0] == 1 && results[1].isNaN)
  }

  @Test func refusals() { BinaryCase.checkRefusals(.minimum) }
}
