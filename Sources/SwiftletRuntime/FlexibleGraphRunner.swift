internal import SwiftletFormat
internal import SwiftletOperators
internal import SwiftletTensor

/// Runs a graph node by node: shapes are inferred from the values of the run, and every tensor has a
/// buffer of its own that is kept for the next run.
///
/// A node's step is made anew only when the shapes of its operands change, or the values on which
/// the step depends (`RuntimeValues`).
@safe final class FlexibleGraphRunner: GraphRunner {
  /// A step with what it was made for.
  private struct CachedStep {
    let inputShapes: [Shape?]
    let readValues: [Int: [UInt8]]
    let outputShapes: [Shape]
    let step: Step
    let phases: [BoundPhase]
    let temporaries: [AlignedMemory]
  }

  private let plan: FlexiblePlan
  private unowned let engine: Engine
  private unowned let session: SessionState
  private let context: LoweringContext
  private let limits: PlanLimits
  private var values: [TensorValue?]
  /// The memory that a tensor had last, to be used again.
  private var buffers: [AlignedMemory?]
  private var cache: [CachedStep?]
  /// Tensors whose buffers are kept for the next run only.
  private var spare: Set<Int> = []
  /// What nodes remember from run to run, whatever the shapes are.
  private var states: [AlignedMemory?]
  /// The shapes that results had last.
  private var lastShapes: [[Shape]]
  /// Whether a result of the present run has another shape than in the run before.
  private var hasNewShape = false
  private var addresses: [UnsafeMutableRawPointer] = unsafe []
  private let absent = AlignedMemory(byteCount: 0)

  init(_ plan: FlexiblePlan, engine: Engine, session: SessionState, context: LoweringContext) {
    self.plan = plan
    self.engine = engine
    self.session = session
    self.context = context
    limits = engine.plan.options.limits
    values = [TensorValue?](repeating: nil, count: plan.tensors.count)
    buffers = [AlignedMemory?](repeating: nil, count: plan.tensors.count)
    cache = [CachedStep?](repeating: nil, count: plan.entries.count)
    states = [AlignedMemory?](repeating: nil, count: plan.entries.count)
    lastShapes = [[Shape]](repeating: [], count: plan.entries.count)
    for tensor in plan.inputs where values[tensor] == nil {
      let info = plan.tensors[tensor]
      if info.type == .string {
        let strings = [[UInt8]](repeating: [], count: info.elementCount)
        values[tensor] = TensorValue(strings: strings, shape: info.shape)
      } else {
        let memory = AlignedMemory(byteCount: info.byteCount, countedIn: session.budget)
        values[tensor] = TensorValue(
          type: info.type, shape: info.shape, memory: memory, byteCount: info.byteCount)
      }
    }
    resetVariables()
  }

  func run() throws(RunError) {
    hasNewShape = false
    for index in plan.entries.indices { try perform(index, in: session) }
  }

  var places: [NodePlace] { plan.entries.map(\.place) }

  func run(timing nanoseconds: inout [Int], in host: any OperatorHost) throws(RunError) {
    var clock = StepClock()
    hasNewShape = false
    for index in plan.entries.indices {
      try perform(index, in: host)
      nanoseconds[index] += clock.lap()
    }
  }

  func run(observedBy call: RunObserver.Call) throws(RunError) {
    call.show(nil, nil, inputs: [], tensors: plan.inputs.map { ObservedTensor($0, in: self) })
    hasNewShape = false
    for index in plan.entries.indices {
      let node = plan.entries[index].node
      try execute(index, in: call.observer)
      let changed = node.inputs.filter { $0 >= 0 && plan.tensors[$0].isVariable }
      let what = description(of: index)
      call.show(
        index, what, inputs: node.inputs,
        tensors: (node.outputs + changed).filter { $0 >= 0 }.map {
          ObservedTensor($0, in: self, sharedWith: what.isElided ? node.inputs[0] : nil)
        })
      release(plan.entries[index])
    }
  }

