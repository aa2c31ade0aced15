import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct SplitVTests {
  @Test(arguments: RecordedCase.names(of: "SPLIT_V")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test(arguments: [[1, 3], [-1, 1], [4, 0], [0, -1]] as [[Int]])
  func parts(sizes: [Int]) throws {
    let data = (0..<8).map { Int16($0) }
    let result = try OperatorCase(
      .splitV, SplitVOptions(), [Operand(data, [2, 4]), .integers(sizes), .integers([1], [])],
      [.output(.int16), .output(.int16)]
    ).run()
    let known = sizes.reduce(0) { $0 + max($1, 0) }
    var start: Int16 = 0
    for (output, size) in sizes.enumerated() {
      let count = Int16(size == -1 ? 4 - known : size)
      let row = Array(start..<start + count)
      #expect(result.shapes[output] == [2, Int(count)])
      #expect(result.values(Int16.self, output: output) == row + row.map { $0 + 4 })
      start += count
    }
  }

  @Test func refusals() {
    func failure(_ sizes: [Int]) -> String? {
      OperatorCase(
        .splitV, SplitVOptions(),
        [Operand([Int8]([1, 2, 3])), .integers(sizes), .integers([0], [])],
        [.output(.int8), .output(.int8)]
      ).failure()
    }
    #expect(failure([1, 1]) == "cannot cut axis 0 of 3 into [1, 1]")
    #expect(failure([4, -1]) == "cannot cut axis 0 of 3 into [4, -1]")
    #expect(failure([-1, -1]) == "has sizes of [-1, -1] for 2 outputs")
    #expect(failure([3]) == "has sizes of [3] for 2 outputs")
  }
}
