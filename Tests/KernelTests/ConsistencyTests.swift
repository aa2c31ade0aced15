import SwiftletKernels
import SwiftletSIMD
import SwiftletTestSupport
import Testing

/// Integer kernels give the same bits on every instruction set.
@Suite struct ConsistencyTests {
  /// Larger shapes than a slow reference allows, with outputs spread over the whole range.
  @Test(arguments: 1...12) func products(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var problem = IntegerProductTests.Problem(
      rows: random.integer(1, 200), depth: random.integer(100, 700),
      columns: random.integer(1, 400), seed: seed)
    problem.biases = problem.biases.map { $0 % 50_000 }
    let scale = Float(50 / (5400 * Double(problem.depth).squareRoot()))
    for rounding in [ReferenceRequantization.even, .twice] {
      let results = Kernels.available.map { table in
        PackedProblem(problem, table).bytes(
          rounding, scale: scale, zeroPoint: 120, low: 0, high: 255)
      }
      #expect(results[0].count < 50 || Set(results[0]).count > 25, "outputs are not spread")
      for (table, result) in zip(Kernels.available, results) {
        #expect(result == results[0], "\(table.isa) differs from \(Kernels.available[0].isa)")
      }
    }
  }
}
