import Foundation
import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct LogSoftmaxTests {
  @Test(arguments: RecordedCase.names(of: "LOG_SOFTMAX")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test(arguments: [1, 2, 10, 16, 33, 501]) func floats(depth: Int) throws {
    var random = SplitMix64(seed: 1)
    let data = random.floats(3 * depth, -20, 20)
    let expected = (0..<3).flatMap { row in
      let line = data[row * depth..<(row + 1) * depth].map { Double($0) }
      let top = line.max() ?? 0
      let sum = line.reduce(0) { $0 + exp($1 - top) }
      return line.map { $0 - top - log(sum) }
    }
    for table in Kernels.available {
      let results = try OperatorCase(
        .logSoftmax, nil, [Operand(data, [3, depth])], [.output(.float32)]
      ).run(.litert, table).values(Float.self)
      #expect(zip(results, expected).allSatisfy { abs(Double($0) - $1) < 1e-5 })
    }
  }

  @Test func refusals() {
    #expect(
      OperatorCase(.logSoftmax, nil, [Operand([Float]([1]), [])], [.output(.float32)]).failure()
        == "needs an input of at least one dimension")
    #expect(
      OperatorCase(.logSoftmax, nil, [Operand([Int32]([1]))], [.output(.int32)]).failure()
        == "has an input of type int32")
  }
}
