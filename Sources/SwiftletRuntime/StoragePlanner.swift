internal import SwiftletOperators
internal import SwiftletTensor

/// Decides which tensors share storage, and places storages and temporaries in the arena.
///
/// A storage is what a graph input, or a step's output, occupies. A copy that changes nothing
/// (RESHAPE) takes over its input's storage; an element-wise step may write into the storage of an
/// input that nothing needs any more.
struct StoragePlanner {
  /// Memory that one or more tensors occupy, one after the other or as equals.
  private struct Storage {
    var byteCount: Int
    var lifetime: ClosedRange<Int>
    /// Whether a caller fills it or a variable lives in it, so that no step may overwrite it.
    var isPinned: Bool
    /// Whether steps change it in place, so that another tensor cannot share it.
    var isVariable: Bool
  }

  private let tensors: [TensorInfo]
  private let outputs: Set<Int>
  private let lastUse: [Int]
  private let stepCount: Int
  private var storages: [Storage] = []
  private var storageOfTensor: [Int?]
  private(set) var elided: Set<Int> = []

  /// Shares storage among the tensors of steps that are in execution order.
  init(
    tensors: [TensorInfo], inputs: [Int], outputs: [Int],
    steps: [(step: Step, inputs: [Int], outputs: [Int])]
  ) {
    self.tensors = tensors
    self.outputs = Set(outputs)
    stepCount = steps.count
    var lastUse = [Int](repeating: -1, count: tensors.count)
    for (index, step) in steps.enumerated() {
      for tensor in step.inputs + step.outputs where tensor >= 0 { lastUse[tensor] = index }
    }
    for tensor in outputs { lastUse[tensor] = steps.count }
    self.lastUse = lastUse
    storageOfTensor = [Int?](repeating: nil, count: tensors.count)

    let whole = 0...max(steps.count, 0)
    let pinned = inputs + tensors.indices.filter { tensors[$0].isVariable }
    for tensor in pinned where storageOfTensor[tensor] == nil && tensors[tensor].constant == nil {
      add(tensor, lifetime: whole, isPinned: true)
    }
    for (index, step) in steps.enumerated() {
      for (position, tensor) in step.outputs.enumerated() where tensor >= 0 {
        guard storageOfTensor[tensor] == nil else { continue }
        if position == 0, share(tensor, with: step.step, inputs: step.inputs, at: index) {
          continue
        }
        add(tensor, lifetime: index...max(index, lastUse[tensor]), isPinned: false)
      }
    }
  }

  private mutating func add(_ tensor: Int, lifetime: ClosedRange<Int>, isPinned: Bool) {
    storageOfTensor[tensor] = storages.count
    storages.append(
      Storage(
        byteCount: MemoryPlanner.rounded(tensors[tensor].byteCount), lifetime: lifetime,
        isPinned: isPinned, isVariable: tensors[tensor].isVariable))
  }

  private mutating func share(
    _ output: Int, with step: Step, inputs: [Int], at index: Int
  ) -> Bool {
    if step.isCopy, let input = inputs.first, input >= 0, let storage = storageOfTensor[input],
      !(storages[storage].isPinned && outputs.contains(output)), !storages[storage].isVariable,
      tensors[input].byteCount == tensors[output].byteCount
    {
      take(storage, for: output, at: index)
      elided.insert(index)
      return true
    }
    for position in step.inPlaceInputs where position < inputs.count && inputs[position] >= 0 {
      let input = inputs[position]
      guard let storage = storageOfTensor[input], !storages[storage].isPinned,
        storages[storage].lifetime.upperBound == index,
        tensors[input].byteCount == tensors[output].byteCount,
        isOperandOnce(storage, of: inputs)
      else { continue }
      take(storage, for: output, at: index)
      return true
    }
    return false
  }

  /// Whether one operand alone lies in a storage: a step that is given a tensor twice may read it
  /// again, as the other operand, after it has written the output.
  private func isOperandOnce(_ storage: Int, of inputs: [Int]) -> Bool {
    var count = 0
    for input in inputs where input >= 0 && storageOfTensor[input] == storage { count += 1 }
    return count == 1
  }

  private mutating func take(_ storage: Int, for output: Int, at index: Int) {
    storageOfTensor[output] = storage
    let old = storages[storage].lifetime
    storages[storage].lifetime = old.lowerBound...max(old.upperBound, index, lastUse[output])
  }

  /// Places everything.
  ///
  /// - Returns: The arena offset of each tensor that has one, those of each step's temporaries, the
  ///   bytes of the arena, and the sizes.
  func place(
    temporaries: [[Int]]
  ) -> (tensors: [Int?], temporaries: [[Int]], arenaBytes: Int, memory: MemoryReport) {
    var requests = storages.map {
      MemoryPlanner.Request(byteCount: $0.byteCount, lifetime: $0.lifetime)
    }
    for (index, sizes) in temporaries.enumerated() {
      for size in sizes {
        requests.append(MemoryPlanner.Request(byteCount: size, lifetime: index...index))
      }
    }
    let planned = MemoryPlanner.place(requests)
    let layout = RedZones.isOn ? MemoryPlanner.placeApart(requests) : planned
    var next = storages.count
    let temporaryOffsets = temporaries.map { sizes in
      defer { next += sizes.count }
      return Array(layout.offsets[next..<next + sizes.count])
    }
    let naive = tensors.indices.reduce(0) { sum, tensor in
      sum + (storageOfTensor[tensor] == nil ? 0 : MemoryPlanner.rounded(tensors[tensor].byteCount))
    }
    let memory = MemoryReport(
      plannedBytes: planned.byteCount,
      naiveBytes: naive + temporaries.joined().reduce(0) { $0 + MemoryPlanner.rounded($1) },
      lowerBoundBytes: MemoryPlanner.lowerBound(of: requests))
    return (
      storageOfTensor.map { $0.map { layout.offsets[$0] } }, temporaryOffsets, layout.byteCount,
      memory
    )
  }
}
