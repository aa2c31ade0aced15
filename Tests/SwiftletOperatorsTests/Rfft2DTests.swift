import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct Rfft2DTests {
  @Test(arguments: RecordedCase.names(of: "RFFT2D")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  private func transform(_ shape: Shape, _ size: [Int]) -> OperatorCase {
    let numbers = (0..<shape.elementCount).map { Float($0) }
    return OperatorCase(
      .rfft2D, nil, [Operand(numbers, shape), .integers(size)], [.output(.complex64)])
  }

  /// LiteRT's library is undefined for a single column; the transform is not.
  @Test func singleColumns() throws {
    let result = try transform([4, 1], [4, 1]).run().values(Float.self)
    #expect(result == [6, 0, -2, 2, -2, 0, -2, -2])
    #expect(try transform([1, 1], [1, 1]).run().values(Float.self) == [0, 0])
  }

  @Test func refusals() {
    #expect(transform([4, 4], [4, 6]).failure()?.contains("powers of two") == true)
    #expect(transform([4, 4], [0, 4]).failure()?.contains("powers of two") == true)
    #expect(transform([4, 4], [4]).failure()?.contains("powers of two") == true)
    #expect(transform([4], [4, 4]).failure()?.contains("two dimensions") == true)
  }
}
