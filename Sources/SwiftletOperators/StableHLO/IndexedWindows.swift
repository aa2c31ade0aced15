internal import SwiftletTensor

/// How StableHLO's GATHER and SCATTER place windows in an operand by vectors of indices.
///
/// The windows' tensor (the result of one, the updates of the other) has axes that count windows, and
/// axes within a window; the latter are those axes of the operand that windows do not lack.
struct IndexedWindows: Sendable {
  /// An axis within a window.
  struct Axis: Sendable {
    /// The extent of the windows' tensor.
    let extent: Int
    /// The axis of the operand.
    let operandAxis: Int
    /// The distances between neighbours in elements.
    let operandStride: Int
    let windowStride: Int
  }

  /// An axis that counts windows.
  private struct BatchAxis: Sendable {
    let extent: Int
    let indexStride: Int
    let windowStride: Int
  }

  /// The axes within a window, outermost first.
  let axes: [Axis]
  /// The number of windows.
  let count: Int
  private let batches: [BatchAxis]
  /// The axis of the operand that each component of an index moves along.
  private let indexedAxes: [Int]
  /// The distance between components.
  private let componentStride: Int
  private let indexType: ElementType

  /// Checks dimension numbers, which come from a file.
  ///
  /// - Parameters:
  ///   - operand: The shape in which windows lie.
  ///   - indices: The tensor of index vectors.
  ///   - windows: The shape of the windows' tensor.
  ///   - windowAxes: Its axes within a window, ascending.
  ///   - missingAxes: The axes of the operand that windows lack.
  ///   - indexedAxes: The axis of the operand that each component of an index moves along.
  ///   - vectorAxis: The axis of `indices` with the components; its rank for single components.
  /// - Throws: `OperatorError.invalid` where they contradict each other.
  init(
    operand: Shape, indices: TensorInfo, windows: Shape, windowAxes: [Int], missingAxes: [Int],
    indexedAxes: [Int], vectorAxis: Int
  ) throws(OperatorError) {
    try Self.check(windowAxes, below: windows.rank, "window axes")
    try Self.check(missingAxes.sorted(), below: operand.rank, "axes without windows")
    try Self.check(indexedAxes.sorted(), below: operand.rank, "indexed axes")
    let kept = operand.dimensions.indices.filter { !missingAxes.contains($0) }
    guard kept.count == windowAxes.count else {
      throw .invalid(
        "has windows of \(windowAxes.count) axes where \(kept.count) of the operand remain")
    }
    guard (0...indices.shape.rank).contains(vectorAxis) else {
      throw .invalid("has no axis \(vectorAxis) in indices of \(indices.shape)")
    }
    let components = vectorAxis < indices.shape.rank ? indices.shape[vectorAxis] : 1
    guard components == indexedAxes.count else {
      throw .invalid("has indices of \(components) components for \(indexedAxes.count) axes")
    }
    let (operandStrides, windowStrides) = (operand.strides, windows.strides)
    let indexStrides = indices.shape.strides
    axes = zip(windowAxes, kept).map { windowAxis, operandAxis in
      Axis(
        extent: windows[windowAxis], operandAxis: operandAxis,
        operandStride: operandStrides[operandAxis], windowStride: windowStrides[windowAxis])
    }
    let counted = windows.dimensions.indices.filter { !windowAxes.contains($0) }
    let indexAxes = indices.shape.dimensions.indices.filter { $0 != vectorAxis }
    guard counted.map({ windows[$0] }) == indexAxes.map({ indices.shape[$0] }) else {
      throw .invalid("has \(windows) windows for indices of \(indices.shape)")
    }
    batches = zip(counted, indexAxes).map { windowAxis, indexAxis in
      BatchAxis(
        extent: windows[windowAxis], indexStride: indexStrides[indexAxis],
        windowStride: windowStrides[windowAxis])
    }
    count = batches.reduce(1) { $0 * $1.extent }
    self.indexedAxes = indexedAxes
    componentStride = vectorAxis < indices.shape.rank ? indexStrides[vectorAxis] : 0
    indexType = indices.type
  }

  /// Throws unless indices have a type that kernels read.
  static func checkType(ofIndices info: TensorInfo) throws(OperatorError) {
    guard info.type == .int32 || info.type == .int64 else {
      throw .unsupported("has indices of type \(info.type.name)")
    }
  }

  private static func check(
    _ axes: [Int], below rank: Int, _ what: String
  ) throws(OperatorError) {
    guard axes.allSatisfy({ (0..<rank).contains($0) }),
      zip(axes, axes.dropFirst()).allSatisfy({ $0 < $1 })
    else { throw .invalid("has \(what) \(axes) for \(rank) dimensions") }
  }

  /// Where a window begins in its tensor, and where its index vector does, in elements.
  func offsets(of window: Int) -> (window: Int, index: Int) {
    var rest = window
    var (windowOffset, indexOffset) = (0, 0)
    for batch in batches.reversed() {
      let (quotient, position) = rest.quotientAndRemainder(dividingBy: batch.extent)
      windowOffset += position * batch.windowStride
      indexOffset += position * batch.indexStride
      rest = quotient
    }
    return (windowOffset, indexOffset)
  }

  /// The place along an axis of the operand at which a window begins, moved into `±2^32`.
  func start(
    along axis: Int, indexOffset: Int, _ indices: UnsafeRawPointer
  ) -> Int {
    for (component, indexed) in indexedAxes.enumerated() where indexed == axis {
      let place = indexOffset + component * componentStride
      let number =
        indexType == .int32
        ? Int(unsafe indices.loadUnaligned(fromByteOffset: place * 4, as: Int32.self))
        : Int(unsafe indices.loadUnaligned(fromByteOffset: place * 8, as: Int64.self))
      return min(max(number, -1 << 32), 1 << 32)
    }
    return 0
  }
}
