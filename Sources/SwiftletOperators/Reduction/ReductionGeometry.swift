internal import SwiftletFormat
internal import SwiftletTensor

/// The axes of a reduction, joined where neighbours are both kept or both reduced.
struct ReductionGeometry: Sendable {
  /// Axes of the input that are reduced, ascending.
  let axes: [Int]
  let input: Shape
  /// Elements that are joined into one.
  let reducedCount: Int

  /// Reads the axes, which may be negative or repeat; nil where they are known only while running.
  init?(_ operands: Operands) throws(OperatorError) {
    guard let numbers = try operands.integers(1) else { return nil }
    let shape = try operands.input(0).shape
    var axes: Set<Int> = []
    for number in numbers {
      guard let axis = shape.axis(number) else {
        throw .invalid("cannot reduce axis \(number) of \(shape)")
      }
      axes.insert(axis)
    }
    self.axes = axes.sorted()
    input = shape
    reducedCount = axes.reduce(1) { $0 * shape[$1] }
  }

  /// Throws unless the node has a tensor and a list of axes.
  static func check(_ node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let (input, axes, output) = (try node.input(0), try node.input(1), try node.output())
    try node.require(
      input.type == output.type,
      "has an input of type \(input.type.name) and an output of type \(output.type.name)")
    try node.require(
      axes.type == .int32, "has axes of type \(axes.type.name) instead of int32")
  }

  /// Whether XNNPACK takes the reduction of bytes that stand for reals.
  func isDelegable(_ operands: Operands) throws(OperatorError) -> Bool {
    let hasStaticAxes = try operands.input(1).isStatic
    return operands.outputs[0].type.isQuantizedByte && hasStaticAxes && !axes.isEmpty
      && operands.areDelegable
  }

  func outputShape(keepsAxes: Bool) -> Shape {
    var dimensions: [Int] = []
    for axis in 0..<input.rank {
      if !axes.contains(axis) {
        dimensions.append(input[axis])
      } else if keepsAxes {
        dimensions.append(1)
      }
    }
    return Shape(dimensions)
  }

  /// Kept, reduced and kept elements, outermost first, where the reduced axes are neighbours.
  var block: (outer: Int, reduced: Int, inner: Int)? {
    let significant = axes.filter { input[$0] != 1 }
    guard let first = significant.first, let last = significant.last else {
      return (input.elementCount, 1, 1)
    }
    for axis in first...last where input[axis] != 1 && !axes.contains(axis) { return nil }
    return (
      input.dimensions[..<first].reduce(1, *), reducedCount,
      input.dimensions[(last + 1)...].reduce(1, *)
    )
  }

  /// Where elements lie: offsets of the kept index, and of the reduced one to add to them.
  var scattered: (kept: StridedIndex, reduced: StridedIndex) {
    let strides = input.strides
    let kept = (0..<input.rank).filter { !axes.contains($0) }
    return (
      StridedIndex(kept.map { (input[$0], strides[$0]) }),
      StridedIndex(axes.map { (input[$0], strides[$0]) })
    )
  }
}

/// Loops over some axes of a tensor, counted in row-major order.
struct StridedIndex: Sendable {
  private let loops: [(extent: Int, stride: Int)]
  /// The number of indices.
  let count: Int

  init(_ loops: [(extent: Int, stride: Int)]) {
    self.loops = loops
    count = loops.reduce(1) { $0 * $1.extent }
  }

  /// The element at the number of an index.
  func offset(of number: Int) -> Int {
    var rest = number
    var offset = 0
    for loop in loops.reversed() {
      let (quotient, index) = rest.quotientAndRemainder(dividingBy: loop.extent)
      offset += index * loop.stride
      rest = quotient
    }
    return offset
  }
}
