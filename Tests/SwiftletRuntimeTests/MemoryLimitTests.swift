import SwiftletFormat
import SwiftletOperators
import SwiftletRuntime
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// What sessions and plans hold stays within `PlanLimits`, whatever a model asks for.
@Suite struct MemoryLimitTests {
  private typealias Support = SessionTests

  private static func options(arenaBytes: Int) -> PlanOptions {
    PlanOptions(limits: PlanLimits(arenaBytes: arenaBytes))
  }

  private static func failure(_ session: inout Session) -> String {
    do {
      try session.run()
      return ""
    } catch { return "\(error)" }
  }

  /// `fills` tensors of as many ones as the input says, and their sum, added up one after the other;
  /// with `keeping`, all are made before the first is added.
  private static func sums(of fills: Int, keeping: Bool) throws -> Model {
    var b = ModelBuilder()
    let count = b.tensor("count", .int32, [1])
    let one = b.constant("one", [1] as [Float], [])
    let axis = b.constant("axis", [0] as [Int32], [1])
    var total = b.constant("zero", [0] as [Float], [])
    func fill() -> Int {
      let ones = b.tensor("ones", .float32, [1], signature: [-1])
      b.operator(.fill, inputs: [count, one], outputs: [ones], options: FillOptions())
      return ones
    }
    let kept = keeping ? (0..<fills).map { _ in fill() } : []
    for index in 0..<fills {
      let (sum, next) = (b.tensor("sum", .float32, []), b.tensor("total", .float32, []))
      b.operator(
        .sum, inputs: [keeping ? kept[index] : fill(), axis], outputs: [sum],
        options: ReducerOptions())
      b.operator(.add, inputs: [total, sum], outputs: [next], options: AddOptions())
      total = next
    }
    return try b.model(inputs: [count], outputs: [total])
  }

  private static func write(_ count: Int32, to session: inout Session) throws {
    try session.writeInput(0, count.littleEndianBytes)
  }

