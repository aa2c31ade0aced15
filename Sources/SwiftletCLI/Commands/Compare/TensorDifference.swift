internal import SwiftletTensor

/// How far two tensors are apart.
struct TensorDifference {
  /// What counts as equal: |a − b| ≤ `absolute` + `relative` · max(|a|, |b|).
  struct Tolerance: Hashable {
    var absolute: Double = 0
    var relative: Double = 0
  }

  /// In what the numbers are counted.
  enum Unit: String {
    /// The numbers as they are: reals, or integers of one scale.
    case values
    /// Reals, since the two sides have other scales or types.
    case reals
    /// Texts, which are equal or not.
    case texts
  }

  private(set) var unit = Unit.values
  let shapes: (a: [Int], b: [Int])
  /// The number of values; nil where the two sides have different numbers of them.
  private(set) var count: Int?
  /// The number of values beyond the tolerance.
  private(set) var differing = 0
  /// The largest |a − b|; infinite where one is finite and the other is not.
  private(set) var maximum = 0.0
  /// The largest |a − b| / max(|a|, |b|).
  private(set) var relativeMaximum = 0.0
  /// The mean of |a − b|.
  private(set) var mean = 0.0
  /// The first value beyond the tolerance: where it is, and what it is on both sides.
  private(set) var first: (position: Int, a: Double, b: Double)?

  /// Whether anything differs.
  var isDifferent: Bool { shapes.a != shapes.b || differing > 0 }

  /// The share of values that differ.
  var share: Double {
    guard let count else { return 1 }
    return count == 0 ? 0 : Double(differing) / Double(count)
  }

  /// Where the first difference is, as indices along the axes.
  var firstPlace: [Int]? {
    guard var rest = first?.position else { return nil }
    var place: [Int] = []
    for extent in shapes.a.reversed() {
      place.insert(rest % max(extent, 1), at: 0)
      rest /= max(extent, 1)
    }
    return place
  }

  /// Compares two values.
  init(
    _ a: (content: TensorContent, tensor: DumpedTensor),
    _ b: (content: TensorContent, tensor: DumpedTensor), _ tolerance: Tolerance
  ) {
    shapes = (a.content.shape, b.content.shape)
    switch (a.content, b.content) {
    case (.texts(let texts), .texts(let others)):
      unit = .texts
      guard texts.count == others.count else { return }
      count = texts.count
      differing = zip(texts, others).count { $0 != $1 }
      first = zip(texts, others).enumerated().first { $1.0 != $1.1 }.map { ($0.offset, 0, 0) }
    case (.array(let array), .array(let other)):
      guard array.numbersPerElement == other.numbersPerElement else { return }
      compare(array, a.tensor, other, b.tensor, tolerance)
    default: break
    }
    if count == nil, shapes.a == shapes.b { differing = 1 }
  }

  private mutating func compare(
    _ a: NPYArray, _ tensorA: DumpedTensor, _ b: NPYArray, _ tensorB: DumpedTensor,
    _ tolerance: Tolerance
  ) {
    let total = Shape(a.shape).elementCount * a.numbersPerElement
    guard total == Shape(b.shape).elementCount * b.numbersPerElement else { return }
    count = total
    var scales: (a: AffineScale?, b: AffineScale?) = (nil, nil)
    let pairs = (tensorA.quantization, tensorB.quantization)
    if a.type != b.type || (pairs.0 != nil && pairs.1 != nil && !isSame(pairs.0, pairs.1)) {
      scales = (AffineScale(tensorA, a), AffineScale(tensorB, b))
    }
    if scales.a != nil || scales.b != nil { unit = .reals } else if a == b { return }
    let chunk = 1 << 14
    var sum = 0.0
    for start in stride(from: 0, to: total, by: chunk) {
      let range = start..<min(start + chunk, total)
      var (left, right) = (a.numbers(range), b.numbers(range))
      scales.a?.apply(to: &left, from: start)
      scales.b?.apply(to: &right, from: start)
      for (index, pair) in zip(left, right).enumerated() {
        sum += take(pair.0, pair.1, at: start + index, tolerance)
      }
    }
    if maximum == 0, a.type == b.type, a.type == .int64 || a.type == .uint64 {
      sum = takeNeighbours(a, b, tolerance)
    }
    mean = total == 0 ? 0 : sum / Double(total)
    // Numbers of a pair are counted; places are those of elements.
    if a.numbersPerElement == 2 { first = first.map { ($0.position / 2, $0.a, $0.b) } }
  }

  /// Takes one pair of numbers and returns how far they are apart.
  private mutating func take(
    _ a: Double, _ b: Double, at position: Int, _ tolerance: Tolerance
  ) -> Double {
    if a == b || (a.isNaN && b.isNaN) { return 0 }
    let isFinite = a.isFinite && b.isFinite
    let distance = isFinite ? abs(a - b) : .infinity
    let larger = max(abs(a), abs(b))
    maximum = max(maximum, distance)
    relativeMaximum = max(relativeMaximum, isFinite ? distance / larger : .infinity)
    if !isFinite || distance > tolerance.absolute + tolerance.relative * larger {
      differing += 1
      if first == nil { first = (position, a, b) }
    }
    return distance
  }

  /// Takes 64-bit integers that are equal once they are rounded to 53 bits, and sums how far they are
  /// apart.
  private mutating func takeNeighbours(
    _ a: NPYArray, _ b: NPYArray, _ tolerance: Tolerance
  ) -> Double {
    func word(_ array: NPYArray, _ index: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(array.bytes[8 * index + $1]) << UInt64(8 * $1) }
    }
    var sum = 0.0
    for index in 0..<a.bytes.count / 8 {
      let (left, right) = (word(a, index), word(b, index))
      guard left != right else { continue }
      let distance = Double(min(left &- right, right &- left))
      let number = a.numbers(index..<index + 1)[0]
      maximum = max(maximum, distance)
      relativeMaximum = max(relativeMaximum, distance / abs(number))
      sum += distance
      guard distance > tolerance.absolute + tolerance.relative * abs(number) else { continue }
      differing += 1
      if first == nil { first = (index, number, number) }
    }
    return sum
  }

  private func isSame(_ first: Quantization?, _ second: Quantization?) -> Bool {
    first?.scales == second?.scales && first?.zeroPoints == second?.zeroPoints
  }
}
