internal import SwiftletFormat
internal import SwiftletTensor

/// `MULTINOMIAL`: numbers of classes, drawn with the probabilities that rows of logits give.
struct Multinomial: Operator {
  static let code = BuiltinOperator.multinomial
  static let elementTypes: [ElementType] = [.float32]
  static let remarks = RandomLowering.remarks
  static let isPure = false
  private let options: RandomOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let (logits, count, output) = (try node.input(0), try node.input(1), try node.output())
    guard logits.type == .float32 else {
      throw .unsupported("has logits of type \(logits.type.name)")
    }
    try node.require(count.type == .int32, "has a number of type \(count.type.name)")
    try node.require(
      output.type == .int32 || output.type == .int64,
      "has an output of type \(output.type.name) instead of int32 or int64")
    options = node.options(as: RandomOptions.self)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (logits, number) = (try operands.input(0).shape, try operands.input(1).shape)
    guard logits.rank == 2, logits[1] > 0, number.rank == 0 else {
      throw .invalid("has logits of \(logits) and a number of \(number)")
    }
    guard let count = try operands.integers(1)?.first else { return nil }
    guard count >= 0 else { throw .invalid("draws \(count) numbers") }
    return [[logits[0], count]]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    operands.outputs[0].type == .int64
      ? try step(giving: Int64.self, operands) : try step(giving: Int32.self, operands)
  }

  private func step<Number: FixedWidthInteger & BitwiseCopyable & Sendable>(
    giving type: Number.Type, _ operands: Operands
  ) throws(OperatorError) -> Step {
    let classes = try operands.input(0).shape[1]
    let shape = operands.outputs[0].shape
    let (rows, count) = (shape[0], shape[1])
    let filling = Phase(
      units: rows, nanoseconds: rows * (16 * classes + 32 * count)
    ) { buffers, range in
      let generator = unsafe RandomLowering.generator(buffers.temporary(0))
      let sums = unsafe buffers.scratch.assumingMemoryBound(to: Double.self)
      for row in range {
        let logits = unsafe buffers.input(0, as: Float.self) + row * classes
        let total = unsafe Self.accumulate(logits, count: classes, into: sums)
        for index in 0..<count {
          let draw = row * count + index
          let words = generator.skipping(UInt64(draw / 2)).block
          let place = draw % 2 * 2
          let wanted = Double(randomBits: words[place], words[place + 1]) * total
          let number = unsafe Self.firstAbove(wanted, in: sums, count: classes)
          unsafe buffers.output(as: type)[draw] = Number(truncatingIfNeeded: number)
        }
      }
    }
    // As many as TensorFlow skips, whose kernels draw an unknown number.
    let skipped = UInt64(rows) &* UInt64((count + 3) / 4 * 4) &* 512
    return RandomLowering(options).step(
      "multinomial", filling: filling, blocks: skipped, scratchBytes: 8 * classes)
  }

  /// Writes the running sums of `exp(logit − largest)`; what is not finite has no weight.
  ///
  /// - Returns: The last sum.
  @unsafe private static func accumulate(
    _ logits: UnsafePointer<Float>, count: Int, into sums: UnsafeMutablePointer<Double>
  ) -> Double {
    var largest = -Float.greatestFiniteMagnitude
    for index in 0..<count where unsafe logits[index].isFinite {
      largest = max(largest, unsafe logits[index])
    }
    var total = 0.0
    for index in 0..<count {
      if unsafe logits[index].isFinite {
        total += Double.exponential(Double(unsafe logits[index]) - Double(largest))
      }
      unsafe sums[index] = total
    }
    return total
  }

  /// The first of ascending numbers that is larger than a given one; their count if none is.
  @unsafe private static func firstAbove(
    _ value: Double, in numbers: UnsafePointer<Double>, count: Int
  ) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if unsafe value < numbers[middle] { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
