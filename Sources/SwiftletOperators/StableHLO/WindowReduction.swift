internal import SwiftletFormat
internal import SwiftletTensor

/// REDUCE_WINDOW: elements seen through a window, joined with an initial value one after the other.
///
/// The operand may be spread out first, so that initial values lie between its elements, and padded
/// with initial values; both without being stored.
struct WindowReduction: Sendable {
  /// One axis of the operand.
  struct Axis: Sendable {
    let extent: Int
    let window: Int
    let stride: Int
    /// The distance between neighbours of the operand.
    let baseDilation: Int
    /// The distance between taps.
    let windowDilation: Int
    /// Initial values before the operand; negative numbers cut off.
    let low: Int
    let high: Int

    /// The extent after spreading out.
    var spread: Int { extent == 0 ? 0 : (extent - 1) * baseDilation + 1 }

    var output: Int {
      let padded = spread + low + high
      let covered = (window - 1) * windowDilation + 1
      return padded < covered ? 0 : (padded - covered) / stride + 1
    }

    /// The element under a tap of a window, or nil for an initial value.
    func element(_ output: Int, _ tap: Int) -> Int? {
      let place = output * stride + tap * windowDilation - low
      guard place >= 0, place < spread else { return nil }
      guard baseDilation > 1 else { return place }
      let (element, rest) = place.quotientAndRemainder(dividingBy: baseDilation)
      return rest == 0 ? element : nil
    }

    /// The outputs that have an element of the operand under a tap, if it is not spread out.
    func covered(_ tap: Int) -> Range<Int> {
      let shift = low - tap * windowDilation
      let first = shift <= 0 ? 0 : min(output, (shift + stride - 1) / stride)
      let behind = spread + shift
      let end = behind <= 0 ? 0 : min(output, (behind + stride - 1) / stride)
      return first..<max(first, end)
    }
  }

  /// The types of both operators.
  static let elementTypes: [ElementType] = [
    .float32, .int32, .uint8, .int64, .bool, .int16, .int8, .float64,
  ]

  let function: ElementCombination
  let axes: [Axis]

  /// Checks the numbers, which come from a file; empty lists mean 1, and no padding.
  init(
    _ function: ElementCombination, of shape: Shape, window: [Int], strides: [Int],
    baseDilations: [Int] = [], windowDilations: [Int], padding: [Int] = []
  ) throws(OperatorError) {
    let rank = shape.rank
    let lists = [window, strides, baseDilations, windowDilations]
    guard rank > 0, window.count == rank,
      lists.allSatisfy({ $0.isEmpty || $0.count == rank }),
      padding.isEmpty || padding.count == 2 * rank
    else { throw .invalid("has windows of \(window) for an operand of \(shape)") }
    let limit = Int(Int32.max)
    guard lists.joined().allSatisfy({ $0 > 0 && $0 <= limit }),
      padding.allSatisfy({ -limit...limit ~= $0 })
    else { throw .invalid("has a window, stride, dilation or padding out of range") }
    self.function = function
    axes = (0..<rank).map { axis in
      Axis(
        extent: shape[axis], window: window[axis], stride: strides.isEmpty ? 1 : strides[axis],
        baseDilation: baseDilations.isEmpty ? 1 : baseDilations[axis],
        windowDilation: windowDilations.isEmpty ? 1 : windowDilations[axis],
        low: padding.isEmpty ? 0 : padding[2 * axis],
        high: padding.isEmpty ? 0 : padding[2 * axis + 1])
    }
  }

  /// Throws unless operand, initial value and result have one type.
  static func check(_ node: NodeReader) throws(OperatorError) {
    let (input, initial, output) = (try node.input(0), try node.input(1), try node.output())
    try node.require(
      input.type == initial.type && input.type == output.type,
      "has operands of types \(input.type.name), \(initial.type.name) and \(output.type.name), "
        + "which must be the same")
    guard elementTypes.contains(input.type) else {
      throw .unsupported("has an operand of type \(input.type.name)")
    }
  }

  var outputShape: Shape { Shape(axes.map(\.output)) }

  /// A step whose units are rows of the result.
  func step(_ operands: Operands) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    guard try operands.input(1).elementCount == 1, let last = axes.last else {
      throw .invalid("has an initial value that is not one number")
    }
    let taps = Shape(axes.map(\.window))
    let elements = operands.outputs[0].elementCount
    guard let tapCount = taps.checkedElementCount, tapCount <= (1 << 36) / max(elements, 1) else {
      throw .unsupported("combines more than 2^36 elements")
    }
    // A truth value is a byte here, whose sum may be 2.
    let kernel = try unsafe input.type == .bool ? Int8.combine : input.type.combinationKernel()
    let (size, strides) = (try input.elementSize(), input.shape.strides)
    let outer = Array(axes.dropLast())
    let outerTaps = outer.reduce(1) { $0 * $1.window }
    let (count, function) = (last.output, function)
    let rows = elements == 0 ? 0 : elements / count
    let phase = Phase(
      units: rows, nanoseconds: elements * tapCount + rows * outerTaps * 16
    ) { buffers, rows in
      let initial = unsafe buffers.input(1)
      for row in rows {
        let target = unsafe buffers.output() + row * count * size
        unsafe kernel(.replace, initial, 0, initial, 0, target, 1, count)
        for outerTap in 0..<outerTaps {
          var (restRow, restTap, source) = (row, outerTap, Optional(0))
          for axis in stride(from: outer.count - 1, through: 0, by: -1) {
            let (row, place) = restRow.quotientAndRemainder(dividingBy: outer[axis].output)
            let (tap, offset) = restTap.quotientAndRemainder(dividingBy: outer[axis].window)
            (restRow, restTap) = (row, tap)
            guard let sum = source, let element = outer[axis].element(place, offset) else {
              source = nil
              continue
            }
            source = sum + element * strides[axis]
          }
          for tap in 0..<last.window {
            guard let source else {
              unsafe kernel(function, target, 1, initial, 0, target, 1, count)
              continue
            }
            unsafe Self.combine(
              function, kernel, last, tap, buffers.input(0) + source * size, initial, target,
              size: size)
          }
        }
      }
    }
    return Step(kernel: "reduce window \(function)", phases: [phase])
  }

  /// Joins a row of results with what lies under one tap of the last axis.
  private static func combine(
    _ function: ElementCombination, _ kernel: CombinationKernel, _ axis: Axis, _ tap: Int,
    _ source: UnsafeRawPointer, _ initial: UnsafeRawPointer, _ target: UnsafeMutableRawPointer,
    size: Int
  ) {
    guard axis.baseDilation == 1 else {
      for place in 0..<axis.output {
        let element = axis.element(place, tap)
        let value = unsafe element.map { unsafe source + $0 * size } ?? initial
        let result = unsafe target + place * size
        unsafe kernel(function, result, 1, value, 1, result, 1, 1)
      }
      return
    }
    let covered = axis.covered(tap)
    unsafe kernel(function, target, 1, initial, 0, target, 1, covered.lowerBound)
    if let first = covered.first {
      let begin = unsafe target + first * size
      let element = first * axis.stride + tap * axis.windowDilation - axis.low
      unsafe kernel(
        function, begin, 1, source + element * size, axis.stride, begin, 1, covered.count)
    }
    let end = unsafe target + covered.upperBound * size
    unsafe kernel(
      function, end, 1, initial, 0, end, 1, axis.output - covered.upperBound)
  }
}
