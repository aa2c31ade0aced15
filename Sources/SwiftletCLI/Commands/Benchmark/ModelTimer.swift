internal import SwiftletFormat
internal import SwiftletMeasurement
internal import SwiftletOperators
internal import SwiftletRuntime
internal import SwiftletTensor

/// A model on seeded inputs whose runs are timed; all times are nanoseconds.
final class ModelTimer {
  let plan: Plan
  private let path: String
  private let interpreter: Interpreter
  private let inputs: [[UInt8]]
  /// The bytes of outputs that were copied, so that no copy is left out.
  private(set) var copied = 0

  /// Plans a model and fills its inputs.
  ///
  /// - Returns: The timer, and how long planning took.
  static func make(
    _ model: Model, path: String, engine: EngineChoices
  ) throws(CommandError) -> (timer: ModelTimer, planning: Int) {
    let interpreter = Interpreter(model: model, options: engine.planOptions)
    let (planning, plan) = try timed { () throws(CommandError) in
      do throws(PlanError) { return try interpreter.plan() } catch {
        throw CommandError(error, model: path)
      }
    }
    return (try ModelTimer(interpreter, plan, path: path), planning)
  }

  private init(_ interpreter: Interpreter, _ plan: Plan, path: String) throws(CommandError) {
    self.interpreter = interpreter
    self.plan = plan
    self.path = path
    var inputs: [[UInt8]] = []
    for (index, input) in plan.inputs.enumerated() {
      let values = SeededValues.bytes(
        type: input.type, count: input.shape.elementCount, seed: UInt64(index))
      guard let values else {
        throw .failure(
          .unimplemented,
          ModelFile.located(
            "Input \(index) has the type \(input.type.name), for which there are no values.",
            at: path))
      }
      inputs.append(values)
    }
    self.inputs = inputs
    try fill()
  }

  private func fill() throws(CommandError) {
    for (index, values) in inputs.enumerated() {
      do throws(RunError) { try interpreter.writeInput(index, values) } catch { throw fault(error) }
    }
  }

  /// The time of one run.
  func run() throws(CommandError) -> Int {
    try timed { () throws(CommandError) in
      do throws(RunError) { try interpreter.run() } catch { throw fault(error) }
    }.0
  }

  /// The time of each step of one run.
  func steps() throws(CommandError) -> [Int] {
    var nanoseconds = [Int](repeating: 0, count: plan.steps.count)
    do throws(RunError) { try interpreter.run(timing: &nanoseconds) } catch { throw fault(error) }
    return nanoseconds
  }

  /// The time of each step of the graphs that one run calls; to look inside makes it a bit slower.
  func calledSteps() throws(CommandError) -> [CalledStep] {
    var nanoseconds = [Int](repeating: 0, count: plan.steps.count)
    do throws(RunError) { return try interpreter.runWithCalls(timing: &nanoseconds) } catch {
      throw fault(error)
    }
  }

  /// One run from the caller's bytes to the caller's bytes.
  struct EndToEnd {
    var input: Int
    var run: Int
    var output: Int
    var total: Int { input + run + output }
  }

  /// The time of one run with the copies of inputs and outputs.
  func endToEnd() throws(CommandError) -> EndToEnd {
    let input = try timed { () throws(CommandError) in try fill() }.0
    let run = try run()
    let copying = try timed { () throws(CommandError) in
      for index in plan.outputs.indices { copied &+= try output(index).count }
    }.0
    return EndToEnd(input: input, run: run, output: copying)
  }

  private func output(_ index: Int) throws(CommandError) -> [UInt8] {
    do throws(RunError) { return try interpreter.readOutput(index) } catch { throw fault(error) }
  }

  /// The checksum of all outputs in the order of the file.
  func checksum() throws(CommandError) -> CRC32 {
    var checksum = CRC32()
    for index in plan.outputs.indices { checksum.update(try output(index)) }
    return checksum
  }

  /// Sets variables to their initial values.
  func reset() { interpreter.resetVariables() }

  /// The work of each step in a run; that of called graphs counts for the step that calls them, and
  /// stands in `called`, too, in the order of subgraphs and nodes.
  func work() throws(CommandError) -> (steps: [StepWork], called: [StepWork]) {
    var work: [StepWork] = []
    var called: [NodePlace: StepWork] = [:]
    var inside = (products: 0, bytes: 0)
    let main = plan.tensors(of: interpreter.subgraph)
    do throws(RunError) {
      try interpreter.run { step in
        guard let description = step.step else { return }
        guard step.subgraph == self.interpreter.subgraph else {
          inside.products += description.multiplyAccumulates
          inside.bytes += description.byteCount
          var one =
            called[description.place]
            ?? StepWork(
              step: description, multiplyAccumulates: 0, byteCount: 0, hasIntegerProducts: false)
          one.multiplyAccumulates += description.multiplyAccumulates
          one.byteCount += description.byteCount
          called[description.place] = one
          return
        }
        work.append(
          StepWork(
            step: description,
            multiplyAccumulates: description.multiplyAccumulates + inside.products,
            byteCount: description.byteCount + inside.bytes,
            hasIntegerProducts: Self.multipliesIntegers(step.inputs, main)))
        inside = (0, 0)
      }
    } catch { throw fault(error) }
    return (
      work,
      called.values.sorted {
        let (one, other) = ($0.step.place, $1.step.place)
        return (one.subgraph, one.index) < (other.subgraph, other.index)
      }
    )
  }

  /// Whether a step multiplies integers: by its second operand, the weights, else by its first.
  private static func multipliesIntegers(_ inputs: [Int], _ tensors: [TensorInfo]) -> Bool {
    func width(_ position: Int) -> Int? {
      guard inputs.indices.contains(position), inputs[position] >= 0 else { return nil }
      let type = tensors[inputs[position]].type
      switch type {
      case .int8, .uint8, .int4, .uint4, .int2, .int16: return type.bitWidth
      default: return nil
      }
    }
    return width(1).map { $0 <= 8 } ?? (width(0) != nil)
  }

  private func fault(_ error: RunError) -> CommandError { CommandError(error, model: path) }
}

/// What a step has to do in one run.
struct StepWork {
  let step: StepDescription
  var multiplyAccumulates: Int
  var byteCount: Int
  let hasIntegerProducts: Bool
}

/// The result of some work, and the nanoseconds that it took.
func timed<Result>(
  _ work: () throws(CommandError) -> Result
) throws(CommandError) -> (Int, Result) {
  let start = ContinuousClock.now
  let result = try work()
  let parts = (ContinuousClock.now - start).components
  return (Int(parts.seconds) * 1_000_000_000 + Int(parts.attoseconds / 1_000_000_000), result)
}
