internal import SwiftletSIMD
internal import SwiftletTensor

/// How floats are brought to 8 bits while a model runs.
struct HybridQuantizer: Sendable, Hashable {
  /// Whose arithmetic.
  enum Kind: Sendable, Hashable {
    /// The built-in kernels, without a zero point.
    case symmetric
    /// The built-in kernels, with a zero point.
    case asymmetric
    /// XNNPACK, with a zero point.
    case delegated
    /// The built-in kernel for weights of 4 bits, without a zero point.
    case nibbles
  }

  var kind: Kind

  /// What the extremes of a group of floats lead to.
  struct Parameters: Sendable {
    /// What a float is multiplied with.
    var factor: Float
    /// The real number that a unit stands for.
    var scale: Float
    /// The limits of integers less their zero point.
    var low: Int32
    var high: Int32
  }

  /// The parameters for floats between two extremes.
  func parameters(from low: Float, through high: Float) -> Parameters {
    // Without floats the extremes are infinite, the wrong way round.
    guard low <= high else { return Parameters(factor: 0, scale: 1, low: 0, high: 0) }
    switch kind {
    case .symmetric, .nibbles:
      let range = max(abs(low), abs(high))
      guard range > 0 else { return Parameters(factor: 0, scale: 1, low: 0, high: 0) }
      return Parameters(factor: 127 / range, scale: range / 127, low: -127, high: 127)
    case .asymmetric: return Self.builtIn(min(0, low), max(0, high))
    case .delegated: return Self.delegated(min(0, low), max(0, high))
    }
  }

  private static func builtIn(_ low: Float, _ high: Float) -> Parameters {
    guard low != high else { return Parameters(factor: 0, scale: 1, low: 0, high: 0) }
    let scale = Double(high - low) / 255
    let (fromLow, fromHigh) = (Double(low) / scale, Double(high) / scale)
    let zero = 128 + abs(fromLow) < 127 + abs(fromHigh) ? -128 - fromLow : 127 - fromHigh
    let zeroPoint = Int32(
      saturating: min(max(zero, -128), 127).rounded(.toNearestOrAwayFromZero))
    return Parameters(
      factor: 1 / Float(scale), scale: Float(scale), low: -128 - zeroPoint, high: 127 - zeroPoint)
  }

  private static func delegated(_ low: Float, _ high: Float) -> Parameters {
    let factor = low == high ? 1 : 255 / (high - low)
    let (scaledLow, scaledHigh) = (low * factor, high * factor)
    let zero =
      (-128 + scaledLow) + (127 + scaledHigh) > 0 ? -128 - scaledLow : 127 - scaledHigh
    let zeroPoint = Int32(saturating: min(max(zero, -128), 127).rounded(.toNearestOrEven))
    return Parameters(
      factor: factor, scale: 1 / factor, low: -128 - zeroPoint, high: 127 - zeroPoint)
  }

  /// The elements of a group that are rounded by the vectors of the built-in kernels.
  func vectorCount(of count: Int) -> Int {
    switch kind {
    case .symmetric, .asymmetric: count / 8 * 8
    case .delegated, .nibbles: 0
    }
  }

  /// How the elements behind those of vectors are rounded, and those of vectors.
  var roundings: (vectors: PairRounding, rest: PairRounding) {
    (.halfAdded, kind == .delegated ? .toEven : .away)
  }
}

/// The phases that quantise an input in groups, each with a scale of its own.
@safe struct HybridInput: Sendable {
  /// The temporaries with the integers less their zero point, and with the scale of each group.
  let integers: Int
  let scales: Int
  private let extremes: Int
  private let quantizer: HybridQuantizer
  private let source: PairOperand
  /// A group is some lines of the same length.
  private let linesPerGroup: Int
  private let lineLength: Int
  private let kernels: PairKernels
  private let reduction: ReductionKernels

  /// Adds phases and temporaries to a step.
  init(
    _ input: TensorInfo, groups: Int, linesPerGroup: Int, lineLength: Int,
    quantizer: HybridQuantizer, adding step: inout Step, in context: LoweringContext
  ) throws(OperatorError) {
    self.quantizer = quantizer
    self.linesPerGroup = linesPerGroup
    self.lineLength = lineLength
    source = try PairOperand(input, index: 0, in: context)
    kernels = context.kernels.pairs
    reduction = context.kernels.reduction
    let lines = groups * linesPerGroup
    integers = step.temporaries.count
    scales = integers + 1
    extremes = integers + 2
    step.temporaries += [2 * lines * lineLength, 4 * groups, 8 * lines]
    let time = lines * lineLength / 4
    let phases = self
    step.phases.append(
      Phase(units: lines, nanoseconds: time) { buffers, range in
        for line in range { phases.findExtremes(line, in: buffers) }
      })
    step.phases.append(
      Phase(units: lines, nanoseconds: time) { buffers, range in
        for line in range { phases.quantize(line, in: buffers) }
      })
  }

  /// The integers as the image of a product.
  var image: PairOperand { .temporary(integers) }

  private func line(_ line: Int, in buffers: borrowing Buffers) -> UnsafePointer<Float> {
    unsafe source.pointer(in: buffers).assumingMemoryBound(to: Float.self) + line * lineLength
  }

  private func findExtremes(_ index: Int, in buffers: borrowing Buffers) {
    let values = unsafe line(index, in: buffers)
    let target = unsafe buffers.temporary(extremes).assumingMemoryBound(to: Float.self)
    unsafe target[2 * index] = reduction.line(.minimum, values, lineLength)
    unsafe target[2 * index + 1] = reduction.line(.maximum, values, lineLength)
  }

  /// The zero point of a group of one line as a signed byte, after both phases.
  func zeroPoint(ofLine line: Int, in buffers: borrowing Buffers) -> Int32 {
    let found = unsafe buffers.temporary(extremes).assumingMemoryBound(to: Float.self)
    let parameters = unsafe quantizer.parameters(
      from: found[2 * line], through: found[2 * line + 1])
    // Lines of zeros have no range.
    return parameters.low == parameters.high ? 0 : -128 - parameters.low
  }

  private func quantize(_ index: Int, in buffers: borrowing Buffers) {
    let (group, position) = index.quotientAndRemainder(dividingBy: linesPerGroup)
    let found = unsafe buffers.temporary(extremes).assumingMemoryBound(to: Float.self)
    var (low, high) = (Float.infinity, -Float.infinity)
    for line in group * linesPerGroup..<(group + 1) * linesPerGroup {
      low = unsafe min(low, found[2 * line])
      high = unsafe max(high, found[2 * line + 1])
    }
    let parameters = quantizer.parameters(from: low, through: high)
    if position == 0 {
      unsafe buffers.temporary(scales).assumingMemoryBound(to: Float.self)[group] =
        parameters.scale
    }
    let input = unsafe line(index, in: buffers)
    let output =
      unsafe buffers.temporary(integers).assumingMemoryBound(to: Int16.self) + index * lineLength
    let vectors = quantizer.vectorCount(of: linesPerGroup * lineLength)
    let count = min(max(vectors - position * lineLength, 0), lineLength)
    let (first, rest) = quantizer.roundings
    unsafe kernels.quantize(
      input, output, count, parameters.factor, first, parameters.low, parameters.high)
    unsafe kernels.quantize(
      input + count, output + count, lineLength - count, parameters.factor, rest, parameters.low,
      parameters.high)
  }
}
