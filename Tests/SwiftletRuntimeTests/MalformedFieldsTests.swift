import Foundation
import SwiftletFormat
import SwiftletRuntime
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Every field of a small model of each operator, set to what no converter writes: options and lists that are
/// missing, wrong counts, extents and strides of 0, numbers beyond any tensor, operands that are not there.
///
/// Whatever the model becomes, it is refused in a sentence, fails in a run, or runs.
@Suite struct MalformedFieldsTests {
  private static let options = PlanOptions(
    limits: PlanLimits(
      arenaBytes: 1 << 18, foldedBytes: 1 << 18, packedBytes: 1 << 20, loopIterations: 40,
      subgraphCalls: 100))

  /// What to put in a place, of which a number is changed with all its neighbours or by itself.
  private static func values(for site: Site) -> [Int] {
    switch site.role {
    case .tensorIndex(let count): [-1, count]
    case .index(let count): [count]
    case .dimension: [0, Int(Int32.max)]
    case .elementType: [ElementType.string, .float64].map { Int($0.rawValue) }
    case .elementCount: [0, 1]
    case .fieldPosition: [0]
    case .scalar: [0, -1, Int(Int32.max), Int(Int32.min)]
    case .float, .content: []
    }
  }

  @Test(arguments: RecordedCase.operators) func areNoDanger(name: String) throws {
    let files = try RecordedCase.names(of: name).map { name in
      [UInt8](try Data(contentsOf: URL(filePath: "\(RecordedCase.folder)/\(name).tflite")))
    }
    guard let bytes = files.min(by: { $0.count < $1.count }) else { return }
    var refusals = 0
    for site in ModelSites(bytes).sites {
      for value in Self.values(for: site) {
        for element in 0..<min(site.count, 8) {
          var changed = bytes
          for byte in 0..<site.width {
            changed[site.offset + element * site.width + byte] = UInt8(
              truncatingIfNeeded: value >> (8 * byte))
          }
          if let error = Self.error(of: changed) {
            #expect(!error.isEmpty)
            refusals += 1
          }
        }
      }
    }
    // Models of one operator have some field that has to be there.
    #expect(refusals > 0)
  }

  /// What is wrong with a model, or nil.
  private static func error(of bytes: [UInt8]) -> String? {
    do {
      let plan = try Plan(for: try Model(bytes: bytes), options: options)
      var session = Session(plan)
      for (index, input) in plan.inputs.enumerated() where input.type != .string {
        try session.writeInput(index, [UInt8](repeating: 1, count: input.byteCount))
      }
      try session.run()
      return nil
    } catch { return "\(error)" }
  }
}
