internal import SwiftletTensor

/// How two operands that broadcast are walked: an inner run in which each advances by one element
/// or stays, and loops around it.
struct Broadcast: Sendable {
  private struct Loop {
    let extent: Int
    let aStride: Int
    let bStride: Int
  }

  /// The elements of one run.
  let count: Int
  /// 1 where the first operand advances within a run, 0 where it stays.
  let aStep: Int
  /// The same for the second operand.
  let bStep: Int
  /// The number of runs; 0 for empty tensors.
  let runs: Int
  private let loops: [Loop]

  /// Joins axes along which both operands advance alike.
  ///
  /// - Precondition: `output` is the shape of `a` and `b` together.
  init(_ a: Shape, _ b: Shape, output: Shape) {
    var loops: [Loop] = []
    for axis in (0..<output.rank).reversed() where output[axis] != 1 {
      let loop = Loop(
        extent: output[axis], aStride: Self.stride(of: a, at: axis, rank: output.rank),
        bStride: Self.stride(of: b, at: axis, rank: output.rank))
      guard let inner = loops.last, loop.aStride == inner.extent * inner.aStride,
        loop.bStride == inner.extent * inner.bStride
      else {
        loops.append(loop)
        continue
      }
      loops[loops.count - 1] = Loop(
        extent: loop.extent * inner.extent, aStride: inner.aStride, bStride: inner.bStride)
    }
    let inner = loops.first ?? Loop(extent: 1, aStride: 1, bStride: 1)
    count = inner.extent
    aStep = inner.aStride
    bStep = inner.bStride
    self.loops = Array(loops.dropFirst().reversed())
    let elements = output.elementCount
    runs = elements == 0 ? 0 : elements / inner.extent
  }

  /// Whether both operands and the output have the same elements in the same order.
  var isElementwise: Bool { runs <= 1 && aStep == 1 && bStep == 1 }

  /// Whether only one of the operands ever stays.
  var isOneSided: Bool {
    let staysA = aStep == 0 || loops.contains { $0.aStride == 0 }
    let staysB = bStep == 0 || loops.contains { $0.bStride == 0 }
    return !(staysA && staysB)
  }

  /// A phase that calls `body` with the first elements of both operands and the output, and a
  /// number of elements, for each run or piece of one.
  func phase(
    nanoseconds: Int,
    body:
      @escaping @Sendable (borrowing Buffers, _ a: Int, _ b: Int, _ output: Int, _ count: Int)
      -> Void
  ) -> Phase {
    if runs == 1 {
      let (aStep, bStep) = (aStep, bStep)
      return Phase(units: count, grain: 64, nanoseconds: nanoseconds) { buffers, range in
        let first = range.lowerBound
        body(buffers, first * aStep, first * bStep, first, range.count)
      }
    }
    return Phase(units: runs, nanoseconds: nanoseconds) { [self] buffers, range in
      for run in range {
        let (a, b) = offsets(ofRun: run)
        body(buffers, a, b, run * count, count)
      }
    }
  }

  private func offsets(ofRun run: Int) -> (a: Int, b: Int) {
    var rest = run
    var (a, b) = (0, 0)
    for loop in loops.reversed() {
      let (quotient, index) = rest.quotientAndRemainder(dividingBy: loop.extent)
      a += index * loop.aStride
      b += index * loop.bStride
      rest = quotient
    }
    return (a, b)
  }

  /// The distance between neighbours along an axis of the output; 0 where the operand stays.
  private static func stride(of shape: Shape, at axis: Int, rank: Int) -> Int {
    let own = axis - (rank - shape.rank)
    guard own >= 0, shape[own] != 1 else { return 0 }
    return shape.dimensions[(own + 1)...].reduce(1, *)
  }
}