  /// What a node was in the present run.
  private func description(of index: Int) -> StepDescription {
    let entry = plan.entries[index]
    let step = cache[index]?.step
    return StepDescription(
      place: entry.place, kernel: step?.kernel ?? entry.body.kernel,
      multiplyAccumulates: step?.multiplyAccumulates ?? 0,
      byteCount: step?.isCopy == true
        ? 0
        : Set(entry.node.inputs + entry.node.outputs).reduce(0) {
          $0 + ($1 < 0 ? 0 : byteCount(of: $1))
        },
      isElided: step?.isCopy == true)
  }

  private func perform(_ index: Int, in host: any OperatorHost) throws(RunError) {
    try execute(index, in: host)
    release(plan.entries[index])
  }

  private func execute(_ index: Int, in host: any OperatorHost) throws(RunError) {
    let entry = plan.entries[index]
    try engine.checkTime(before: entry.place)
    do throws(OperatorError) {
      switch entry.body {
      case .lowered(let value): try perform(value, entry, index)
      case .interpreted(let value): try interpret(value, entry, in: host)
      }
    } catch {
      // A graph that this node called may have run out of time.
      try engine.checkTime(before: entry.place)
      throw .fault(place: entry.place, reason: "it \(error.words)")
    }
    if let fault = engine.takeFault() { throw .fault(place: entry.place, reason: fault) }
    compareShapes(of: entry, index)
  }

  /// Notes whether a node's results have other shapes than before: then LiteRT prepares all nodes
  /// behind it anew, which is where its random generators begin.
  private func compareShapes(of entry: FlexiblePlan.Entry, _ index: Int) {
    if case .interpreted(let value) = entry.body, !value.announcesShapes { return }
    let node = entry.node
    let last = lastShapes[index]
    let areSame =
      last.count == node.outputs.count
      && zip(node.outputs, last).allSatisfy { $0 < 0 || values[$0]?.shape == $1 }
    if areSame { return }
    hasNewShape = hasNewShape || !last.isEmpty
    lastShapes[index] = node.outputs.map { $0 < 0 ? [] : values[$0]?.shape ?? [] }
  }

  /// Buffers stay for the next run; only values that share another tensor's memory are let go.
  private func release(_ entry: FlexiblePlan.Entry) {
    for tensor in entry.lastUses {
      if buffers[tensor] == nil { values[tensor] = nil } else { spare.insert(tensor) }
    }
  }

  var keepsState: Bool {
    !plan.variables.isEmpty || states.contains { $0 != nil }
  }

  func releaseSpareMemory() {
    for tensor in spare {
      buffers[tensor] = nil
      values[tensor] = nil
    }
    spare.removeAll()
  }

  // MARK: Interpreted nodes

  private func interpret(
    _ value: any InterpretedNode, _ entry: FlexiblePlan.Entry, in host: any OperatorHost
  ) throws(OperatorError) {
    let inputs = entry.node.inputs.map { $0 < 0 ? nil : self.value(of: $0) }
    let results = try value.run(inputs, in: host)
    guard results.count == entry.node.outputs.count else {
      throw .invalid("gave \(results.count) results for \(entry.node.outputs.count) outputs")
    }
    for (tensor, result) in zip(entry.node.outputs, results) where tensor >= 0 {
      guard result.byteCount <= limits.arenaBytes else {
        throw .invalid(
          "gives a result of \(result.byteCount) bytes, more than the limit of "
            + "\(limits.arenaBytes)")
      }
      buffers[tensor] = nil
      values[tensor] = nil
      spare.remove(tensor)
      result.memory.count(in: session.budget)
      try session.makeRoom(for: 0)
      values[tensor] = result
    }
  }

  // MARK: Lowered nodes

