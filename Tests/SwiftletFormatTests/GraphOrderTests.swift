import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Values flow through a graph in the order of its operators.
@Suite struct GraphOrderTests {
  static let cases: [Spoiled] = [
    Spoiled(
      "operators in reverse",
      "Operator 0 (RESHAPE) of subgraph 0 reads tensor 3 \"convolved\" as input 0, which operator 1 "
        + "writes only later; convert the model again so that operators are in order."
    ) { $0.subgraphs[0].operators.reverse() },
    Spoiled(
      "operator that reads what it writes",
      "Operator 0 (CONV_2D) of subgraph 0 has tensor 3 \"convolved\" both as input and as output; "
        + "convert the model again."
    ) { $0.subgraphs[0].operators[0].inputs = [3, 1, 2] },
    Spoiled(
      "input without data",
      "Operator 0 (CONV_2D) of subgraph 0 reads tensor 1 \"weights\" as input 1, which has no data "
        + "and which nothing writes; convert the model again."
    ) { $0.buffers[1].data = nil },
    Spoiled(
      "input that is not declared",
      "Operator 0 (CONV_2D) of subgraph 0 reads tensor 0 \"image\" as input 0, which has no data and "
        + "which nothing writes; convert the model again."
    ) { $0.subgraphs[0].inputs = [] },
    Spoiled(
      "output that nothing writes",
      "Subgraph 0 has tensor 5 \"result\" as output 0, but nothing writes it; convert the model "
        + "again."
    ) { $0.subgraphs[0].operators.removeLast() },
    Spoiled(
      "constant that is written",
      "Operator 1 (RESHAPE) of subgraph 0 writes tensor 2 \"bias\", which is a constant; convert the "
        + "model again."
    ) { $0.subgraphs[0].operators[1].outputs = [2] },
    Spoiled(
      "input that is written",
      "Operator 1 (RESHAPE) of subgraph 0 writes tensor 0 \"image\", which is an input; convert the "
        + "model again."
    ) { $0.subgraphs[0].operators[1].outputs = [0] },
    Spoiled(
      "variable that is written",
      "Operator 1 (RESHAPE) of subgraph 0 writes tensor 5 \"result\", which is a variable; convert "
        + "the model again."
    ) { $0.subgraphs[0].tensors[5].isVariable = true },
    Spoiled(
      "tensor that is written twice",
      "Operator 1 (RESHAPE) of subgraph 0 writes tensor 3 \"convolved\", which is already written; "
        + "convert the model again."
    ) {
      $0.subgraphs[0].operators[1].inputs = [0, 4]
      $0.subgraphs[0].operators[1].outputs = [3]
    },
    Spoiled(
      "tensor that one operator writes twice",
      "Operator 1 (RESHAPE) of subgraph 0 writes tensor 5 \"result\", which is already written; "
        + "convert the model again."
    ) { $0.subgraphs[0].operators[1].outputs = [5, 5] },
  ]

  @Test(arguments: cases)
  func refuses(_ spoiled: Spoiled) { spoiled.check() }

