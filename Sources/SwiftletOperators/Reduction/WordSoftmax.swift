internal import SwiftletTensor

/// The softmax of 16-bit integers through two interpolated tables.
struct WordSoftmax: Sendable {
  private let multiplier: FixedPointMultiplier
  private let powers: InterpolatedTable
  private let reciprocals: InterpolatedTable

  init(scale: Float, beta: Float) {
    multiplier = FixedPointMultiplier(Double(scale) * Double(beta) * 65535 / 10)
    powers = InterpolatedTable(over: -10.0...0, stepsPerUnit: 32768) { Double.exponential($0) }
    reciprocals = InterpolatedTable(over: 0.0...1, stepsPerUnit: 32768) { 1 / (1 + $0) }
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
