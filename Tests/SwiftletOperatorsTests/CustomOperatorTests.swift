import Foundation
import Swiftlet
import SwiftletTestSupport
import Testing

/// Operators of an application, as `docs/custom-operators.md` shows them.
@Suite struct CustomOperatorTests {
  private static func floats(_ bytes: [UInt8]) -> [Float] {
    bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  private static func bytes(_ values: [Float]) -> [UInt8] { values.withUnsafeBytes { Array($0) } }

  /// Negates, then asks for `Scale`.
  private static func model(_ options: [UInt8]? = flexFactor) throws -> Model {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [2, 2])
    let negated = b.tensor("negated", .float32, [2, 2])
    let y = b.tensor("y", .float32, [2, 2])
    b.operator(.neg, inputs: [x], outputs: [negated])
    b.custom("Scale", inputs: [negated], outputs: [y], version: 3, options: options)
    return try b.model(inputs: [x], outputs: [y])
  }

  /// `{"factor": 2.5}` as a FlexBuffer.
  private static let flexFactor: [UInt8] =
    Array("factor".utf8) + [
      0, 1, 8, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 32, 64, 14, 5, 38, 1,
    ]

  @Test func runsInAFixedPlan() throws {
    let plan = try Plan(
      for: Self.model(), options: PlanOptions(threads: 2, customOperators: [Scale()]))
    #expect(plan.steps.map(\.kernel).last == "registered Scale")
    var session = Session(plan)
    for scale in [1, 2] as [Float] {
      try session.writeInput(0, Self.bytes([1, -2, 3, 0].map { $0 * scale }))
      try session.run()
      #expect(Self.floats(session.readOutput(0)) == [-2.5, 5, -7.5, 0].map { $0 * scale })
    }
  }

  @Test func itsErrorsNameThePlaceAndLeaveTheSessionUsable() throws {
    let plan = try Plan(for: Self.model(), options: PlanOptions(customOperators: [Scale()]))
    var session = Session(plan)
    try session.writeInput(0, Self.bytes([1, .infinity, 3, 0]))
    do {
      try session.run()
      Issue.record("an infinite element was scaled")
    } catch {
      #expect("\(error)".contains("operator 1 (Scale): it failed: Element 1 is not finite."))
    }
    try session.writeInput(0, Self.bytes([1, 1, 1, 1]))
    try session.run()
    #expect(Self.floats(session.readOutput(0)) == [-2.5, -2.5, -2.5, -2.5])
  }

  @Test func followsResizedInputs() throws {
    let interpreter = Interpreter(
      model: try Self.model(), options: PlanOptions(customOperators: [Scale()]))
    try interpreter.resizeInput(0, to: [3])
    try interpreter.prepare()
    try interpreter.writeInput(0, Self.bytes([1, 2, 3]))
    try interpreter.run()
    #expect(try interpreter.outputs()[0].shape == [3])
    #expect(Self.floats(try interpreter.readOutput(0)) == [-2.5, -5, -7.5])
  }

  @Test func stringsAndUnknownShapes() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .string, [3])
    let y = b.tensor("y", .string, [3])
    b.custom("DropEmpty", inputs: [x], outputs: [y])
    let model = try b.model(inputs: [x], outputs: [y])
    var session = Session(
      try Plan(for: model, options: PlanOptions(customOperators: [DropEmpty()])))
    try session.writeInput(0, ModelBuilder.stringBytes([[65], [], [66, 67]]))
    try session.run()
    #expect(session.outputs[0].shape == [2])
    #expect(session.readOutput(0) == ModelBuilder.stringBytes([[65], [66, 67]]))
  }

  @Test func refusalsSayWhatToDo() throws {
    func message(_ model: Model, _ operators: [any CustomOperator]) -> String {
      do {
        _ = try Plan(for: model, options: PlanOptions(customOperators: operators))
        return ""
      } catch {
        return "\(error)"
      }
    }
    let unknown = message(try Self.model(), [DropEmpty()])
    #expect(unknown.contains("operator 1 (Scale) version 3 (float32 → float32)"))
    #expect(unknown.contains("register a CustomOperator of this name"))
    #expect(message(try Self.model(nil), [Scale()]).contains("Scale needs the option factor."))
  }

  /// The code of the guide is the code that these tests compile.
  @Test func theGuideShowsThisCode() throws {
    let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let guide = try String(
      contentsOf: folder.appendingPathComponent("../../docs/custom-operators.md").standardized,
      encoding: .utf8)
    let example = try String(
      contentsOf: folder.appendingPathComponent("CustomOperatorExample.swift"), encoding: .utf8)
    let blocks = guide.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.joined(separator: "\n").contains(example))
    let own = try String(contentsOfFile: #filePath, encoding: .utf8)
    let last = try #require(blocks.last)
    for line in last.split(separator: "\n") { #expect(own.contains(line), "\(line)") }
  }

  /// The last block of the guide.
  private func register() throws -> Interpreter {
    let options = PlanOptions(customOperators: [Scale(), DropEmpty()])
    let interpreter = Interpreter(model: try Model(contentsOf: "model.tflite"), options: options)
    return interpreter
  }
}