  private func perform(
    _ value: any Operator, _ entry: FlexiblePlan.Entry, _ index: Int
  ) throws(OperatorError) {
    let node = entry.node
    let shapes = node.inputs.map { $0 < 0 ? nil : info(of: $0).shape }
    let cached: CachedStep
    if let kept = cache[index], kept.inputShapes == shapes, isCurrent(kept, node) {
      cached = kept
    } else {
      cached = try prepare(value, node, shapes, index)
      cache[index] = cached
    }
    if cached.step.isCopy, node.inputs[0] >= 0, node.outputs[0] >= 0 {
      let source = self.value(of: node.inputs[0])
      buffers[node.outputs[0]] = nil
      values[node.outputs[0]] = source.viewed(
        as: plan.tensors[node.outputs[0]].type, cached.outputShapes[0])
      return
    }
    // What is read before it is written in this run has to stay, too.
    spare.subtract(node.inputs)
    unsafe addresses.removeAll(keepingCapacity: true)
    for tensor in node.inputs { unsafe addresses.append(address(of: tensor)) }
    for (tensor, shape) in zip(node.outputs, cached.outputShapes) {
      unsafe addresses.append(tensor < 0 ? absent.pointer : try makeRoom(for: tensor, shape))
    }
    for memory in cached.temporaries { unsafe addresses.append(memory.pointer) }
    if let makeState = cached.step.makeState {
      let kept = hasNewShape ? nil : states[index]
      let state = kept ?? makeState()
      states[index] = state
      unsafe addresses.append(state.pointer)
    }
    unsafe addresses.withUnsafeBufferPointer { operands in
      guard let base = operands.baseAddress else { return }
      unsafe cached.phases.withUnsafeBufferPointer { phases in
        unsafe engine.perform(
          phases, operands: base, firstOutput: node.inputs.count,
          firstTemporary: node.inputs.count + node.outputs.count)
      }
    }
  }

  private func isCurrent(_ cached: CachedStep, _ node: Node) -> Bool {
    cached.readValues.allSatisfy { position, bytes in
      value(of: node.inputs[position]).elements(as: UInt8.self) == bytes
    }
  }

  private func prepare(
    _ value: any Operator, _ node: Node, _ shapes: [Shape?], _ index: Int
  ) throws(OperatorError) -> CachedStep {
    let infos = node.inputs.map { $0 < 0 ? nil : info(of: $0) }
    let known = RuntimeValues(
      node.inputs.map { tensor in
        tensor < 0 || plan.tensors[tensor].constant != nil ? nil : self.value(of: tensor).bytes
      })
    var operands = Operands(
      inputs: infos,
      outputs: node.outputs.map {
        $0 < 0 ? TensorInfo(name: "", type: .float32, shape: []) : plan.tensors[$0]
      }, values: known)
    operands.isInTable = plan.entries[index].isInTable
    guard let outputShapes = try value.outputShapes(for: operands) else {
      throw .invalid("has no shape for its result")
    }
    guard outputShapes.count == operands.outputs.count else {
      throw .invalid("has \(operands.outputs.count) outputs instead of \(outputShapes.count)")
    }
    for (index, shape) in outputShapes.enumerated() {
      operands.outputs[index].shape = shape
      guard shape.rank <= Shape.maximumRank, let count = shape.elementBound,
        let bytes = operands.outputs[index].type.byteCount(elements: count),
        bytes <= limits.arenaBytes
      else {
        throw .invalid("gives a result of shape \(shape), which exceeds the limits")
      }
    }
    let step = try context.step(of: value, operands)
    guard max(step.temporaries.max() ?? 0, step.scratchBytes) <= limits.arenaBytes else {
      throw .invalid("needs more memory than the limit of \(limits.arenaBytes) bytes")
    }
    cache[index] = nil
    try session.makeRoom(for: step.temporaries.reduce(0, +))
    var readValues: [Int: [UInt8]] = [:]
    for position in known.readIndices {
      readValues[position] = self.value(of: node.inputs[position]).elements(as: UInt8.self)
    }
    return CachedStep(
      inputShapes: shapes, readValues: readValues, outputShapes: outputShapes, step: step,
      phases: engine.bind(step),
      temporaries: step.temporaries.map {
        AlignedMemory(byteCount: $0, countedIn: session.budget)
      })
  }