  @Test func variablesNeedNoWriter() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1])
    let state = b.tensor("state", .float32, [1], isVariable: true)
    let y = b.tensor("y", .float32, [1])
    b.operator(.add, inputs: [x, state], outputs: [y], options: AddOptions())
    #expect(try b.model(inputs: [x], outputs: [y]).subgraphs[0].tensors[state].isVariable)
  }

  /// RESHAPE takes its shape from its options where the operand is no list of extents.
  @Test func theShapeOfReshapeMayLackData() throws {
    func load(shape: [Int]) throws -> Model {
      var b = ModelBuilder()
      let x = b.tensor("x", .float32, [4])
      let unused = b.tensor("shape", .int32, shape)
      let y = b.tensor("y", .float32, [2, 2])
      b.operator(.reshape, inputs: [x, unused], outputs: [y], options: ReshapeOptions()) {
        $0.newShape = [2, 2]
      }
      return try b.model(inputs: [x], outputs: [y])
    }
    _ = try load(shape: [])
    #expect(throws: ModelError.self) { _ = try load(shape: [2]) }
  }

  /// The time grows with the number of operands, not with its square.
  @Test(.timeLimit(.minutes(1)))
  func operandsMayBeMany() throws {
    var b = ModelBuilder()
    let count = 30_000
    let inputs = (0..<count).map { _ in b.tensor("", .float32, [1]) }
    let outputs = (0..<count).map { _ in b.tensor("", .float32, [1]) }
    b.custom("Many", inputs: inputs, outputs: outputs)
    let model = try b.model(inputs: inputs, outputs: outputs)
    #expect(model.subgraphs[0].operators[0].inputs.count == count)
  }

  /// Adds an operator that runs a subgraph, for each field of its options that names one.
  typealias Call = @Sendable (inout ModelBuilder, _ subgraph: Int) -> Void

  static let calls: [Call] = [
    { b, callee in
      b.operator(.if, inputs: [], outputs: [], options: IfOptions()) {
        ($0.thenSubgraphIndex, $0.elseSubgraphIndex) = (callee, 2)
      }
    },
    { b, callee in
      b.operator(.if, inputs: [], outputs: [], options: IfOptions()) {
        ($0.thenSubgraphIndex, $0.elseSubgraphIndex) = (2, callee)
      }
    },
    { b, callee in
      b.operator(.while, inputs: [], outputs: [], options: WhileOptions()) {
        ($0.condSubgraphIndex, $0.bodySubgraphIndex) = (callee, 2)
      }
    },
    { b, callee in
      b.operator(.while, inputs: [], outputs: [], options: WhileOptions()) {
        ($0.condSubgraphIndex, $0.bodySubgraphIndex) = (2, callee)
      }
    },
    { b, callee in
      b.operator(.callOnce, inputs: [], outputs: [], options: CallOnceOptions()) {
        $0.initSubgraphIndex = callee
      }
    },
    { b, callee in
      b.operator(.stablehloCase, inputs: [], outputs: [], options: StablehloCaseOptions()) {
        $0.branchSubgraphIndices = [2, callee]
      }
    },
    { b, callee in
      b.operator(
        .stablehloComposite, inputs: [], outputs: [], options: StableHLOCompositeOptions()
      ) { $0.decompositionSubgraphIndex = callee }
    },
  ]

  /// A subgraph that runs itself, directly or through another.
  @Test(arguments: calls.indices, [false, true])
  func subgraphsThatRunThemselvesAreRefused(call: Int, throughAnother: Bool) {
    var b = ModelBuilder()
    let call = Self.calls[call]
    call(&b, throughAnother ? 1 : 0)
    b.subgraph("other") { b in
      if throughAnother { call(&b, 0) }
      return ([], [])
    }
    b.subgraph("nothing") { _ in ([], []) }
    let error = #expect(throws: ModelError.self) { _ = try Model(bytes: b.build()) }
    #expect(error?.description.contains("runs itself") == true, "\(error?.description ?? "none")")
  }

  @Test func chainsOfCallsAreCounted() throws {
    func load(_ length: Int) throws -> Model {
      var b = ModelBuilder()
      for index in 0..<length {
        if index > 0 { b.subgraph("\(index)") { _ in ([], []) } }
      }
      for index in 0..<length - 1 {
        var call = CallOnceOptions()
        call.initSubgraphIndex = index + 1
        b.subgraphs[index].operators = [
          OperatorRecord(code: 0, inputs: [], outputs: [], options: WrittenOptions(call))
        ]
      }
      b.operatorCodes = [OperatorCodeRecord(code: 129, customName: "", version: 1)]
      return try Model(bytes: b.build())
    }
    #expect(try load(32).subgraphs.count == 32)
    let error = #expect(throws: ModelError.self) { _ = try load(33) }
    #expect(error?.kind == .tooLarge)
    #expect(
      error?.description
        == "Subgraph 0 starts a chain of more than 32 calls; raise ModelLimits.callDepth to load "
        + "the model.")
  }
}
