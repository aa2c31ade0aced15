/// A function over the range of `Int16`, at 513 points with straight lines between.
struct InterpolatedTable: Sendable {
  private let values: [Int16]

  /// Tabulates a real function whose arguments over `domain` fill the range of `Int16`; each
  /// piece is moved by half its error in the middle.
  init<Real: BinaryFloatingPoint>(
    over domain: ClosedRange<Real>, stepsPerUnit: Real, function: (Real) -> Real
  ) {
    func rounded(_ real: Real) -> Real { real.rounded(.toNearestOrAwayFromZero) }
    let step = (domain.upperBound - domain.lowerBound) / 512
    var values: [Int16] = []
    for index in 0..<512 {
      let start = domain.lowerBound + Real(index) * step
      let value = rounded(function(start) * stepsPerUnit)
      let next = function(domain.lowerBound + Real(index + 1) * step) * stepsPerUnit
      let middle = rounded(function(start + step / 2) * stepsPerUnit)
      let bias = rounded((rounded((next + value) / 2) - middle) / 2)
      values.append(Int16(saturating: value - bias))
    }
    values.append(Int16(saturating: rounded(function(domain.upperBound) * stepsPerUnit)))
    self.values = values
  }

  /// Tabulates a real function between the numbers that two 16-bit schemes stand for.
  init(from input: QuantizedElements, to output: QuantizedElements, real: (Float) -> Float) {
    func bound(_ scheme: QuantizedElements, _ element: Int32) -> Float {
      scheme.scale * Float(element - scheme.zeroPoint)
    }
    let results = bound(output, output.range.upperBound) - bound(output, output.range.lowerBound)
    self.init(
      over: bound(input, input.range.lowerBound)...bound(input, input.range.upperBound),
      stepsPerUnit: 65536 / results, function: real)
  }

  func value(at argument: Int16) -> Int16 {
    let index = 256 + Int(argument >> 7)
    let offset = Int32(argument & 127)
    let (low, high) = (Int32(values[index]), Int32(values[index + 1]))
    return Int16(truncatingIfNeeded: low + ((high - low) * offset + 64) >> 7)
  }
}
