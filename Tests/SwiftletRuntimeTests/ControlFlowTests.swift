import SwiftletFormat
import SwiftletOperators
import SwiftletRuntime
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Graphs that are run node by node: branches, loops, variables, shapes that depend on values.
@Suite struct ControlFlowTests {
  private typealias Support = SessionTests

  @Test func branches() throws {
    var b = ModelBuilder()
    let condition = b.tensor("condition", .bool, [1])
    let x = b.tensor("x", .float32, [2])
    let y = b.tensor("y", .float32, [2])
    let negated = b.subgraph("negated") { b in
      let x = b.tensor("x", .float32, [2])
      let y = b.tensor("y", .float32, [2])
      b.operator(.neg, inputs: [x], outputs: [y])
      return ([x], [y])
    }
    let clipped = b.subgraph("clipped") { b in
      let x = b.tensor("x", .float32, [2])
      let y = b.tensor("y", .float32, [2])
      b.operator(.relu, inputs: [x], outputs: [y])
      return ([x], [y])
    }
    b.operator(.if, inputs: [condition, x], outputs: [y], options: IfOptions()) {
      $0.thenSubgraphIndex = negated
      $0.elseSubgraphIndex = clipped
    }
    var session = Session(try Plan(for: try b.model(inputs: [condition, x], outputs: [y])))
    for (flag, expected) in [(1, [3, -4]), (0, [0, 4]), (1, [3, -4])] as [(UInt8, [Float])] {
      try session.writeInput(0, [flag])
      try session.writeInput(1, Support.bytes([-3, 4]))
      try session.run()
      #expect(Support.floats(session.readOutput(0)) == expected)
    }
  }

