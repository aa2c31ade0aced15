internal import SwiftletFormat
internal import SwiftletTensor

/// Greedy choice of boxes by score (Bodla et al., "Soft-NMS", 2017, where scores are lowered).
///
/// A candidate is dropped when its overlap with a chosen box, intersection over union, reaches the
/// threshold. With a positive sigma every other overlap lowers its score by `exp(−overlap² / 2σ)`.
struct NonMaxSuppression: Sendable {
  private let boxes: Int
  private let count: Int
  private let isSoft: Bool

  /// Checks the operands.
  static func check(_ node: NodeReader) throws(OperatorError) {
    for index in node.inputs.indices {
      let type = try node.input(index).type
      let wanted: ElementType = index == 2 ? .int32 : .float32
      guard type == wanted else {
        throw .unsupported("has an input \(index) of type \(type.name) instead of \(wanted.name)")
      }
    }
    for index in node.outputs.indices {
      let type = try node.output(index).type
      let wanted: ElementType = index == 1 && node.outputs.count == 3 ? .float32 : .int32
      try node.require(
        type == wanted, "has an output \(index) of type \(type.name) instead of \(wanted.name)")
    }
  }

  /// The length of the results, or nil where a run tells it.
  static func count(_ operands: Operands) throws(OperatorError) -> Int? {
    let (boxes, scores) = (try operands.input(0).shape, try operands.input(1).shape)
    guard boxes.rank == 2, boxes[1] == 4, scores == [boxes[0]] else {
      throw .invalid("has boxes of \(boxes) and scores of \(scores)")
    }
    for index in 2..<operands.inputs.count {
      let shape = try operands.input(index).shape
      guard shape.rank == 0 else { throw .invalid("has an input \(index) of \(shape)") }
    }
    guard let count = try operands.integers(2)?.first else { return nil }
    guard count >= 0 else { throw .invalid("asks for \(count) boxes") }
    return count
  }

  /// Describes a step for operands whose outputs have their shapes.
  init(_ operands: Operands, isSoft: Bool) throws(OperatorError) {
    boxes = try operands.input(0).shape[0]
    count = operands.outputs[0].elementCount
    self.isSoft = isSoft
  }

  /// The step; the queue is its temporary.
  var step: Step {
    let phase = Phase(units: 1, nanoseconds: 64 * boxes + 8 * boxes * min(boxes, count)) {
      [self] buffers, _ in choose(buffers)
    }
    return Step(
      kernel: "non-max suppression", phases: [phase],
      temporaries: [boxes * MemoryLayout<Candidate>.stride], canFault: true)
  }

  private func choose(_ buffers: borrowing Buffers) {
    let scores = unsafe buffers.input(1, as: Float.self)
    let threshold = unsafe buffers.input(3, as: Float.self)[0]
    let lowest = unsafe buffers.input(4, as: Float.self)[0]
    let sigma = isSoft ? unsafe buffers.input(5, as: Float.self)[0] : 0
    let chosen = unsafe buffers.output(0, as: Int32.self)
    if sigma < 0 { buffers.fail(.outsideDomain) }
    var queue = unsafe CandidateQueue(buffers.temporary(0))
    for index in 0..<boxes where unsafe scores[index] > lowest {
      queue.push(Candidate(index: index, score: unsafe scores[index]))
    }
    let slope = sigma > 0 ? -0.5 / sigma : 0
    let largest = min(count, queue.count)
    var found = 0
    while found < largest, var candidate = queue.pop() {
      let score = candidate.score
      var isDropped = false
      for other in stride(from: found - 1, through: candidate.firstRival, by: -1) {
        let rival = Self.box(unsafe Int(chosen[other]), buffers)
        let overlap = Self.overlap(Self.box(candidate.index, buffers), rival)
        if overlap >= threshold {
          isDropped = true
          break
        }
        if sigma > 0 { candidate.score *= Float.exponential(slope * overlap * overlap) }
        if candidate.score <= lowest { break }
      }
      guard !isDropped else { continue }
      // No box lowers a score twice.
      candidate.firstRival = found
      if candidate.score == score {
        unsafe chosen[found] = Int32(truncatingIfNeeded: candidate.index)
        if isSoft { unsafe buffers.output(1, as: Float.self)[found] = score }
        found += 1
      }
      // A chosen box is compared with itself next; a flat one, which overlaps nothing, is chosen again.
      if candidate.score > lowest { queue.push(candidate) }
    }
    unsafe (chosen + found).update(repeating: 0, count: count - found)
    if isSoft {
      unsafe (buffers.output(1, as: Float.self) + found).update(
        repeating: 0, count: count - found)
    }
    unsafe buffers.output(isSoft ? 2 : 1, as: Int32.self)[0] = Int32(truncatingIfNeeded: found)
  }

  private static func box(_ index: Int, _ buffers: borrowing Buffers) -> SIMD4<Float> {
    unsafe buffers.input(0).loadUnaligned(fromByteOffset: 16 * index, as: SIMD4<Float>.self)
  }

  /// Intersection over union of two boxes, each given by two opposite corners; 0 where one is flat.
  private static func overlap(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
    let (lowA, highA) = bounds(a)
    let (lowB, highB) = bounds(b)
    let areas = ((highA.x - lowA.x) * (highA.y - lowA.y), (highB.x - lowB.x) * (highB.y - lowB.y))
    guard !(areas.0 <= 0), !(areas.1 <= 0) else { return 0 }
    let height = smaller(highA.x, highB.x) - larger(lowA.x, lowB.x)
    let width = smaller(highA.y, highB.y) - larger(lowA.y, lowB.y)
    let intersection = larger(height, 0) * larger(width, 0)
    let union = areas.0 + areas.1 - intersection
    return union == 0 ? 0 : intersection / union
  }

  private static func bounds(_ box: SIMD4<Float>) -> (low: SIMD2<Float>, high: SIMD2<Float>) {
    (
      SIMD2(smaller(box[0], box[2]), smaller(box[1], box[3])),
      SIMD2(larger(box[0], box[2]), larger(box[1], box[3]))
    )
  }

  // The second operand of equal or unordered ones is left out, as by the minimum and maximum of C++.
  private static func smaller(_ a: Float, _ b: Float) -> Float { b < a ? b : a }
  private static func larger(_ a: Float, _ b: Float) -> Float { a < b ? b : a }
}
