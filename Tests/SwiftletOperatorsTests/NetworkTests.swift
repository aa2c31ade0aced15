import SwiftletRuntime
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Small networks whose inputs change their size from run to run.
@Suite struct NetworkTests {
  @Test(arguments: RecordedCase.names(of: "networks")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  /// Shapes that are read from other shapes are known while planning.
  @Test func shapeArithmeticIsFolded() throws {
    let recorded = try RecordedCase("networks/flattened")
    let plan = try Plan(for: recorded.model, inputShapes: [0: [3, 2, 1, 2]])
    #expect(plan.isFixed)
    // RESHAPE, which leaves nothing to do, and NEG.
    #expect(plan.steps.count == 2)
  }
}
