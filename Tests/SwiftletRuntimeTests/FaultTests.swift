import SwiftletFormat
import SwiftletRuntime
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Control flow and state that data can make fail: the run throws, and the session stays usable.
@Suite struct FaultTests {
  private typealias Support = SessionTests

  /// Runs with good, bad and good data again.
  private static func check(
    _ model: Model, good: [[UInt8]], bad: [[UInt8]], gives result: [UInt8], says words: String,
    _ options: PlanOptions = PlanOptions()
  ) throws {
    var session = Session(try Plan(for: model, options: options))
    for inputs in [good, bad, bad, good] {
      for (index, bytes) in inputs.enumerated() { try session.writeInput(index, bytes) }
      guard inputs == bad else {
        try session.run()
        #expect(session.readOutput(0) == result)
        continue
      }
      do {
        try session.run()
        Issue.record("bad data went through")
      } catch {
        #expect("\(error)".contains(words), "\(error)")
      }
    }
  }

  private static func integers(_ values: [Int32]) -> [UInt8] { values.flatMap(\.littleEndianBytes) }

  @Test func indicesOfGather() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [3])
    let indices = b.tensor("indices", .int32, [2])
    let y = b.tensor("y", .float32, [2])
    b.operator(.gather, inputs: [x, indices], outputs: [y], options: GatherOptions())
    let model = try b.model(inputs: [x, indices], outputs: [y])
    let x3 = Support.bytes([1, 2, 3])
    for bad in [3, -1, .max, .min] as [Int32] {
      try Self.check(
        model, good: [x3, Self.integers([2, 0])], bad: [x3, Self.integers([0, bad])],
        gives: Support.bytes([3, 1]), says: "index")
    }
  }

  @Test(arguments: [BuiltinOperator.div, .floorDiv, .floorMod])
  func divisionByZero(code: BuiltinOperator) throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .int32, [2])
    let divisor = b.tensor("divisor", .int32, [2])
    let y = b.tensor("y", .int32, [2])
    switch code {
    case .div:
      b.operator(code, inputs: [x, divisor], outputs: [y], options: DivOptions())
    default: b.operator(code, inputs: [x, divisor], outputs: [y])
    }
    try Self.check(
      try b.model(inputs: [x, divisor], outputs: [y]),
      good: [Self.integers([7, 9]), Self.integers([2, 3])],
      bad: [Self.integers([7, 9]), Self.integers([2, 0])],
      gives: Self.integers(code == .floorMod ? [1, 0] : [3, 3]), says: "zero")
  }

  @Test func endlessLoops() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1])
    let step = b.tensor("step", .float32, [1])
    let y = b.tensor("y", .float32, [1])
    let last = b.tensor("last", .float32, [1])
    let condition = b.subgraph("condition") { b in
      let x = b.tensor("x", .float32, [1])
      let step = b.tensor("step", .float32, [1])
      let flag = b.tensor("flag", .bool, [1])
      let ten = b.constant("ten", [10] as [Float], [1])
      b.operator(.less, inputs: [x, ten], outputs: [flag])
      return ([x, step], [flag])
    }
    let body = b.subgraph("body") { b in
      let x = b.tensor("x", .float32, [1])
      let step = b.tensor("step", .float32, [1])
      let y = b.tensor("y", .float32, [1])
      b.operator(.add, inputs: [x, step], outputs: [y], options: AddOptions())
      return ([x, step], [y, step])
    }
    b.operator(.while, inputs: [x, step], outputs: [y, last], options: WhileOptions()) {
      $0.condSubgraphIndex = condition
      $0.bodySubgraphIndex = body
    }
    try Self.check(
      try b.model(inputs: [x, step], outputs: [y]),
      good: [Support.bytes([1]), Support.bytes([4])],
      bad: [Support.bytes([1]), Support.bytes([0])], gives: Support.bytes([13]),
      says: "did not end within 500 iterations",
      PlanOptions(limits: PlanLimits(loopIterations: 500)))
  }

  /// A variable is read that has a value only where a flag was true.
  @Test func unassignedVariables() throws {
    var b = ModelBuilder()
    let flag = b.tensor("flag", .bool, [1])
    let value = b.tensor("value", .float32, [1])
    let done = b.tensor("done", .float32, [1])
    let handle = b.tensor("handle", .resource, [1])
    let y = b.tensor("y", .float32, [1])
    func branch(_ name: String, assigns: Bool) -> Int {
      b.subgraph(name) { b in
        let x = b.tensor("x", .float32, [1])
        let y = b.tensor("y", .float32, [1])
        let handle = b.tensor("handle", .resource, [1])
        b.operator(.neg, inputs: [x], outputs: [y])
        guard assigns else { return ([x], [y]) }
        b.operator(.varHandle, inputs: [], outputs: [handle], options: VarHandleOptions()) {
          $0.sharedName = "v"
        }
        b.operator(
          .assignVariable, inputs: [handle, y], outputs: [], options: AssignVariableOptions())
        return ([x], [y])
      }
    }
    let (yes, no) = (branch("yes", assigns: true), branch("no", assigns: false))
    b.operator(.if, inputs: [flag, value], outputs: [done], options: IfOptions()) {
      $0.thenSubgraphIndex = yes
      $0.elseSubgraphIndex = no
    }
    b.operator(.varHandle, inputs: [], outputs: [handle], options: VarHandleOptions()) {
      $0.sharedName = "v"
    }
    b.operator(.readVariable, inputs: [handle], outputs: [y], options: ReadVariableOptions())
    var session = Session(try Plan(for: try b.model(inputs: [flag, value], outputs: [y])))
    for assigns in [false, false, true, false] {
      try session.writeInput(0, [assigns ? 1 : 0])
      try session.writeInput(1, Support.bytes([5]))
      if assigns {
        try session.run()
        #expect(Support.floats(session.readOutput(0)) == [-5])
      } else if session.readOutput(0) == Support.bytes([-5]) {
        // The variable keeps the value of the run before.
        try session.run()
        #expect(Support.floats(session.readOutput(0)) == [-5])
      } else {
        #expect(throws: RunError.self) { try session.run() }
      }
    }
  }
}
