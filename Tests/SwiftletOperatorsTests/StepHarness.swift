import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Runs a step outside a session, its units cut in any way.
enum StepHarness {
  /// How the units of each phase are handed out.
  enum Cut: Sendable, CustomTestStringConvertible {
    /// All in one call.
    case whole
    /// One at a time, the last first.
    case reversed
    /// In ranges of random length.
    case random(seed: UInt64)

    var testDescription: String {
      switch self {
      case .whole: "whole"
      case .reversed: "reversed"
      case .random(let seed): "random \(seed)"
      }
    }
  }

  /// The floats that a step makes of float inputs.
  ///
  /// Temporaries and scratch start as NaN, and what lies behind the output must stay as it was.
  static func run(
    _ step: Step, inputs: [[Float]], outputCount: Int, cut: Cut
  ) -> [Float] {
    let output = runOnBytes(
      step, inputs: inputs.map { AlignedMemory(floats: $0) }, outputBytes: 4 * outputCount, cut: cut
    )
    return TensorBytes(output).elements(as: Float.self)
  }

  /// The bytes that a step makes of inputs in memory.
  static func run(
    _ step: Step, inputs: [AlignedMemory], outputBytes: Int, cut: Cut
  ) -> [UInt8] {
    TensorBytes(runOnBytes(step, inputs: inputs, outputBytes: outputBytes, cut: cut))
      .elements(as: UInt8.self)
  }

  private static func runOnBytes(
    _ step: Step, inputs: [AlignedMemory], outputBytes: Int, cut: Cut
  ) -> AlignedMemory {
    let output = AlignedMemory(byteCount: outputBytes)
    RedZones.paint(output.pointer + output.byteCount)
    let temporaries = step.temporaries.map(garbage)
    var operands = (inputs + [output] + temporaries).map(\.pointer)
    let faults = FaultWord()
    for phase in step.phases {
      for units in ranges(phase.units, cut) {
        let scratch = garbage(step.scratchBytes)
        withExtendedLifetime(scratch) {
          operands.withUnsafeMutableBufferPointer { list in
            guard let base = list.baseAddress else { return }
            phase.body(
              Buffers(
                operands: UnsafePointer(base), firstOutput: inputs.count,
                firstTemporary: inputs.count + 1, scratch: scratch.pointer, faults: faults),
              units)
          }
        }
      }
    }
    withExtendedLifetime((inputs, temporaries)) {}
    #expect(faults.take() == nil)
    let isIntact = RedZones.isIntact(output.pointer + output.byteCount)
    #expect(isIntact, "wrote behind the output")
    return output
  }

  private static func garbage(_ byteCount: Int) -> AlignedMemory {
    AlignedMemory(floats: [Float](repeating: .nan, count: (byteCount + 3) / 4))
  }

  static func ranges(_ units: Int, _ cut: Cut) -> [Range<Int>] {
    switch cut {
    case .whole: return [0..<units]
    case .reversed: return (0..<units).reversed().map { $0..<$0 + 1 }
    case .random(let seed):
      var random = SplitMix64(seed: seed)
      var ranges: [Range<Int>] = []
      var first = 0
      while first < units {
        let end = min(units, first + random.integer(1, 8))
        ranges.append(first..<end)
        first = end
      }
      return ranges.shuffled(using: &random)
    }
  }
}
