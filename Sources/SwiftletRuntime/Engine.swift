internal import SwiftletOperators
internal import SwiftletTensor

/// What the graphs of one session share: threads, scratch, the fault word and resources.
final class Engine {
  let plan: Plan
  let pool: WorkerPool
  let resources: Resources
  private let faults = FaultWord()
  /// When the present run has to be done; nil where it may take as long as it does.
  @exclusivity(unchecked) private var deadline: ContinuousClock.Instant?

  init(_ plan: Plan, resources: Resources) {
    self.plan = plan
    self.resources = resources
    pool = WorkerPool(threadCount: plan.options.threads, faults: faults)
  }

  /// Begins a run.
  func beginRun() {
    let seconds = plan.options.limits.runSeconds
    // A year is as good as no end, and can be added to a time.
    unsafe deadline = seconds < 365 * 86_400 ? .now + .seconds(max(seconds, 0)) : nil
    pool.beginRun()
  }

  /// Ends a run.
  func endRun() { pool.endRun() }

  /// Whether the present run has to be done in a time.
  var hasDeadline: Bool { unsafe deadline != nil }

  /// Throws if the present run has taken too long to begin the step of an operator.
  func checkTime(before place: @autoclosure () -> NodePlace) throws(RunError) {
    guard let deadline = unsafe deadline, ContinuousClock.now >= deadline else { return }
    throw .tookTooLong(place: place(), seconds: plan.options.limits.runSeconds)
  }

  /// Does the phases of a step on the addresses of inputs, outputs and temporaries.
  func perform(
    _ phases: UnsafeBufferPointer<BoundPhase>, operands: UnsafePointer<UnsafeMutableRawPointer>,
    firstOutput: Int, firstTemporary: Int
  ) {
    for index in phases.indices {
      guard unsafe phases[index].chunks > 1 else {
        unsafe pool.performAlone(
          phases[index].phase, operands: operands, firstOutput: firstOutput,
          firstTemporary: firstTemporary)
        continue
      }
      pool.perform(
        unsafe WorkerPool.Job(
          phase: phases[index].phase, operands: operands, firstOutput: firstOutput,
          firstTemporary: firstTemporary, chunks: phases[index].chunks))
    }
  }

  /// What the data made go wrong since the last call, if anything, in words that follow the place.
  func takeFault() -> String? { faults.takeText() }

  /// A step's phases, cut for the number of threads; scratch is made large enough.
  func bind(_ step: Step) -> [BoundPhase] {
    pool.reserveScratch(byteCount: step.scratchBytes)
    return step.phases.filter { $0.units > 0 }.map {
      BoundPhase(phase: $0, threads: pool.threadCount)
    }
  }
}

/// A phase and into how many pieces it is cut.
struct BoundPhase {
  let phase: Phase
  let chunks: Int

  /// Short phases stay in one piece, since a fork and join takes about half a microsecond; many
  /// threads get several pieces each, so that a disturbed one does not hold up the others.
  init(phase: Phase, threads: Int) {
    self.phase = phase
    let shortest = 3_000
    let useful = min(threads, phase.nanoseconds / shortest)
    guard useful > 1 else {
      chunks = 1
      return
    }
    let pieces = threads <= 2 ? useful : useful * 4
    chunks = max(1, min(pieces, (phase.units + phase.grain - 1) / phase.grain))
  }
}
