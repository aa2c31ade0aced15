import SwiftletFormat
import SwiftletOperators
import SwiftletRuntime
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Operators that move elements, on strings.
@Suite struct StringVariantTests {
  private static let words: [[UInt8]] = [Array("one".utf8), [], Array("four".utf8)]

  private static func session(
    _ code: BuiltinOperator, numbers: Int, limits: PlanLimits = PlanLimits()
  ) throws -> Session {
    var b = ModelBuilder()
    let x = b.tensor("x", .string, [3])
    let y = b.tensor("y", .int32, [numbers])
    let z = b.tensor("z", .string, [numbers])
    b.operator(code, inputs: [x, y], outputs: [z])
    let options = PlanOptions(limits: limits)
    return Session(
      try Plan(for: try b.model(inputs: [x, y], outputs: [z]), options: options))
  }

  private static func run(
    _ session: inout Session, _ words: [[UInt8]], _ numbers: [Int32]
  ) throws -> [UInt8] {
    try session.writeInput(0, ModelBuilder.stringBytes(words))
    try session.writeInput(1, numbers.flatMap(\.littleEndianBytes))
    try session.run()
    return session.readOutput(0)
  }

  @Test func aFaultLeavesTheSessionUsable() throws {
    var session = try Self.session(.gather, numbers: 2)
    #expect(
      try Self.run(&session, Self.words, [2, 1])
        == ModelBuilder.stringBytes([Self.words[2], Self.words[1]]))
    #expect(throws: (any Error).self) { try Self.run(&session, Self.words, [0, 3]) }
    #expect(
      try Self.run(&session, Self.words.reversed(), [2, 2])
        == ModelBuilder.stringBytes([Self.words[0], Self.words[0]]))
  }

  /// Integers that are taken for strings were read as their numbers, and strings as places.
  @Test(arguments: [
    (BuiltinOperator.gather, ElementType.int32, ElementType.int32),
    (.gather, .string, .string), (.gatherND, .int32, .int32), (.gatherND, .string, .string),
    (.tile, .int32, .int32), (.fill, .int32, .int32), (.fill, .string, .string),
    (.reshape, .int32, .int32), (.expandDims, .int32, .int32),
  ])
  func numbersAreNoStrings(
    _ code: BuiltinOperator, _ moved: ElementType, _ places: ElementType
  ) throws {
    var b = ModelBuilder()
    let x = b.tensor("x", code == .fill ? places : moved, [1])
    let y = b.tensor("y", code == .fill ? moved : places, [1])
    let z = b.tensor("z", .string, [1])
    b.operator(code, inputs: [x, y], outputs: [z])
    let model = try b.model(inputs: [x, y], outputs: [z])
    do {
      _ = try Plan(for: model)
      Issue.record("the model was planned")
    } catch {
      #expect("\(error)".contains("strings"), "\(error)")
    }
  }

  /// Neither the number of elements nor their bytes may exceed the limit.
  @Test func sizesAreLimited() throws {
    var limits = PlanLimits()
    limits.arenaBytes = 16384
    var session = try Self.session(.tile, numbers: 1, limits: limits)
    let few = try Self.run(&session, Self.words, [100])
    #expect(few.count == 4 * 302 + 700)
    #expect(throws: (any Error).self) { try Self.run(&session, Self.words, [.max]) }
    #expect(throws: (any Error).self) { try Self.run(&session, Self.words, [320]) }
    let long = [[UInt8](repeating: 1, count: 100), [], []]
    #expect(throws: (any Error).self) { try Self.run(&session, long, [100]) }
    #expect(try Self.run(&session, Self.words, [100]) == few)
  }
}
