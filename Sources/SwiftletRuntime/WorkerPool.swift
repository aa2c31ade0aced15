package import SwiftletOperators
internal import SwiftletTensor
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The threads that share the phases of one session's runs: fork and join over ranges of units.
///
/// Workers spin while a run is going on, park on a condition when it is over, and are woken when
/// the next one begins; nothing spins in an idle session. The caller works too, so that a pool of
/// one has no thread. One caller at a time.
@safe package final class WorkerPool: @unchecked Sendable {
  // Sendable: `job` is written by the caller while no worker reads it. A worker reads it only after
  // it has joined through `entry`, and the caller waits for all that joined.

  /// What the threads do: a phase's body over chunks of its units.
  @safe package struct Job {
    let phase: Phase
    let operands: UnsafePointer<UnsafeMutableRawPointer>
    let firstOutput: Int
    let firstTemporary: Int
    let chunks: Int

    /// Describes a job.
    ///
    /// - Parameters:
    ///   - phase: What is done.
    ///   - operands: The addresses of inputs, outputs and temporaries, in this order.
    ///   - firstOutput: The index of the first output in `operands`.
    ///   - firstTemporary: The index of the first temporary in `operands`.
    ///   - chunks: Into how many pieces the units are cut, at least 1.
    @unsafe package init(
      phase: Phase, operands: UnsafePointer<UnsafeMutableRawPointer>, firstOutput: Int,
      firstTemporary: Int, chunks: Int
    ) {
      self.phase = phase
      unsafe self.operands = operands
      self.firstOutput = firstOutput
      self.firstTemporary = firstTemporary
      self.chunks = chunks
    }
  }

  /// The number of threads, the caller included.
  package let threadCount: Int
  // Changed only while no job is done, so that accesses need no check.
  @exclusivity(unchecked) private var scratch = AlignedMemory(byteCount: 0)
  @exclusivity(unchecked) private var scratchStride = 0
  private let faults: FaultWord
  @exclusivity(unchecked) private var job: Job?
  private var workers: [pthread_t] = []
  /// The number of the job, whether workers may still join it, and how many have.
  private let entry = Atomic<UInt64>(0)
  private let nextChunk = Atomic<Int>(0)
  private let finished = Atomic<UInt64>(0)
  private let isRunning = Atomic<Bool>(false)
  /// The processor on which the caller began the run.
  private let callerProcessor = Atomic<Int>(-1)
  private let isStopping = Atomic<Bool>(false)
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let wake = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Starts the workers.
  ///
  /// - Parameters:
  ///   - threadCount: The threads in all, at least 1.
  ///   - faults: Where bodies record what the data did.
  package init(threadCount: Int, faults: FaultWord) {
    self.threadCount = threadCount
    self.faults = faults
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(wake, nil)
    for index in 1..<max(threadCount, 1) { start(index) }
  }

  /// Makes sure that every thread has this much scratch; not while a job is done.
  package func reserveScratch(byteCount: Int) {
    let stride = MemoryPlanner.rounded(byteCount + AlignedMemory.spareBytes)
    guard unsafe stride > scratchStride else { return }
    unsafe scratch = AlignedMemory(byteCount: stride * threadCount)
    unsafe scratchStride = stride
  }

  /// Ends the workers and waits for them.
  package func stop() {
    isStopping.store(true, ordering: .releasing)
    unsafe pthread_mutex_lock(mutex)
    unsafe pthread_cond_broadcast(wake)
    unsafe pthread_mutex_unlock(mutex)
    for worker in workers { pthread_join(worker, nil) }
    workers = []
  }

  deinit {
    unsafe pthread_cond_destroy(wake)
    unsafe pthread_mutex_destroy(mutex)
    unsafe wake.deallocate()
    unsafe mutex.deallocate()
  }

  /// Wakes the workers, so that they are spinning when the first phase comes.
  package func beginRun() {
    guard threadCount > 1 else { return }
    callerProcessor.store(Processor.current, ordering: .relaxed)
    isRunning.store(true, ordering: .releasing)
    unsafe pthread_mutex_lock(mutex)
    unsafe pthread_cond_broadcast(wake)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Lets the workers park.
  package func endRun() {
    guard threadCount > 1 else { return }
    isRunning.store(false, ordering: .releasing)
  }

  /// Does a job on all threads and returns when it is done.
  ///
  /// - Precondition: between `beginRun()` and `endRun()`.
  package func perform(_ job: Job) {
    guard threadCount > 1, job.chunks > 1 else {
      unsafe performAlone(
        job.phase, operands: job.operands, firstOutput: job.firstOutput,
        firstTemporary: job.firstTemporary)
      return
    }
    unsafe self.job = job
    nextChunk.store(0, ordering: .relaxed)
    finished.store(0, ordering: .relaxed)
    let number = entry.load(ordering: .relaxed) / Self.numberUnit &+ 1
    entry.store(number &* Self.numberUnit | Self.openBit, ordering: .sequentiallyConsistent)
    share(job, thread: 0)
    // All chunks are taken: a worker that was too slow to join is not waited for.
    let closed = entry.bitwiseAnd(~Self.openBit, ordering: .acquiringAndReleasing).newValue
    let joined = closed % Self.openBit
    var spins = 0
    while finished.load(ordering: .acquiring) < joined {
      spins += 1
      if spins > Self.spinLimit { sched_yield() }
    }
    unsafe self.job = nil
  }

  /// Does a whole phase on the caller's thread.
  func performAlone(
    _ phase: borrowing Phase, operands: UnsafePointer<UnsafeMutableRawPointer>, firstOutput: Int,
    firstTemporary: Int
  ) {
    phase.body(
      unsafe Buffers(
        operands: operands, firstOutput: firstOutput, firstTemporary: firstTemporary,
        scratch: scratch.pointer, faults: faults), 0..<phase.units)
  }

  private func start(_ index: Int) {
    let argument = unsafe Unmanaged.passRetained(WorkerArgument(pool: self, index: index))
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let status = unsafe pthread_create(&thread, nil, runWorker, argument.toOpaque())
    #if canImport(Darwin)
    guard status == 0, let thread else {
      unsafe argument.release()
      return
    }
    #else
    guard status == 0 else {
      // Fewer workers than asked for: the rest share the chunks.
      unsafe argument.release()
      return
    }
    #endif
    workers.append(thread)
  }

  /// The life of a worker.
  fileprivate func serve(_ index: Int) {
    var seen: UInt64 = 0
    while let number = awaitJob(after: seen) {
      seen = number
      guard join(number) else { continue }
      if let job = unsafe job { share(job, thread: index) }
      finished.wrappingAdd(1, ordering: .releasing)
    }
  }

  /// The number of the next job; nil when the pool stops.
  private func awaitJob(after seen: UInt64) -> UInt64? {
    var spins = 0
    while true {
      let number = entry.load(ordering: .acquiring) / Self.numberUnit
      if number != seen { return number }
      if isStopping.load(ordering: .relaxed) { return nil }
      spins += 1
      guard spins > Self.spinLimit else { continue }
      guard isRunning.load(ordering: .relaxed) else {
        park(until: seen)
        spins = 0
        continue
      }
      giveWay()
    }
  }

  /// Takes part in a job, if it is still open.
  private func join(_ number: UInt64) -> Bool {
    var present = entry.load(ordering: .acquiring)
    while present / Self.numberUnit == number, present & Self.openBit != 0 {
      let (exchanged, original) = entry.compareExchange(
        expected: present, desired: present &+ 1, ordering: .acquiringAndReleasing)
      if exchanged { return true }
      present = original
    }
    return false
  }

  /// In `entry`, the number counts in these units.
  private static let numberUnit: UInt64 = 1 << 16
  /// In `entry`, set while workers may join; the bits below count those that have.
  private static let openBit: UInt64 = 1 << 15

  /// Gives the processor to others, or looks for another if it is the caller's.
  private func giveWay() {
    let taken = callerProcessor.load(ordering: .relaxed)
    if taken >= 0, Processor.current == taken { Processor.leave(taken) }
    sched_yield()
  }

  /// About 5 µs of loads: longer than most gaps between phases.
  private static let spinLimit = 10_000

  /// Sleeps until a run begins, or there is something to do.
  private func park(until seen: UInt64) {
    unsafe pthread_mutex_lock(mutex)
    while !isRunning.load(ordering: .acquiring), !isStopping.load(ordering: .acquiring),
      entry.load(ordering: .acquiring) / Self.numberUnit == seen
    {
      unsafe pthread_cond_wait(wake, mutex)
    }
    unsafe pthread_mutex_unlock(mutex)
  }

  private func share(_ job: Job, thread: Int) {
    while true {
      let chunk = nextChunk.wrappingAdd(1, ordering: .relaxed).oldValue
      guard chunk < job.chunks else { return }
      work(on: job, units: Self.units(of: job, chunk: chunk), thread: thread)
    }
  }

  /// The units of one chunk of a job, cut at multiples of the phase's grain.
  private static func units(of job: Job, chunk: Int) -> Range<Int> {
    let phase = job.phase
    let tiles = (phase.units + phase.grain - 1) / phase.grain
    let start = min(tiles * chunk / job.chunks * phase.grain, phase.units)
    return start..<min(tiles * (chunk + 1) / job.chunks * phase.grain, phase.units)
  }

  /// Does some of a job's units.
  private func work(on job: Job, units: Range<Int>, thread: Int) {
    guard !units.isEmpty else { return }
    let buffers = unsafe Buffers(
      operands: job.operands, firstOutput: job.firstOutput, firstTemporary: job.firstTemporary,
      scratch: scratch.pointer + thread * scratchStride, faults: faults)
    job.phase.body(buffers, units)
  }
}

private final class WorkerArgument {
  let pool: WorkerPool
  let index: Int

  init(pool: WorkerPool, index: Int) {
    self.pool = pool
    self.index = index
  }
}

#if canImport(Darwin)
private func runWorker(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  let worker = unsafe Unmanaged<WorkerArgument>.fromOpaque(argument).takeRetainedValue()
  worker.pool.serve(worker.index)
  return nil
}
#else
private func runWorker(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  let worker = unsafe Unmanaged<WorkerArgument>.fromOpaque(argument).takeRetainedValue()
  worker.pool.serve(worker.index)
  return nil
}
#endif
