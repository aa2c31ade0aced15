internal import SwiftletOperators
internal import SwiftletTensor

/// Runs a graph whose shapes are all known: a loop over steps at fixed addresses of one arena.
@safe final class FixedGraphRunner: GraphRunner {
  /// Numbers alone, so that a run counts no references.
  private struct BoundStep {
    let phases: Range<Int>
    /// The first of the step's addresses in `operands`.
    let firstOperand: Int
    let firstOutput: Int
    let firstTemporary: Int
    let canFault: Bool
    /// The step's index in the plan.
    let index: Int
  }

  private let graph: GraphPlan
  private let engine: Engine
  private let budget: MemoryBudget
  private let arena: AlignedMemory
  /// Stands in for operands that are left out.
  private let absent = AlignedMemory(byteCount: 0)
  private let operands: UnsafeMutablePointer<UnsafeMutableRawPointer>
  private let steps: [BoundStep]
  /// The phases of all steps; not an array, so that they are called where they are.
  private let phases: UnsafeMutableBufferPointer<BoundPhase>
  /// What steps remember from run to run, and how it begins.
  private let states: [(memory: AlignedMemory, begin: @Sendable () -> AlignedMemory)]
  private let zones: ArenaZones

  init(_ graph: GraphPlan, engine: Engine, budget: MemoryBudget) {
    self.graph = graph
    self.engine = engine
    self.budget = budget
    arena = AlignedMemory(byteCount: graph.arenaBytes, countedIn: budget)
    zones = ArenaZones(graph, in: arena)
    engine.pool.reserveScratch(
      byteCount: graph.steps.reduce(0) { max($0, $1.step.scratchBytes) })
    var addresses: [UnsafeMutableRawPointer] = unsafe []
    var steps: [BoundStep] = []
    var phases: [BoundPhase] = []
    var states: [(memory: AlignedMemory, begin: @Sendable () -> AlignedMemory)] = []
    for (index, placed) in graph.steps.enumerated() where !placed.isElided {
      let first = unsafe addresses.count
      for tensor in placed.inputs + placed.outputs {
        unsafe addresses.append(Self.address(of: tensor, graph, arena, absent))
      }
      for offset in placed.temporaries { unsafe addresses.append(arena.pointer + offset) }
      if let makeState = placed.step.makeState {
        let state = makeState()
        states.append((state, makeState))
        unsafe addresses.append(state.pointer)
      }
      let firstPhase = phases.count
      phases += engine.bind(placed.step)
      steps.append(
        BoundStep(
          phases: firstPhase..<phases.count, firstOperand: first,
          firstOutput: placed.inputs.count,
          firstTemporary: placed.inputs.count + placed.outputs.count,
          canFault: placed.step.canFault, index: index))
    }
    self.steps = steps
    unsafe self.phases = .allocate(capacity: phases.count)
    _ = unsafe self.phases.initialize(fromContentsOf: phases)
    self.states = states
    unsafe operands = .allocate(capacity: max(addresses.count, 1))
    unsafe operands.initialize(from: addresses, count: addresses.count)
    resetVariables()
  }

  deinit {
    unsafe operands.deallocate()
    unsafe phases.deinitialize().deallocate()
  }

  func run() throws(RunError) {
    guard engine.hasDeadline else {
      for index in steps.indices { try perform(steps[index]) }
      return
    }
    for index in steps.indices {
      try checkTime(index)
      try perform(steps[index])
    }
  }

  /// Throws if the run has taken too long to begin a step.
  private func checkTime(_ index: Int) throws(RunError) {
    try engine.checkTime(before: graph.steps[steps[index].index].place)
  }

  var places: [NodePlace] { graph.steps.map(\.place) }

  func run(timing nanoseconds: inout [Int], in host: any OperatorHost) throws(RunError) {
    var clock = StepClock()
    for index in steps.indices {
      try checkTime(index)
      try perform(steps[index])
      nanoseconds[steps[index].index] += clock.lap()
    }
  }

  func run(observedBy call: RunObserver.Call) throws(RunError) {
    call.show(
      nil, nil, inputs: [], tensors: graph.inputs.map { ObservedTensor($0, in: self) })
    var next = steps.startIndex
    for (position, placed) in graph.steps.enumerated() {
      if !placed.isElided {
        try checkTime(next)
        try perform(steps[next])
        next += 1
      }
      let changed = placed.inputs.filter { $0 >= 0 && graph.tensors[$0].isVariable }
      call.show(
        position, graph.description(of: placed), inputs: placed.inputs,
        tensors: (placed.outputs + changed).filter { $0 >= 0 }.map { tensor in
          ObservedTensor(tensor, in: self, sharedWith: graph.operand(of: placed, under: tensor))
        })
    }
  }

  private func perform(_ step: BoundStep) throws(RunError) {
    unsafe engine.perform(
      UnsafeBufferPointer(rebasing: phases[step.phases]), operands: operands + step.firstOperand,
      firstOutput: step.firstOutput,
      firstTemporary: step.firstTemporary)
    if RedZones.isOn { zones.check(step.index, graph) }
    guard step.canFault, let fault = engine.takeFault() else { return }
    throw .fault(place: graph.steps[step.index].place, reason: fault)
  }

  func resetVariables() {
    for tensor in graph.variables {
      guard case .arena(let offset) = graph.locations[tensor] else { continue }
      let info = graph.tensors[tensor]
      unsafe (arena.pointer + offset).initializeMemory(
        as: UInt8.self, repeating: initialByte(of: info), count: info.byteCount)
    }
  }

  func restart() {
    resetVariables()
    for (memory, begin) in states {
      let fresh = begin()
      withExtendedLifetime(fresh) {
        unsafe memory.pointer.copyMemory(from: fresh.pointer, byteCount: memory.byteCount)
      }
    }
  }

  var keepsState: Bool { !graph.variables.isEmpty || !states.isEmpty }

  func releaseSpareMemory() {}

  func info(of tensor: Int) -> TensorInfo { graph.tensors[tensor] }

  func address(of tensor: Int) -> UnsafeMutableRawPointer {
    unsafe Self.address(of: tensor, graph, arena, absent)
  }

  func byteCount(of tensor: Int) -> Int {
    if case .none = graph.locations[tensor] { return 0 }
    return graph.tensors[tensor].byteCount
  }

  func assign(_ value: TensorValue, to tensor: Int) -> Bool {
    let info = graph.tensors[tensor]
    guard info.type == value.type, info.shape == value.shape, info.byteCount == value.byteCount,
      case .arena = graph.locations[tensor]
    else { return false }
    unsafe address(of: tensor).copyMemory(from: value.memory.pointer, byteCount: value.byteCount)
    return true
  }

  func value(of tensor: Int) -> TensorValue {
    let info = graph.tensors[tensor]
    let memory = AlignedMemory(byteCount: info.byteCount, countedIn: budget)
    unsafe memory.pointer.copyMemory(from: address(of: tensor), byteCount: byteCount(of: tensor))
    return TensorValue(
      type: info.type, shape: info.shape, memory: memory, byteCount: info.byteCount)
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
}