  @Test func tensorsThatAreNeededTogetherAreLimited() throws {
    var session = Session(
      try Plan(for: Self.sums(of: 4, keeping: true), options: Self.options(arenaBytes: 100_000)))
    for _ in 0..<2 {
      try Self.write(1000, to: &session)
      try session.run()
      #expect(Support.floats(session.readOutput(0)) == [4000])
      try Self.write(10_000, to: &session)
      let error = Self.failure(&session)
      #expect(
        error.contains("operator 2 (FILL)") && error.contains("more than the limit of 100000"),
        "\(error)")
    }
  }

  /// Buffers kept for the next run make room for those of this one.
  @Test func spareMemoryIsGivenUp() throws {
    var session = Session(
      try Plan(for: Self.sums(of: 6, keeping: false), options: Self.options(arenaBytes: 100_000)))
    for count in [1000, 20_000, 10_000, 20_000] as [Int32] {
      try Self.write(count, to: &session)
      try session.run()
      #expect(Support.floats(session.readOutput(0)) == [Float(6 * count)])
    }
  }

  /// A chain of `IF`s, each of which has a subgraph that repeats its input 15,000 times and adds
  /// everything up; with `remembers`, the subgraphs have variables.
  private static func branches(_ number: Int, remembers: Bool) throws -> Model {
    var b = ModelBuilder()
    let flag = b.tensor("flag", .bool, [1])
    let x = b.tensor("x", .float32, [1])
    var value = x
    for _ in 0..<number {
      let y = b.tensor("y", .float32, [1])
      let branch = b.subgraph("branch") { b in
        let x = b.tensor("x", .float32, [1])
        let wide = b.tensor("wide", .float32, [15_000])
        let y = b.tensor("y", .float32, [1])
        let times = b.constant("times", [15_000] as [Int32], [1])
        let axis = b.constant("axis", [0] as [Int32], [1])
        if remembers { b.tensor("unused", .float32, [1], isVariable: true) }
        b.operator(.tile, inputs: [x, times], outputs: [wide], options: TileOptions())
        b.operator(.reduceMax, inputs: [wide, axis], outputs: [y], options: ReducerOptions()) {
          $0.keepDims = true
        }
        return ([x], [y])
      }
      b.operator(.if, inputs: [flag, value], outputs: [y], options: IfOptions()) {
        $0.thenSubgraphIndex = branch
        $0.elseSubgraphIndex = branch
      }
      value = y
    }
    return try b.model(inputs: [flag, x], outputs: [value])
  }

  @Test func graphsShareOneLimit() throws {
    var session = Session(
      try Plan(
        for: Self.branches(5, remembers: false), options: Self.options(arenaBytes: 100_000)))
    for number in [3, -4] as [Float] {
      try session.writeInput(0, [1])
      try session.writeInput(1, Support.bytes([number]))
      try session.run()
      #expect(Support.floats(session.readOutput(0)) == [number])
    }
  }

  @Test func graphsThatRememberStay() throws {
    let model = try Self.branches(2, remembers: true)
    var small = Session(try Plan(for: model, options: Self.options(arenaBytes: 100_000)))
    let error = Self.failure(&small)
    #expect(
      error.contains("operator 1 (IF)") && error.contains("more than the limit of 100000"),
      "\(error)")
    var large = Session(try Plan(for: model, options: Self.options(arenaBytes: 200_000)))
    try large.run()
  }

  @Test func aLoopWhoseStateGrowsIsStopped() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1], signature: [-1])
    let y = b.tensor("y", .float32, [1], signature: [-1])
    let condition = b.subgraph("condition") { b in
      ([b.tensor("x", .float32, [1])], [b.constant("always", bytes: [1], .bool, [1])])
    }
    let body = b.subgraph("body") { b in
      let x = b.tensor("x", .float32, [1])
      let twice = b.tensor("twice", .float32, [2])
      b.operator(
        .concatenation, inputs: [x, x], outputs: [twice], options: ConcatenationOptions())
      return ([x], [twice])
    }
    b.operator(.while, inputs: [x], outputs: [y], options: WhileOptions()) {
      $0.condSubgraphIndex = condition
      $0.bodySubgraphIndex = body
    }
    var session = Session(
      try Plan(
        for: try b.model(inputs: [x], outputs: [y]), options: Self.options(arenaBytes: 1 << 20)))
    #expect(Self.failure(&session).contains("more than the limit of 1048576"))
  }

  @Test func inputsOfGraphsRunNodeByNodeAreLimited() throws {
    var b = ModelBuilder()
    let inputs = (0..<3).map { b.tensor("x\($0)", .float32, [10_000]) }
    let y = b.tensor("y", .int64, [1, 1], signature: [-1, 1])
    b.operator(.where, inputs: [inputs[0]], outputs: [y])
    let model = try b.model(inputs: inputs, outputs: [y])
    _ = try Plan(for: model, options: Self.options(arenaBytes: 120_000))
    do {
      _ = try Plan(for: model, options: Self.options(arenaBytes: 119_999))
      Issue.record("the inputs exceed the limit")
    } catch { #expect("\(error)".contains("needs 120000 bytes for its inputs and variables")) }
  }

  @Test func elementsOfTablesAreLimited() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .int32, [1], signature: [-1])
    let y = b.tensor("y", .int32, [1], signature: [-1])
    let indices = b.tensor("indices", .int32, [1], signature: [-1])
    b.operator(.unique, inputs: [x], outputs: [y, indices], options: UniqueOptions())
    let interpreter = Interpreter(
      model: try b.model(inputs: [x], outputs: [y]), options: Self.options(arenaBytes: 6400))
    for count in [100, 101] {
      try interpreter.resizeInput(0, to: [count])
      try interpreter.prepare()
      let numbers = (0..<Int32(count)).map { $0 % 7 }
      try interpreter.writeInput(0, numbers.flatMap(\.littleEndianBytes))
      guard count > 100 else {
        try interpreter.run()
        #expect(try interpreter.outputs()[0].shape == [7])
        continue
      }
      #expect(throws: RunError.self) { try interpreter.run() }
    }
  }

  /// One constant that is read as matrices of many shapes is packed for each; a file always has room
  /// for its own weights.
  @Test func packedWeightsAreLimited() throws {
    let count = 1 << 14
    func plan(shapes: [Int]) throws -> Plan {
      var b = ModelBuilder()
      var ends: (inputs: [Int], outputs: [Int]) = ([], [])
      let weights = b.constant("weights", [Float](repeating: 1, count: count), [count])
      for units in shapes {
        let depth = count / units
        let x = b.tensor("x", .float32, [1, depth])
        let filter = b.tensor("filter", .float32, [units, depth])
        let y = b.tensor("y", .float32, [1, units])
        b.graph.tensors[filter].buffer = b.graph.tensors[weights].buffer
        b.operator(
          .fullyConnected, inputs: [x, filter, -1], outputs: [y],
          options: FullyConnectedOptions())
        ends.inputs.append(x)
        ends.outputs.append(y)
      }
      let model = try b.model(inputs: ends.inputs, outputs: ends.outputs)
      let limits = PlanLimits(packedBytes: 0)
      return try Plan(for: model, options: PlanOptions(gemm: .own, limits: limits))
    }
    #expect(try plan(shapes: [128]).packedWeightBytes >= 4 * count)
    do {
      _ = try plan(shapes: (0...14).map { 1 << $0 })
      Issue.record("fifteen layouts exceed the limit")
    } catch { #expect("\(error)".contains("bytes for packed weights, with which they exceed")) }
  }

  /// Many nodes share one long filter, of which each keeps scales and sums of its own.
  @Test func parametersAreLimited() throws {
    let units = 1 << 14
    func plan(nodes: Int) throws -> Plan {
      var b = ModelBuilder()
      let x = b.tensor("x", .int8, [1, 1], quantization: Quantization(scale: 1, zeroPoint: 0))
      let filter = b.constant(
        "filter", [Int8](repeating: 1, count: units), [units, 1],
        quantization: Quantization(scale: 1, zeroPoint: 0))
      let outputs = (0..<nodes).map { _ in
        let y = b.tensor(
          "y", .int8, [1, units], quantization: Quantization(scale: 2, zeroPoint: 0))
        b.operator(
          .fullyConnected, inputs: [x, filter, -1], outputs: [y],
          options: FullyConnectedOptions())
        return y
      }
      let limits = PlanLimits(packedBytes: 8 << 20)
      return try Plan(
        for: try b.model(inputs: [x], outputs: outputs), options: PlanOptions(limits: limits))
    }
    _ = try plan(nodes: 20)
    do {
      _ = try plan(nodes: 24)
      Issue.record("the parameters of 24 nodes exceed the limit")
    } catch {
      #expect("\(error)".contains("for its parameters, with which all exceed"), "\(error)")
    }
  }

  /// Many nodes share one constant that kernels cannot read in the file, and one copy of it.
  @Test func copiesOfConstantsAreShared() throws {
    let count = 1 << 16
    func bytes(nodes: Int) throws -> Int {
      var b = ModelBuilder()
      let scale = Quantization(scale: 1, zeroPoint: 0)
      let x = b.constant("x", [Int16](repeating: 1, count: count), [1, count], quantization: scale)
      let outputs = (0..<nodes).map { _ in
        let filter = b.tensor("filter", .int8, [1, count], quantization: scale)
        let y = b.tensor("y", .int16, [1, 1], quantization: scale)
        b.operator(
          .fullyConnected, inputs: [x, filter, -1], outputs: [y],
          options: FullyConnectedOptions())
        return (filter, y)
      }
      let plan = try Plan(
        for: try b.model(inputs: outputs.map(\.0), outputs: outputs.map(\.1)))
      return plan.packedWeightBytes
    }
    let one = try bytes(nodes: 1)
    #expect(one >= 2 * count)
    #expect(try bytes(nodes: 4) < one + count)
  }

  /// Constants beyond the limit are computed in each run; a small file may not have many, whatever
  /// the limit is.
  @Test(arguments: [(50_000, 199_999), (35 << 20, 1 << 40)])
  func computedConstantsAreLimited(count: Int, limit: Int) throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1])
    let one = b.constant("one", [1] as [Float], [1])
    let times = b.constant("times", [Int32(count)], [1])
    let wide = b.tensor("wide", .float32, [count])
    let y = b.tensor("y", .float32, [count])
    b.operator(.tile, inputs: [one, times], outputs: [wide], options: TileOptions())
    b.operator(.add, inputs: [wide, x], outputs: [y], options: AddOptions())
    let model = try b.model(inputs: [x], outputs: [y])
    func operators(_ limit: Int) throws -> [String] {
      let plan = try Plan(for: model, options: PlanOptions(limits: PlanLimits(foldedBytes: limit)))
      return plan.steps.map(\.place.operatorName)
    }
    #expect(try operators(limit) == ["TILE", "ADD"])
    if limit < 1 << 20 { #expect(try operators(4 * count) == ["ADD"]) }
  }
}
