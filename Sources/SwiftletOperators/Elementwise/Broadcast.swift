internal import SwiftletTensor

/// How operands that broadcast are walked: an inner run in which each advances by one element or
/// stays, and loops around it.
struct Broadcast: Sendable {
  /// One number for each operand, up to four.
  typealias Offsets = SIMD4<Int>

  private struct Loop {
    let extent: Int
    let strides: Offsets
  }

  /// The elements of one run.
  let count: Int
  /// For each operand 1 where it advances within a run, 0 where it stays.
  let steps: Offsets
  /// The number of runs; 0 for empty tensors.
  let runs: Int
  private let loops: [Loop]
  private let operands: Int

  /// Joins axes along which all operands advance alike.
  ///
  /// - Precondition: `output` is the shape of all operands together.
  init(_ shapes: [Shape], output: Shape) {
    var loops: [Loop] = []
    for axis in (0..<output.rank).reversed() where output[axis] != 1 {
      var strides = Offsets.zero
      for (index, shape) in shapes.enumerated() {
        strides[index] = Self.stride(of: shape, at: axis, rank: output.rank)
      }
      guard let inner = loops.last, strides == inner.strides &* inner.extent else {
        loops.append(Loop(extent: output[axis], strides: strides))
        continue
      }
      loops[loops.count - 1] = Loop(
        extent: output[axis] * inner.extent, strides: inner.strides)
    }
    let inner = loops.first ?? Loop(extent: 1, strides: Offsets(repeating: 1))
    count = inner.extent
    steps = inner.strides
    operands = shapes.count
    self.loops = Array(loops.dropFirst().reversed())
    let elements = output.elementCount
    runs = elements == 0 ? 0 : elements / inner.extent
  }

  /// The walk over two operands.
  init(_ a: Shape, _ b: Shape, output: Shape) {
    self.init([a, b], output: output)
  }

  /// 1 where the first operand advances within a run, 0 where it stays.
  var aStep: Int { steps[0] }
  /// The same for the second operand.
  var bStep: Int { steps[1] }

  /// Whether all operands and the output have the same elements in the same order.
  var isElementwise: Bool { runs <= 1 && (0..<operands).allSatisfy { steps[$0] == 1 } }

  /// The innermost loop of the built-in kernels of LiteRT that have one for neighbouring elements.
  enum BuiltInLoop: Sendable {
    /// Over elements of both operands.
    case pairs
    /// Over elements of one operand, with one of the other.
    case scalar
    /// One element after the other.
    case general
  }

  /// Which innermost loop LiteRT's built-in kernels for two operands have.
  ///
  /// They nest five loops: from the inner to the outer one both operands advance, one stays, both
  /// advance, the other stays, both advance; any of these may be absent, and other patterns go
  /// element by element.
  var builtInLoop: BuiltInLoop {
    var staying: [Int?] = loops.reversed().map { Self.stayingOperand($0.strides) }
    staying.insert(Self.stayingOperand(steps), at: 0)
    let order = staying.compactMap { $0 }
    guard order.count <= 2, Set(order).count == order.count else { return .general }
    return staying[0] == nil ? .pairs : .scalar
  }

  private static func stayingOperand(_ strides: Offsets) -> Int? {
    strides[0] == 0 ? 0 : strides[1] == 0 ? 1 : nil
  }

  /// A phase that calls `body` with the first elements of all operands and the output, and a
  /// number of elements, for each run or piece of one.
  func phase(
    nanoseconds: Int,
    body:
      @escaping @Sendable (
        borrowing Buffers, _ operands: Offsets, _ output: Int, _ count: Int
      ) -> Void
  ) -> Phase {
    if runs == 1 {
      let steps = steps
      return Phase(units: count, grain: 64, nanoseconds: nanoseconds) { buffers, range in
        body(buffers, steps &* range.lowerBound, range.lowerBound, range.count)
      }
    }
    return Phase(units: runs, nanoseconds: nanoseconds) { [self] buffers, range in
      forEachRow(of: range) { offsets, first, length in
        for index in 0..<length {
          body(buffers, offsets &+ rowStrides &* index, (first + index) * count, count)
        }
      }
    }
  }

  /// The same for two operands.
  func phase(
    nanoseconds: Int,
    body:
      @escaping @Sendable (borrowing Buffers, _ a: Int, _ b: Int, _ output: Int, _ count: Int)
      -> Void
  ) -> Phase {
    phase(nanoseconds: nanoseconds) { buffers, operands, output, count in
      body(buffers, operands[0], operands[1], output, count)
    }
  }

  /// Calls `body` for runs that follow each other along the innermost loop: with the offsets of
  /// the first one, and how many there are.
  func forEachRow(
    of range: Range<Int>, _ body: (_ offsets: Offsets, _ first: Int, _ runs: Int) -> Void
  ) {
    guard let row = loops.last else { return }
    var run = range.lowerBound
    while run < range.upperBound {
      let (outer, index) = run.quotientAndRemainder(dividingBy: row.extent)
      let length = min(row.extent - index, range.upperBound - run)
      var offsets = row.strides &* index
      var rest = outer
      for loop in loops.dropLast().reversed() {
        let (quotient, position) = rest.quotientAndRemainder(dividingBy: loop.extent)
        offsets &+= loop.strides &* position
        rest = quotient
      }
      body(offsets, run, length)
      run += length
    }
  }

  /// For each operand, the distance between runs that follow each other along the innermost loop.
  var rowStrides: Offsets { loops.last?.strides ?? .zero }

  /// How many runs follow each other along the innermost loop.
  var rowExtent: Int { loops.last?.extent ?? 1 }

  /// The distance between neighbours along an axis of the output; 0 where the operand stays.
  private static func stride(of shape: Shape, at axis: Int, rank: Int) -> Int {
    let own = axis - (rank - shape.rank)
    guard own >= 0, shape[own] != 1 else { return 0 }
    return shape.dimensions[(own + 1)...].reduce(1, *)
  }
}
