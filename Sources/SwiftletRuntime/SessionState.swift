internal import SwiftletOperators
internal import SwiftletTensor

/// The memory and threads of a session, and the loop over its steps.
@safe final class SessionState {
  private struct BoundStep {
    let phases: [BoundPhase]
    /// The first of the step's addresses in `operands`.
    let firstOperand: Int
    let firstOutput: Int
    let firstTemporary: Int
    let canFault: Bool
    /// The step's index in the plan.
    let index: Int
  }

  private struct BoundPhase {
    let phase: Phase
    let chunks: Int
  }

  private let graph: GraphPlan
  private let arena: AlignedMemory
  private let scratch: AlignedMemory
  /// Stands in for operands that are left out.
  private let absent = AlignedMemory(byteCount: 0)
  private let operands: UnsafeMutablePointer<UnsafeMutableRawPointer>
  private let steps: [BoundStep]
  private let faults = FaultWord()
  private let pool: WorkerPool
  private let clock = ContinuousClock()

  init(_ plan: Plan) {
    graph = plan.graph
    arena = AlignedMemory(byteCount: graph.memory.plannedBytes)
    let scratchStride = MemoryPlanner.rounded(
      graph.steps.reduce(0) { max($0, $1.step.scratchBytes) } + AlignedMemory.spareBytes)
    let threads = plan.options.threads
    scratch = AlignedMemory(byteCount: scratchStride * threads)
    pool = unsafe WorkerPool(
      threadCount: threads, scratch: scratch.pointer, scratchStride: scratchStride, faults: faults)

    var addresses: [UnsafeMutableRawPointer] = unsafe []
    var steps: [BoundStep] = []
    for (index, placed) in graph.steps.enumerated() where !placed.isElided {
      let first = unsafe addresses.count
      for tensor in placed.inputs + placed.outputs {
        unsafe addresses.append(Self.address(of: tensor, graph, arena, absent))
      }
      for offset in placed.temporaries { unsafe addresses.append(arena.pointer + offset) }
      let firstTemporary = placed.inputs.count + placed.outputs.count
      steps.append(
        BoundStep(
          phases: placed.step.phases.filter { $0.units > 0 }.map {
            BoundPhase(phase: $0, chunks: Self.chunks(of: $0, threads: threads))
          },
          firstOperand: first, firstOutput: placed.inputs.count, firstTemporary: firstTemporary,
          canFault: placed.step.canFault, index: index))
    }
    self.steps = steps
    unsafe operands = .allocate(capacity: max(addresses.count, 1))
    unsafe operands.initialize(from: addresses, count: addresses.count)
    resetVariables()
  }

  deinit {
    unsafe operands.deallocate()
  }

  /// Ends the threads.
  func stop() { pool.stop() }

  func run() throws(RunError) {
    pool.beginRun()
    defer { pool.endRun() }
    for index in steps.indices { try perform(steps[index]) }
  }

  func run(timing nanoseconds: inout [Int]) throws(RunError) {
    precondition(nanoseconds.count == graph.steps.count, "one counter for each step of the plan")
    pool.beginRun()
    defer { pool.endRun() }
    for index in steps.indices {
      let start = clock.now
      try perform(steps[index])
      let (seconds, attoseconds) = start.duration(to: clock.now).components
      nanoseconds[steps[index].index] +=
        Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }
  }

  private func perform(_ step: borrowing BoundStep) throws(RunError) {
    for index in step.phases.indices {
      let job = unsafe WorkerPool.Job(
        phase: step.phases[index].phase, operands: operands + step.firstOperand,
        firstOutput: step.firstOutput, firstTemporary: step.firstTemporary,
        chunks: step.phases[index].chunks)
      pool.perform(job)
    }
    guard step.canFault, let fault = faults.take() else { return }
    throw .fault(place: graph.steps[step.index].place, reason: fault.text)
  }

  /// Sets every byte of a variable to the zero point of 8-bit types, else to 0.
  func resetVariables() {
    for tensor in graph.variables {
      guard case .arena(let offset) = graph.locations[tensor] else { continue }
      let info = graph.tensors[tensor]
      let byte =
        switch info.type {
        case .int8, .uint8: UInt8(truncatingIfNeeded: info.zeroPoint)
        default: UInt8(0)
        }
      unsafe (arena.pointer + offset).initializeMemory(
        as: UInt8.self, repeating: byte, count: info.byteCount)
    }
  }

  func inputAddress(_ index: Int) -> UnsafeMutableRawPointer {
    unsafe Self.address(of: graph.inputs[index], graph, arena, absent)
  }

  func inputByteCount(_ index: Int) -> Int { byteCount(of: graph.inputs[index]) }

  func outputAddress(_ index: Int) -> UnsafeRawPointer {
    unsafe UnsafeRawPointer(Self.address(of: graph.outputs[index], graph, arena, absent))
  }

  func outputByteCount(_ index: Int) -> Int { byteCount(of: graph.outputs[index]) }

  private func byteCount(of tensor: Int) -> Int {
    if case .none = graph.locations[tensor] { return 0 }
    return graph.tensors[tensor].byteCount
  }

  private static func address(
    of tensor: Int, _ graph: GraphPlan, _ arena: AlignedMemory, _ absent: AlignedMemory
  ) -> UnsafeMutableRawPointer {
    guard tensor >= 0 else { return unsafe absent.pointer }
    switch graph.locations[tensor] {
    case .arena(let offset): return unsafe arena.pointer + offset
    case .constant(let bytes): return unsafe UnsafeMutableRawPointer(mutating: bytes.pointer)
    case .none: return unsafe absent.pointer
    }
  }

  /// Into how many pieces a phase is cut: none for short ones, since a fork and join takes about
  /// half a microsecond; several for each of many threads, so that a disturbed one does not hold
  /// up the others.
  private static func chunks(of phase: Phase, threads: Int) -> Int {
    let shortest = 3_000
    let useful = min(threads, phase.nanoseconds / shortest)
    guard useful > 1 else { return 1 }
    let pieces = threads <= 2 ? useful : useful * 4
    return max(1, min(pieces, (phase.units + phase.grain - 1) / phase.grain))
  }
}