  /// A loop that adds 1 while a value, times `factor`, is below 10.
  private static func loop(factor: Float) throws -> Model {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1])
    let y = b.tensor("y", .float32, [1])
    let condition = b.subgraph("condition") { b in
      let x = b.tensor("x", .float32, [1])
      let scaled = b.tensor("scaled", .float32, [1])
      let rest = b.tensor("rest", .float32, [1])
      let flag = b.tensor("flag", .bool, [1])
      let factor = b.constant("factor", [factor], [1])
      let ten = b.constant("ten", [10] as [Float], [1])
      b.operator(.mul, inputs: [x, factor], outputs: [scaled], options: MulOptions())
      b.operator(.sub, inputs: [ten, scaled], outputs: [rest], options: SubOptions()) {
        $0.fusedActivation = .relu
      }
      b.operator(.cast, inputs: [rest], outputs: [flag], options: CastOptions()) {
        $0.inDataType = .float32
        $0.outDataType = .bool
      }
      return ([x], [flag])
    }
    let body = b.subgraph("body") { b in
      let x = b.tensor("x", .float32, [1])
      let y = b.tensor("y", .float32, [1])
      let one = b.constant("one", [1] as [Float], [1])
      b.operator(.add, inputs: [x, one], outputs: [y], options: AddOptions())
      return ([x], [y])
    }
    b.operator(.while, inputs: [x], outputs: [y], options: WhileOptions()) {
      $0.condSubgraphIndex = condition
      $0.bodySubgraphIndex = body
    }
    return try b.model(inputs: [x], outputs: [y])
  }

  @Test func loopsEndWhenTheConditionFails() throws {
    var session = Session(try Plan(for: Self.loop(factor: 1)))
    for (start, end) in [(2.5, 10.5), (12, 12), (9, 10)] as [(Float, Float)] {
      try session.writeInput(0, Support.bytes([start]))
      try session.run()
      #expect(Support.floats(session.readOutput(0)) == [end])
    }
  }

  @Test func anEndlessLoopIsStopped() throws {
    let options = PlanOptions(limits: PlanLimits(loopIterations: 1000))
    var session = Session(try Plan(for: Self.loop(factor: 0), options: options))
    try session.writeInput(0, Support.bytes([1]))
    do {
      try session.run()
      Issue.record("an endless loop ended")
    } catch {
      #expect("\(error)".contains("did not end within 1000 iterations"))
    }
  }

  @Test func manyCallsAreStopped() throws {
    let options = PlanOptions(limits: PlanLimits(subgraphCalls: 99))
    var session = Session(try Plan(for: Self.loop(factor: 1), options: options))
    for _ in 0..<2 {
      try session.writeInput(0, Support.bytes([9]))
      try session.run()
      try session.writeInput(0, Support.bytes([-1000]))
      do {
        try session.run()
        Issue.record("a loop of 1010 iterations ended")
      } catch {
        #expect("\(error)".contains("makes more than 99 calls"))
      }
    }
  }

  @Test(arguments: [0.05, 0])
  func runsThatTakeTooLongAreStopped(seconds: Double) throws {
    let options = PlanOptions(limits: PlanLimits(loopIterations: .max, subgraphCalls: .max))
    var limited = options
    limited.limits.runSeconds = seconds
    var session = Session(try Plan(for: Self.loop(factor: 0), options: limited))
    // Each run has the time anew.
    for _ in 0..<2 {
      try session.writeInput(0, Support.bytes([1]))
      let start = ContinuousClock.now
      do {
        try session.run()
        Issue.record("an endless loop ended")
      } catch {
        #expect(
          "\(error)"
            == "The run stopped before operator 0 (WHILE): it took longer than the limit of \(seconds) "
            + "seconds; raise the limit or use a smaller model.")
        #expect(ContinuousClock.now - start >= .seconds(seconds))
      }
    }
    limited.limits.runSeconds = .nan
    var other = Session(try Plan(for: Self.loop(factor: 1), options: limited))
    try other.writeInput(0, Support.bytes([1]))
    try other.run()
  }

  @Test func variablesKeepTheirValueAndAreInitialisedOnce() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1])
    let handle = b.tensor("handle", .resource, [1])
    let old = b.tensor("old", .float32, [1])
    let sum = b.tensor("sum", .float32, [1])
    let initialise = b.subgraph("initialise") { b in
      let handle = b.tensor("handle", .resource, [1])
      let hundred = b.constant("hundred", [100] as [Float], [1])
      b.operator(.varHandle, inputs: [], outputs: [handle], options: VarHandleOptions()) {
        $0.sharedName = "total"
      }
      b.operator(
        .assignVariable, inputs: [handle, hundred], outputs: [], options: AssignVariableOptions())
      return ([], [])
    }
    b.operator(.callOnce, inputs: [], outputs: [], options: CallOnceOptions()) {
      $0.initSubgraphIndex = initialise
    }
    b.operator(.varHandle, inputs: [], outputs: [handle], options: VarHandleOptions()) {
      $0.sharedName = "total"
    }
    b.operator(.readVariable, inputs: [handle], outputs: [old], options: ReadVariableOptions())
    b.operator(.add, inputs: [old, x], outputs: [sum], options: AddOptions())
    b.operator(
      .assignVariable, inputs: [handle, sum], outputs: [], options: AssignVariableOptions())
    let plan = try Plan(for: try b.model(inputs: [x], outputs: [sum]))
    var session = Session(plan)
    for (value, expected) in [(1, 101), (2, 103), (3, 106)] as [(Float, Float)] {
      try session.writeInput(0, Support.bytes([value]))
      try session.run()
      #expect(Support.floats(session.readOutput(0)) == [expected])
    }
    // Another session has variables of its own.
    var other = Session(plan)
    try other.writeInput(0, Support.bytes([5]))
    try other.run()
    #expect(Support.floats(other.readOutput(0)) == [105])
  }

  /// The same bytes under another type, in a graph that is run node by node, go into a loop.
  @Test func loopsTakeBitsOfAnotherType() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .int64, [2])
    let bits = b.tensor("bits", .int32, [2, 2])
    let start = b.constant("start", [0] as [Int32], [1])
    let count = b.tensor("count", .int32, [1])
    let y = b.tensor("y", .int32, [2, 2])
    let condition = b.subgraph("condition") { b in
      let count = b.tensor("count", .int32, [1])
      let bits = b.tensor("bits", .int32, [2, 2])
      let flag = b.tensor("flag", .bool, [1])
      let two = b.constant("two", [2] as [Int32], [1])
      b.operator(.less, inputs: [count, two], outputs: [flag])
      return ([count, bits], [flag])
    }
    let body = b.subgraph("body") { b in
      let count = b.tensor("count", .int32, [1])
      let bits = b.tensor("bits", .int32, [2, 2])
      let one = b.constant("one", [1] as [Int32], [1])
      let next = b.tensor("next", .int32, [1])
      b.operator(.add, inputs: [count, one], outputs: [next], options: AddOptions())
      return ([count, bits], [next, bits])
    }
    b.operator(.bitcast, inputs: [x], outputs: [bits])
    b.operator(.while, inputs: [start, bits], outputs: [count, y], options: WhileOptions()) {
      $0.condSubgraphIndex = condition
      $0.bodySubgraphIndex = body
    }
    var session = Session(try Plan(for: try b.model(inputs: [x], outputs: [y])))
    let bytes = ([1, -2] as [Int64]).flatMap(\.littleEndianBytes)
    try session.writeInput(0, bytes)
    try session.run()
    #expect(session.readOutput(0) == bytes)
    #expect(session.outputs[0].type == .int32)
  }

  @Test func shapesMayDependOnValues() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [6])
    let shape = b.tensor("shape", .int32, [2])
    let y = b.tensor("y", .float32, [1, 1], signature: [-1, -1])
    let z = b.tensor("z", .float32, [1, 1], signature: [-1, -1])
    b.operator(.reshape, inputs: [x, shape], outputs: [y])
    b.operator(.neg, inputs: [y], outputs: [z])
    var session = Session(try Plan(for: try b.model(inputs: [x, shape], outputs: [z])))
    try session.writeInput(0, Support.bytes([1, 2, 3, 4, 5, 6]))
    for extents in [[2, 3], [3, 2], [-1, 6], [2, 3]] as [[Int32]] {
      try session.writeInput(1, extents.flatMap(\.littleEndianBytes))
      try session.run()
      #expect(Support.floats(session.readOutput(0)) == [-1, -2, -3, -4, -5, -6])
      #expect(session.outputs[0].shape[1] == Int(extents[1]))
    }
    try session.writeInput(1, ([4, 4] as [Int32]).flatMap(\.littleEndianBytes))
    #expect(throws: RunError.self) { try session.run() }
  }

  @Test func interpretersOfTwoSubgraphsShareVariables() throws {
    var b = ModelBuilder()
    func access(_ b: inout ModelBuilder) -> Int {
      let handle = b.tensor("handle", .resource, [1])
      b.operator(.varHandle, inputs: [], outputs: [handle], options: VarHandleOptions()) {
        $0.sharedName = "store"
      }
      return handle
    }
    let x = b.tensor("x", .float32, [2], signature: [-1])
    let handle = access(&b)
    b.operator(.assignVariable, inputs: [handle, x], outputs: [], options: AssignVariableOptions())
    let reader = b.subgraph("reader") { b in
      let handle = access(&b)
      let y = b.tensor("y", .float32, [2], signature: [-1])
      b.operator(.readVariable, inputs: [handle], outputs: [y], options: ReadVariableOptions())
      return ([], [y])
    }
    let model = try b.model(inputs: [x], outputs: [])
    let writing = Interpreter(model: model)
    let reading = Interpreter(model: model, subgraph: reader, sharingResourcesOf: writing)
    try reading.prepare()
    #expect(throws: RunError.self) { try reading.run() }
    for values in [[1, 2], [3, 4, 5]] as [[Float]] {
      try writing.resizeInput(0, to: [values.count])
      try writing.prepare()
      try writing.writeInput(0, Support.bytes(values))
      try writing.run()
      try reading.run()
      #expect(try reading.outputs()[0].shape == [values.count])
      #expect(try Support.floats(reading.readOutput(0)) == values)
    }
  }
}
