import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct ShapeOperatorTests {
  @Test(arguments: RecordedCase.names(of: "SHAPE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test(arguments: [[2, 0, 5], [], [7]] as [[Int]]) func extents(shape: [Int]) throws {
    let data = [Int8](repeating: 0, count: Shape(shape).elementCount)
    let narrow = OperatorCase(.shape, nil, [Operand(data, Shape(shape))], [.output(.int32)])
    #expect(try narrow.values(Int32.self) == shape.map { Int32($0) })
    let wide = OperatorCase(.shape, nil, [Operand(data, Shape(shape))], [.output(.int64)])
    #expect(try wide.values(Int64.self) == shape.map { Int64($0) })
  }

  @Test func refusals() {
    #expect(
      OperatorCase(.shape, nil, [Operand([Int8]([1]))], [.output(.float32)]).failure()
        == "has an output of type float32 instead of int32 or int64")
  }
}
