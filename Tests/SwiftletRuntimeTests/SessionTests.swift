import SwiftletFormat
import SwiftletOperators
import SwiftletRuntime
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Plans and sessions on small graphs.
@Suite struct SessionTests {
  static func bytes(_ values: [Float]) -> [UInt8] { values.flatMap(\.littleEndianBytes) }

  static func floats(_ bytes: [UInt8]) -> [Float] {
    TensorValue(bytes, type: .float32, shape: [bytes.count / 4]).elements(as: Float.self)
  }

  /// `relu(x) → reshape → + constant`.
  private static func chain() throws -> Model {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1, 8], signature: [-1, 8])
    let positive = b.tensor("positive", .float32, [1, 8])
    let square = b.tensor("square", .float32, [2, 4])
    let y = b.tensor("y", .float32, [2, 4])
    let shape = b.constant("shape", [-1, 4] as [Int32], [2])
    let one = b.constant("one", [1] as [Float], [1])
    b.operator(.relu, inputs: [x], outputs: [positive])
    b.operator(.reshape, inputs: [positive, shape], outputs: [square])
    b.operator(.add, inputs: [square, one], outputs: [y], options: AddOptions())
    return try b.model(inputs: [x], outputs: [y])
  }

  @Test func runsAndReusesMemory() throws {
    let plan = try Plan(for: Self.chain())
    #expect(plan.steps.map(\.isElided) == [false, true, false])
    // The input stays; the reshape and the sum share what the first step wrote.
    let memory = plan.memory
    #expect([memory.plannedBytes, memory.naiveBytes, memory.lowerBoundBytes] == [128, 256, 128])
    var session = Session(plan)
    for _ in 0..<3 {
      try session.writeInput(0, Self.bytes([-1, 2, -3, 4, -5, 6, -7, 8]))
      try session.run()
      #expect(Self.floats(session.readOutput(0)) == [1, 3, 1, 5, 1, 7, 1, 9])
    }
    let kept = session.inputBytes(0)
    #expect(kept.unsafeLoadUnaligned(fromByteOffset: 4, as: Float.self) == 2)
  }

  @Test func inputsCanBeResized() throws {
    let interpreter = Interpreter(model: try Self.chain())
    try interpreter.resizeInput(0, to: [3, 8], strict: true)
    try interpreter.prepare()
    #expect(try interpreter.plan().outputs[0].shape == [6, 4])
    try interpreter.writeInput(0, Self.bytes((0..<24).map { Float($0) - 12 }))
    try interpreter.run()
    let expected = (0..<24).map { max(Float($0) - 12, 0) + 1 }
    #expect(try Self.floats(interpreter.readOutput(0)) == expected)
    #expect(throws: PlanError.self) {
      try interpreter.resizeInput(0, to: [3, 9], strict: true)
    }
    #expect(throws: PlanError.self) { try interpreter.resizeInput(1, to: [3, 9]) }
    #expect(throws: RunError.self) { try interpreter.writeInput(0, [1, 2, 3]) }
    #expect(throws: RunError.self) { try interpreter.readOutput(1) }
  }

  @Test func constantsAreComputedWhilePlanning() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [4])
    let two = b.constant("two", [2] as [Float], [1])
    let three = b.constant("three", [3] as [Float], [1])
    let six = b.tensor("six", .float32, [1])
    let y = b.tensor("y", .float32, [4])
    b.operator(.mul, inputs: [two, three], outputs: [six], options: MulOptions())
    b.operator(.add, inputs: [x, six], outputs: [y], options: AddOptions())
    let plan = try Plan(for: try b.model(inputs: [x], outputs: [y, six]))
    #expect(plan.steps.map(\.place.operatorName) == ["ADD"])
    var session = Session(plan)
    try session.writeInput(0, Self.bytes([1, 2, 3, 4]))
    try session.run()
    #expect(Self.floats(session.readOutput(0)) == [7, 8, 9, 10])
    #expect(Self.floats(session.readOutput(1)) == [6])
  }

  @Test func everythingUnsupportedIsNamedAtOnce() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [4])
    let a = b.tensor("a", .float32, [4])
    let y = b.tensor("y", .float32, [4])
    let z = b.tensor("z", .float32, [4])
    b.custom("Foo", inputs: [x], outputs: [a])
    b.operator(.relu, inputs: [a], outputs: [y])
    b.custom("Bar", inputs: [y], outputs: [z])
    let model = try b.model(inputs: [x], outputs: [z])
    do throws(PlanError) {
      _ = try Plan(for: model)
      Issue.record("a plan with custom operators")
    } catch {
      guard case .unsupported(let nodes) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(nodes.map(\.place.operatorName) == ["Foo", "Bar"])
      #expect(nodes.map(\.place.index) == [0, 2])
      #expect("\(error)".contains("operator 0 (Foo) version 1"))
    }
  }

  @Test func limitsHold() throws {
    let model = try Self.chain()
    #expect(throws: PlanError.self) {
      try Plan(for: model, options: PlanOptions(limits: PlanLimits(arenaBytes: 100)))
    }
    #expect(throws: PlanError.self) {
      try Plan(for: model, inputShapes: [0: [1 << 40, 8]])
    }
    #expect(throws: PlanError.self) { try Plan(for: model, options: PlanOptions(threads: 0)) }
    #expect(throws: PlanError.self) { try Plan(for: model, subgraph: 1) }
  }

  @Test func tensorsWithoutElementsAreRunAndHugeOnesAreNot() throws {
    let model = try Self.chain()
    let interpreter = Interpreter(model: model)
    try interpreter.resizeInput(0, to: [0, 8])
    try interpreter.prepare()
    try interpreter.writeInput(0, [])
    try interpreter.run()
    #expect(try interpreter.readOutput(0).isEmpty)
    // Loops and strides run over the extents even where one of them is 0.
    for shape in [[0, 1 << 62, 8], [0, Int(Int32.max), Int(Int32.max)], [0, 1 << 30]] as [Shape] {
      #expect(throws: PlanError.self) {
        try interpreter.resizeInput(0, to: shape)
        try interpreter.prepare()
      }
    }
  }

  @Test func aFaultLeavesTheSessionUsable() throws {
    var b = ModelBuilder()
    let x = b.constant("x", [10, 20, 30] as [Float], [3])
    let indices = b.tensor("indices", .int32, [2])
    let y = b.tensor("y", .float32, [2])
    b.operator(.gather, inputs: [x, indices], outputs: [y], options: GatherOptions())
    var session = Session(try Plan(for: try b.model(inputs: [indices], outputs: [y])))
    func write(_ values: [Int32]) throws {
      try session.writeInput(0, values.flatMap(\.littleEndianBytes))
    }
    try write([2, 3])
    #expect(throws: RunError.self) { try session.run() }
    try write([2, 0])
    try session.run()
    #expect(Self.floats(session.readOutput(0)) == [30, 10])
  }
}
