internal import SwiftletTensor

/// The rows of a recurrent operator's input: one for each time step and each sequence of the batch.
struct SequenceRows: Sendable, Hashable {
  let steps: Int
  let batches: Int
  /// The elements of an input row.
  let depth: Int
  /// Whether all sequences of one step are neighbours, instead of all steps of one sequence.
  let isTimeMajor: Bool

  /// Rows of a sequence `[steps, batches, depth]` or `[batches, steps, depth]`.
  init(sequence shape: Shape, isTimeMajor: Bool) throws(OperatorError) {
    guard shape.rank == 3 else {
      throw .invalid("needs an input with 3 dimensions, found \(shape)")
    }
    steps = shape[isTimeMajor ? 0 : 1]
    batches = shape[isTimeMajor ? 1 : 0]
    depth = shape[2]
    self.isTimeMajor = isTimeMajor
  }

  /// Rows of a single step `[batches, depth]`.
  init(singleStep shape: Shape) throws(OperatorError) {
    guard shape.rank == 2 else {
      throw .invalid("needs an input with 2 dimensions, found \(shape)")
    }
    steps = 1
    batches = shape[0]
    depth = shape[1]
    isTimeMajor = true
  }

  /// The number of rows.
  var count: Int { steps * batches }

  /// The place of a row in the input and in the output.
  func row(step: Int, batch: Int) -> Int {
    isTimeMajor ? step * batches + batch : batch * steps + step
  }
}

extension Int {
  /// The product of sizes, or a very large number where it exceeds one: for estimates of work.
  static func boundedProduct(_ factors: Int...) -> Int {
    let most = 1 << 48
    return factors.reduce(1) { product, factor in
      let (next, overflow) = product.multipliedReportingOverflow(by: factor)
      return overflow ? most : Swift.min(next, most)
    }
  }
}

/// Bytes that a step reserves for its temporaries and scratch, piece by piece.
struct MemoryLayoutPlan {
  /// The bytes reserved so far.
  private(set) var byteCount = 0

  /// Reserves room for elements of a size and returns where it starts.
  mutating func reserve(_ counts: Int..., bytes: Int) throws(OperatorError) -> Int {
    let start = byteCount
    let size = try Self.byteCount(counts, bytes: bytes)
    let (end, overflow) = start.addingReportingOverflow((size + 63) & ~63)
    guard !overflow, end < 1 << 48 else { throw .invalid("needs too much memory") }
    byteCount = end
    return start
  }

  /// The bytes of elements, whose number is a product.
  static func byteCount(_ counts: [Int], bytes: Int) throws(OperatorError) -> Int {
    var product = bytes
    for count in counts {
      let (next, overflow) = product.multipliedReportingOverflow(by: count)
      guard !overflow, next < 1 << 47 else { throw .invalid("needs too much memory") }
      product = next
    }
    return product
  }
}
