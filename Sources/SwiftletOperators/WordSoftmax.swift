internal import SwiftletTensor

/// The softmax of 16-bit integers through two interpolated tables.
struct WordSoftmax: Sendable {
  private let multiplier: FixedPointMultiplier
  private let powers: InterpolatedTable
  private let reciprocals: InterpolatedTable

  init(scale: Float, beta: Float) {
    multiplier = FixedPointMultiplier(Double(scale) * Double(beta) * 65535 / 10)
    powers = InterpolatedTable(over: -10...0, stepsPerUnit: 32768) { Double.exponential($0) }
    reciprocals = InterpolatedTable(over: 0...1, stepsPerUnit: 32768) { 1 / (1 + $0) }
  }

  func apply(
    _ input: UnsafePointer<Int16>, _ output: UnsafeMutablePointer<Int16>, count: Int
  ) {
    var top = Int16.min
    for index in 0..<count { top = unsafe max(top, input[index]) }
    var sum: Int32 = 0
    for index in 0..<count { sum &+= Int32(unsafe power(of: input[index], top)) }
    let headroom = Int32(sum.leadingZeroBitCount)
    let moved = ((sum << (headroom - 1)) &+ 1 << 13) >> 14
    let reciprocal = Int32(reciprocals.value(at: Int16(clamping: moved - 98304)))
    for index in 0..<count {
      let product = Int32(unsafe power(of: input[index], top)) * reciprocal
      let rounded = (product + 1 << (30 - headroom)) >> (31 - headroom)
      unsafe output[index] = Int16(min(max(rounded, 0), 32767))
    }
  }

  private func power(of element: Int16, _ top: Int16) -> Int16 {
    let scaled = multiplier.applied(to: Int32(element) - Int32(top))
    return powers.value(at: Int16(clamping: Int(scaled) + 32767))
  }
}

/// A function over the range of `Int16`, at 513 points with straight lines between.
struct InterpolatedTable: Sendable {
  private let values: [Int16]

  /// Tabulates a real function whose arguments over `domain` fill the range of `Int16`.
  init(over domain: ClosedRange<Double>, stepsPerUnit: Double, function: (Double) -> Double) {
    func rounded(_ real: Double) -> Double { real.rounded(.toNearestOrAwayFromZero) }
    let step = (domain.upperBound - domain.lowerBound) / 512
    var values: [Int16] = []
    for index in 0..<512 {
      let start = domain.lowerBound + Double(index) * step
      let value = rounded(function(start) * stepsPerUnit)
      let next = function(domain.lowerBound + Double(index + 1) * step) * stepsPerUnit
      let middle = rounded(function(start + step / 2) * stepsPerUnit)
      let bias = rounded((rounded((next + value) / 2) - middle) / 2)
      values.append(Int16(saturating: value - bias))
    }
    values.append(Int16(saturating: rounded(function(domain.upperBound) * stepsPerUnit)))
    self.values = values
  }

  func value(at argument: Int16) -> Int16 {
    let index = 256 + Int(argument >> 7)
    let offset = Int32(argument & 127)
    let (low, high) = (Int32(values[index]), Int32(values[index + 1]))
    return Int16(truncatingIfNeeded: low + ((high - low) * offset + 64) >> 7)
  }
}
