import SwiftletKernels
import SwiftletOperators
import SwiftletRuntime
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

extension RecordedCase {
  /// Runs a recorded case in both arithmetics, on every instruction set and on one and two threads, and
  /// compares with what LiteRT gave.
  static func check(_ name: String) throws {
    let recorded = try RecordedCase(name)
    for arithmetic in [Arithmetic.reference, .litert] {
      for table in Kernels.available {
        for threads in [1, 2] {
          let options = PlanOptions(
            arithmetic: arithmetic, isa: table.isa, threads: threads, allowsWinograd: false)
          try recorded.check(options)
        }
      }
    }
  }

  private func check(_ options: PlanOptions) throws {
    let interpreter = Interpreter(model: model, options: options)
    let context = "\(name) \(options.arithmetic) \(options.isa.map { "\($0)" } ?? "") "
    guard !(options.arithmetic == .reference ? refusesReference : isRefused) else {
      #expect(throws: (any Error).self, "\(context)") {
        for run in runs { _ = try outputs(of: run, interpreter) }
      }
      return
    }
    for (number, run) in runs.enumerated() {
      let expected = options.arithmetic == .reference ? run.reference : run.litert
      let found = try outputs(of: run, interpreter)
      let wanted = try #require(expected)
      #expect(found.count == wanted.count, "\(context)")
      for (index, (found, wanted)) in zip(found, wanted).enumerated() {
        compare(found, wanted, "\(context)run \(number) output \(index)")
      }
    }
  }

  private func outputs(of run: Run, _ interpreter: Interpreter) throws -> [GoldenTensor] {
    for (index, input) in run.inputs.enumerated() {
      try interpreter.resizeInput(index, to: Shape(input.shape))
    }
    try interpreter.prepare()
    for (index, input) in run.inputs.enumerated() {
      try interpreter.writeInput(index, input.bytes)
    }
    if run.resetsVariables { interpreter.resetVariables() }
    try interpreter.run()
    return try interpreter.outputs().enumerated().map { index, output in
      GoldenTensor(
        type: output.type, shape: output.shape.dimensions, bytes: try interpreter.readOutput(index))
    }
  }

  private func compare(_ found: GoldenTensor, _ wanted: GoldenTensor, _ context: String) {
    #expect(found.type == wanted.type, "\(context)")
    #expect(found.shape == wanted.shape, "\(context)")
    guard [.float32, .float64, .float16, .bfloat16, .complex64].contains(wanted.type) else {
      #expect(found.bytes == wanted.bytes, "\(context)")
      return
    }
    let distance = found.distance(from: wanted)
    #expect(distance <= tolerance, "\(context): \(found.doubles) instead of \(wanted.doubles)")
  }
}
