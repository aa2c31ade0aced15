import AllocationCounter
import SwiftletFormat
import SwiftletRuntime
import SwiftletTensor

/// Counts what runs take from the allocator: `AllocationProbe RUNS THREADS MODEL…`.
///
/// Prints for each model how it is planned, how many blocks the runs took and how many of them are
/// still held: `fixed 0 0 path`. Inputs are zeros, or strings without a character. A process of its own, since tests that run at the same time
/// allocate too.
@main
enum AllocationProbe {
  static func main() {
    let arguments = CommandLine.arguments
    guard allocation_counter_is_active() != 0 else { return print("inactive") }
    guard arguments.count > 2, let runs = Int(arguments[1]), let threads = Int(arguments[2]) else {
      return print("usage: AllocationProbe RUNS THREADS MODEL…")
    }
    for path in arguments.dropFirst(3) {
      do {
        print(try measure(path, runs: runs, threads: threads), path)
      } catch {
        print("failed \(error) \(path)")
      }
    }
  }

  private static func measure(_ path: String, runs: Int, threads: Int) throws -> String {
    let model = try Model(contentsOf: path)
    let plan = try Plan(for: model, options: PlanOptions(threads: threads))
    var session = Session(plan)
    for (index, tensor) in model.subgraphs[0].inputs.enumerated()
    where model.subgraphs[0].tensors[tensor].type == .string {
      let count = model.subgraphs[0].tensors[tensor].shape.elementCount
      let end = UInt32(4 * (count + 2))
      let words = [UInt32(count)] + [UInt32](repeating: end, count: count + 1)
      try session.writeInput(
        index, words.flatMap { word in (0..<4).map { UInt8(word >> (8 * $0) & 255) } })
    }
    for _ in 0..<5 { try session.run() }
    let before = (allocation_counter_taken(), allocation_counter_released())
    for _ in 0..<runs { try session.run() }
    let taken = allocation_counter_taken() - before.0
    let kept = taken - (allocation_counter_released() - before.1)
    return "\(plan.isFixed ? "fixed" : "flexible") \(taken) \(kept)"
  }
}
