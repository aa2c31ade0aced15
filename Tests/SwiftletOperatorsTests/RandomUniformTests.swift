import SwiftletFormat
import SwiftletOperators
import SwiftletRuntime
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct RandomUniformTests {
  @Test(arguments: RecordedCase.names(of: "RANDOM_UNIFORM")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func sessionsOfOnePlanHaveGeneratorsOfTheirOwn() throws {
    let recorded = try RecordedCase("RANDOM_UNIFORM/long")
    let plan = try Plan(for: recorded.model)
    var first = Session(plan)
    try first.run()
    try first.run()
    var second = Session(plan)
    try second.run()
    #expect(second.readOutput(0) == recorded.runs[0].litert?[0].bytes)
    #expect(first.readOutput(0) == recorded.runs[1].litert?[0].bytes)
  }

  @Test func withoutSeedsEveryGeneratorStartsElsewhere() throws {
    let shape = Operand.integers([64])
    let node = Node(code: .randomUniform, options: RandomOptions())
    var operands = Operands(inputs: [shape.info], outputs: [.output(.float32)])
    let value = try #require(Registry.type(for: .randomUniform)).init(
      reading: NodeReader(node: node, inputs: operands.inputs, outputs: operands.outputs))
    operands.outputs[0].shape = [64]
    let step = try value.lower(operands, in: LoweringContext())
    func numbers() -> [Float] {
      let output = AlignedMemory(byteCount: 256)
      #expect(step.runAlone(inputs: [shape.memory], outputs: [output]) == nil)
      return TensorBytes(output).elements(as: Float.self)
    }
    let (first, second) = (numbers(), numbers())
    #expect(first != second)
    #expect((first + second).allSatisfy { 0..<1 ~= $0 })
  }
}
