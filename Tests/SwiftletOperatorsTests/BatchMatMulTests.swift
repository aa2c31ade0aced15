import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct BatchMatMulTests {
  @Test(arguments: RecordedCase.names(of: "BATCH_MATMUL"))
  func recorded(_ name: String) throws { try RecordedCase.check(name) }

  private func product(_ left: Shape, _ right: Shape) -> OperatorCase {
    let numbers = { (shape: Shape) in (0..<shape.elementCount).map { Float($0 % 7 - 3) } }
    return OperatorCase(
      .batchMatMul, BatchMatMulOptions(),
      [Operand(numbers(left), left), Operand(numbers(right), right)], [.output(.float32)])
  }

  @Test func batchesBroadcastUpToTheLargestRank() throws {
    let result = try product([2, 1, 1, 1, 3, 1, 2, 4], [5, 4, 3]).run()
    #expect(result.shapes == [[2, 1, 1, 1, 3, 5, 2, 3]])
    let numbers = result.values(Float.self)
    // The last row of the last matrix on the left, which starts at 44, and the last column of the
    // last one on the right, at 48.
    var expected: Float = 0
    for step in 0..<4 {
      let (left, right) = ((44 + step) % 7 - 3, (50 + 3 * step) % 7 - 3)
      expected += Float(left * right)
    }
    #expect(numbers.last == expected)
  }

  @Test func refusals() {
    #expect(product([3, 4], [5, 2]).failure()?.contains("no product") == true)
    #expect(product([2, 3, 4], [3, 4, 2]).failure()?.contains("no product") == true)
    #expect(product([4], [4, 2]).failure()?.contains("two dimensions") == true)
  }
}
