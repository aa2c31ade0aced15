internal import SwiftletFormat
internal import SwiftletTensor

/// `TOPK_V2`: the largest elements along the last axis in descending order, and where they are.
///
/// Of equal elements the first comes first.
struct TopKV2: Operator {
  static let code = BuiltinOperator.topKV2
  static let elementTypes: [ElementType] = [
    .float32, .int32, .uint8, .int64, .int16, .int8,
  ]
  static let remarks = ["NaN counts as less than every number; LiteRT has no fixed place for it."]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2, outputs: 2...2)
    let (input, k) = (try node.input(0), try node.input(1))
    let indices = try node.output(1)
    try MovementLowering.checkTypes(input, try node.output())
    guard Self.elementTypes.contains(input.type) else {
      throw .unsupported("has an input of type \(input.type.name)")
    }
    try node.require(
      k.type == .int32 || k.type == .int16, "has a number of type \(k.type.name)")
    try node.require(
      indices.type == .int32 || indices.type == .int16,
      "has indices of type \(indices.type.name)")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    var shape = try operands.input(0).shape
    let number = try operands.input(1)
    guard number.elementCount == 1, let extent = shape.dimensions.last else {
      throw .invalid("has an input of \(shape) and a number of \(number.shape)")
    }
    let isNarrow = operands.outputs[1].type == .int16
    guard !isNarrow || extent <= Int(Int16.max) + 1 else {
      throw .invalid("has int16 indices for \(extent) elements")
    }
    guard let k = try operands.integers(1)?.first else { return nil }
    guard k <= extent else { throw .invalid("takes \(k) of \(extent) elements") }
    shape[shape.rank - 1] = max(k, 0)
    return [shape, shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    switch try operands.input(0).type {
    case .float32: try step(on: Float.self, operands)
    case .int32: try step(on: Int32.self, operands)
    case .uint8: try step(on: UInt8.self, operands)
    case .int64: try step(on: Int64.self, operands)
    case .int16: try step(on: Int16.self, operands)
    default: try step(on: Int8.self, operands)
    }
  }

  private func step<Element: Ranked>(
    on type: Element.Type, _ operands: Operands
  ) throws(OperatorError) -> Step {
    operands.outputs[1].type == .int16
      ? try step(on: type, with: Int16.self, operands)
      : try step(on: type, with: Int32.self, operands)
  }

  private func step<
    Element: Ranked, Index: FixedWidthInteger & BitwiseCopyable & Sendable
  >(
    on type: Element.Type, with indexType: Index.Type, _ operands: Operands
  ) throws(OperatorError) -> Step {
    let shape = try operands.input(0).shape
    let extent = shape.dimensions.last ?? 0
    let k = operands.outputs[0].shape.dimensions.last ?? 0
    let rows = k == 0 ? 0 : shape.rows
    let phase = Phase(units: rows, nanoseconds: 4 * rows * (extent + 16 * k)) { buffers, range in
      for row in range {
        let source = unsafe buffers.input(0, as: type) + row * extent
        let indices = unsafe buffers.output(1, as: indexType) + row * k
        let values = unsafe buffers.output(0, as: type) + row * k
        unsafe Self.select(k, of: extent, into: indices) { a, b in
          let (left, right) = unsafe (source[Int(a)], source[Int(b)])
          return left.exceeds(right) || (!right.exceeds(left) && a < b)
        }
        for index in 0..<k { unsafe values[index] = source[Int(indices[index])] }
      }
    }
    return Step(kernel: "top \(k) of \(type)", phases: [phase])
  }

  /// Writes the numbers of the first `k` of `count` elements in the order of `precedes`.
  ///
  /// The list is a heap with the last of its elements on top, until it is sorted at the end.
  @inline(__always) @unsafe private static func select<Index: FixedWidthInteger>(
    _ k: Int, of count: Int, into heap: UnsafeMutablePointer<Index>,
    by precedes: (Index, Index) -> Bool
  ) {
    for index in 0..<k { unsafe heap[index] = Index(truncatingIfNeeded: index) }
    for index in stride(from: k / 2 - 1, through: 0, by: -1) {
      unsafe sink(index, in: heap, count: k, by: precedes)
    }
    for index in k..<count {
      let candidate = Index(truncatingIfNeeded: index)
      guard unsafe precedes(candidate, heap[0]) else { continue }
      unsafe heap[0] = candidate
      unsafe sink(0, in: heap, count: k, by: precedes)
    }
    for last in stride(from: k - 1, to: 0, by: -1) {
      unsafe (heap[0], heap[last]) = (heap[last], heap[0])
      unsafe sink(0, in: heap, count: last, by: precedes)
    }
  }

  /// Moves an element down the heap until it comes behind both of its children.
  @inline(__always) @unsafe private static func sink<Index>(
    _ start: Int, in heap: UnsafeMutablePointer<Index>, count: Int,
    by precedes: (Index, Index) -> Bool
  ) {
    let moving = unsafe heap[start]
    var place = start
    while 2 * place + 1 < count {
      var child = 2 * place + 1
      if child + 1 < count, unsafe precedes(heap[child], heap[child + 1]) { child += 1 }
      guard unsafe precedes(moving, heap[child]) else { break }
      unsafe heap[place] = heap[child]
      place = child
    }
    unsafe heap[place] = moving
  }
}

/// An element with a place among all others of its type.
private protocol Ranked: BitwiseCopyable, Comparable, Sendable {
  /// Whether this element comes before another one in descending order.
  func exceeds(_ other: Self) -> Bool
}

extension Ranked {
  fileprivate func exceeds(_ other: Self) -> Bool { self > other }
}

extension Int32: Ranked {}
extension UInt8: Ranked {}
extension Int64: Ranked {}
extension Int16: Ranked {}
extension Int8: Ranked {}

extension Float: Ranked {
  // NaN fails every comparison; here it comes behind all numbers.
  fileprivate func exceeds(_ other: Float) -> Bool { self > other || (other.isNaN && !isNaN) }
}
