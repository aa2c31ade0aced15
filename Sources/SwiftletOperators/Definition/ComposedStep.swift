internal import SwiftletTensor

/// A step put together from those of other operators, whose operands are operands of the whole or
/// values that only the step knows.
struct ComposedStep {
  /// Where an inner step finds an operand.
  enum Place: Sendable {
    case input(Int)
    case output(Int)
    /// A value of the step, as `value(byteCount:)` gave it.
    case value(Int)
    case memory(AlignedMemory)
    /// An operand that is not asked for: a constant, or one that is left out.
    case nowhere
  }

  /// Sizes of the values, which keep their bytes from phase to phase.
  private var values: [Int] = []
  /// Sizes of temporaries of inner steps, which steps one after the other share.
  private var shared: [Int] = []
  private var parts: [Part] = []
  private var scratchBytes = 0
  private var canFault = false

  private struct Part: Sendable {
    let step: Step
    /// Those of the inputs, then that of the output.
    let places: [Place]
    let batches: Batches

    var multiplyAccumulates: Int { saturatingProduct(step.multiplyAccumulates, batches.count) }
  }

  init() {}

  /// Reserves memory for a value that one inner step makes and others read.
  mutating func value(byteCount: Int) -> Place {
    values.append(byteCount)
    return .value(values.count - 1)
  }

  /// Appends a step of an operator with one output, to be done for each batch.
  mutating func append(
    _ step: Step, inputs: [Place], output: Place, batches: Batches = Batches()
  ) {
    parts.append(Part(step: step, places: inputs + [output], batches: batches))
    for (index, byteCount) in step.temporaries.enumerated() {
      let total =
        batches.count == 1 ? byteCount : saturatingProduct(Self.pitch(byteCount), batches.count)
      if index < shared.count {
        shared[index] = max(shared[index], total)
      } else {
        shared.append(total)
      }
    }
    scratchBytes = max(scratchBytes, step.scratchBytes)
    canFault = canFault || step.canFault
  }

  /// Appends one phase, which sees the places as its inputs and output.
  mutating func append(_ phase: Phase, inputs: [Place], output: Place) {
    append(Step(kernel: "", phases: [phase]), inputs: inputs, output: output)
  }

  /// The whole; `kernel` describes it before the kernel of its largest part.
  func step(_ kernel: String) -> Step {
    let largest = parts.max { $0.multiplyAccumulates < $1.multiplyAccumulates }
    let name = largest?.step.kernel ?? ""
    return Step(
      kernel: name.isEmpty ? kernel : "\(kernel), \(name)",
      phases: parts.flatMap { part in
        part.step.phases.map { Self.phase($0, of: part, valueCount: values.count) }
      },
      temporaries: values + shared, scratchBytes: scratchBytes,
      multiplyAccumulates: parts.reduce(0) { saturatingSum($0, $1.multiplyAccumulates) },
      canFault: canFault)
  }

  /// The bytes from the temporary of one batch to that of the next, with spare ones between them.
  private static func pitch(_ byteCount: Int) -> Int {
    (byteCount + AlignedMemory.alignment - 1) / AlignedMemory.alignment * AlignedMemory.alignment
      + AlignedMemory.spareBytes
  }

  private static func phase(_ phase: Phase, of part: Part, valueCount: Int) -> Phase {
    let places = part.places
    let pitches = part.step.temporaries.map { Self.pitch($0) }
    let (batches, body, units) = (part.batches, phase.body, phase.units)
    return Phase(
      units: saturatingProduct(units, batches.count), grain: phase.grain,
      nanoseconds: saturatingProduct(phase.nanoseconds, batches.count)
    ) { buffers, range in
      unsafe withUnsafeTemporaryAllocation(
        of: UnsafeMutableRawPointer.self, capacity: places.count + pitches.count
      ) { list in
        guard let addresses = list.baseAddress else { return }
        var first = range.lowerBound
        while first < range.upperBound {
          let batch = first / units
          let end = min(range.upperBound, (batch + 1) * units)
          for (index, place) in places.enumerated() {
            let start = unsafe Self.address(of: place, in: buffers)
            unsafe (addresses + index).initialize(
              to: start + batches.offset(of: index, in: batch))
          }
          for (index, pitch) in pitches.enumerated() {
            unsafe (addresses + (places.count + index)).initialize(
              to: buffers.temporary(valueCount + index) + batch * pitch)
          }
          unsafe body(
            buffers.redirected(
              to: UnsafePointer(addresses), firstOutput: places.count - 1,
              firstTemporary: places.count), first - batch * units..<end - batch * units)
          first = end
        }
      }
    }
  }

  private static func address(
    of place: Place, in buffers: borrowing Buffers
  ) -> UnsafeMutableRawPointer {
    switch place {
    case .input(let index): unsafe UnsafeMutableRawPointer(mutating: buffers.input(index))
    case .output(let index): unsafe buffers.output(index)
    case .value(let index): unsafe buffers.temporary(index)
    case .memory(let memory): unsafe memory.pointer
    case .nowhere: unsafe buffers.scratch
    }
  }
}

/// How often a step is done, and where its operands lie each time.
struct Batches: Sendable {
  /// The extents of the batch, outermost first.
  private let extents: [Int]
  /// For each operand the bytes from one index to the next along each axis; 0 where it stays.
  private let strides: [[Int]]
  let count: Int

  /// Once.
  init() {
    extents = []
    strides = []
    count = 1
  }

  /// Once for each element of a shape.
  init(_ shape: Shape, strides: [[Int]]) {
    extents = shape.dimensions
    self.strides = strides
    count = shape.elementCount
  }

  /// The bytes by which an operand lies behind that of the first batch.
  func offset(of operand: Int, in batch: Int) -> Int {
    guard operand < strides.count else { return 0 }
    var rest = batch
    var offset = 0
    for axis in stride(from: extents.count - 1, through: 0, by: -1) {
      let (quotient, index) = rest.quotientAndRemainder(dividingBy: extents[axis])
      offset += index * strides[operand][axis]
      rest = quotient
    }
    return offset
  }
}

/// A product that stops below the largest number, so that what needs it can be refused.
func saturatingProduct(_ a: Int, _ b: Int) -> Int {
  let (product, overflow) = a.multipliedReportingOverflow(by: b)
  return overflow ? Int.max / 4 : product
}

private func saturatingSum(_ a: Int, _ b: Int) -> Int {
  let (sum, overflow) = a.addingReportingOverflow(b)
  return overflow ? Int.max / 4 : sum
}