  /// Memory for a result, the last run's where it is large enough and nobody else holds it.
  private func makeRoom(
    for tensor: Int, _ shape: Shape
  ) throws(OperatorError) -> UnsafeMutableRawPointer {
    let type = plan.tensors[tensor].type
    let bytes = type.byteCount(elements: shape.elementCount) ?? 0
    values[tensor] = nil
    spare.remove(tensor)
    if let buffer = buffers[tensor], fits(buffer, bytes),
      isKnownUniquelyReferenced(&buffers[tensor])
    {
      values[tensor] = TensorValue(type: type, shape: shape, memory: buffer, byteCount: bytes)
      return unsafe buffer.pointer
    }
    buffers[tensor] = nil
    try session.makeRoom(for: bytes)
    let memory = AlignedMemory(byteCount: bytes, countedIn: session.budget)
    buffers[tensor] = memory
    values[tensor] = TensorValue(type: type, shape: shape, memory: memory, byteCount: bytes)
    return unsafe memory.pointer
  }

  /// Whether memory suffices; in checked builds it has to end where the tensor does.
  private func fits(_ buffer: AlignedMemory, _ byteCount: Int) -> Bool {
    RedZones.isOn ? buffer.byteCount == byteCount : buffer.byteCount >= byteCount
  }

  // MARK: Tensors

  func restart() {
    resetVariables()
    forgetStates()
  }

  private func forgetStates() {
    for index in states.indices { states[index] = nil }
  }

  func resetVariables() {
    for tensor in plan.variables {
      let info = plan.tensors[tensor]
      let memory = AlignedMemory(byteCount: info.byteCount, countedIn: session.budget)
      unsafe memory.pointer.initializeMemory(
        as: UInt8.self, repeating: initialByte(of: info), count: info.byteCount)
      values[tensor] = TensorValue(
        type: info.type, shape: info.shape, memory: memory, byteCount: info.byteCount)
    }
  }

  func info(of tensor: Int) -> TensorInfo {
    var info = plan.tensors[tensor]
    if let value = values[tensor] { info.shape = value.shape }
    return info
  }

  func address(of tensor: Int) -> UnsafeMutableRawPointer {
    guard tensor >= 0 else { return unsafe absent.pointer }
    if let value = values[tensor] { return unsafe value.memory.pointer }
    guard let constant = plan.tensors[tensor].constant else { return unsafe absent.pointer }
    return unsafe UnsafeMutableRawPointer(mutating: constant.pointer)
  }

  func byteCount(of tensor: Int) -> Int {
    values[tensor]?.byteCount ?? plan.tensors[tensor].constant?.count ?? 0
  }

  func assign(_ value: TensorValue, to tensor: Int) -> Bool {
    let info = plan.tensors[tensor]
    guard info.type == value.type, info.constant == nil, !info.isVariable else { return false }
    // LiteRT prepares a graph anew for inputs of another shape.
    if let last = values[tensor], last.shape != value.shape { forgetStates() }
    buffers[tensor] = nil
    values[tensor] = value
    return true
  }

  func value(of tensor: Int) -> TensorValue {
    if let value = values[tensor] {
      // Steps change variables in place, so that what is passed on has to be a copy.
      guard plan.tensors[tensor].isVariable else { return value }
      return TensorValue(
        type: value.type, shape: value.shape, memory: AlignedMemory(copying: value.bytes),
        byteCount: value.byteCount)
    }
    let info = plan.tensors[tensor]
    let memory = info.constant.map { AlignedMemory(copying: $0) } ?? absent
    return TensorValue(
      type: info.type, shape: info.shape, memory: memory, byteCount: memory.byteCount)
  }
}
