/// LOGISTIC and TANH of 16-bit integers by interpolation in a table of the logistic function.
struct WordSigmoid: Sendable {
  private let multiplier: Int32
  private let shift: Int32

  /// Finds how elements of a scale become places in the table, 24 for each unit.
  ///
  /// A scale that is a power of two is exact where its shift to 2^−12 is one of `powerShifts`.
  init(scale: Float, powerShifts: ClosedRange<Int>) {
    if let power = Self.powerShift(scale), powerShifts.contains(power) {
      multiplier = 3 << Int32(power)
      shift = 0
      return
    }
    var real = Double(scale) * 4096 * 3
    var bits: Int32 = 0
    while real <= 32767.0 / 2, bits <= 30 {
      bits += 1
      real *= 2
    }
    multiplier = real < 0x1p31 ? Int32(real) : .min
    shift = bits
  }

  /// The shift to the left that brings a scale to 2^−12, or nil where it is no power of two.
  static func powerShift(_ scale: Float) -> Int? {
    let exponent = Double.log2(Double(scale))
    let nearest = exponent.rounded(.toNearestOrAwayFromZero)
    guard abs(exponent - nearest) < 1e-3 else { return nil }
    return Int(nearest) + 12
  }

  /// Throws unless results are in Q0.15.
  static func checkOutput(_ output: TensorInfo) throws(OperatorError) {
    guard let scale = output.scale, scale > 0, let shift = powerShift(scale), shift == -3,
      output.zeroPoint == 0
    else {
      throw .invalid("has an int16 output whose scale and zero point are not 1/32768 and 0")
    }
  }

  /// `1 / (1 + e^−x)` in Q0.15.
  func logistic(_ element: Int16) -> Int16 {
    let place = place(of: element)
    let value = Self.interpolated(place.magnitude, fraction: 9, limit: 0x7FFF << 10)
    let result = place >= 0 ? value + 512 : 1 << 25 - value + 511
    return Int16(truncatingIfNeeded: result >> 10)
  }

  /// The hyperbolic tangent in Q0.15.
  func tanh(_ element: Int16) -> Int16 {
    let place = place(of: element)
    let value = Self.interpolated(place.magnitude, fraction: 8, limit: 0xFFFF << 8)
    let half: Int32 = 1 << 23
    let result = place >= 0 ? value - half + 128 : half - value + 127
    return Int16(truncatingIfNeeded: result >> 8)
  }

  private func place(of element: Int16) -> Int32 {
    let half: Int32 = shift > 0 ? 1 << (shift - 1) : 0
    return (Int32(element) &* multiplier &+ half) >> shift
  }

  private static func interpolated(_ place: UInt32, fraction: UInt32, limit: Int32) -> Int32 {
    let index = Int(place >> fraction)
    guard index < 255 else { return limit }
    let offset = Int32(place & (1 << fraction - 1))
    let (low, high) = (Int32(table[index]), Int32(table[index + 1]))
    return low << Int32(fraction) + offset * (high - low)
  }

  /// `65536 / (1 + e^(−k/24))`, of which 44 entries are one off as they are in LiteRT's table.
  private static let table: InlineArray<256, UInt16> = [
    32768, 33451, 34133, 34813, 35493, 36169, 36843, 37513, 38180, 38841, 39498, 40149, 40794,
    41432, 42064, 42688, 43304, 43912, 44511, 45102, 45683, 46255, 46817, 47369, 47911, 48443,
    48964, 49475, 49975, 50464, 50942, 51409, 51865, 52311, 52745, 53169, 53581, 53983, 54374,
    54755, 55125, 55485, 55834, 56174, 56503, 56823, 57133, 57433, 57724, 58007, 58280, 58544,
    58800, 59048, 59288, 59519, 59743, 59959, 60168, 60370, 60565, 60753, 60935, 61110, 61279,
    61441, 61599, 61750, 61896, 62036, 62172, 62302, 62428, 62549, 62666, 62778, 62886, 62990,
    63090, 63186, 63279, 63368, 63454, 63536, 63615, 63691, 63765, 63835, 63903, 63968, 64030,
    64090, 64148, 64204, 64257, 64308, 64357, 64405, 64450, 64494, 64536, 64576, 64614, 64652,
    64687, 64721, 64754, 64786, 64816, 64845, 64873, 64900, 64926, 64950, 64974, 64997, 65019,
    65039, 65060, 65079, 65097, 65115, 65132, 65149, 65164, 65179, 65194, 65208, 65221, 65234,
    65246, 65258, 65269, 65280, 65291, 65301, 65310, 65319, 65328, 65337, 65345, 65352, 65360,
    65367, 65374, 65381, 65387, 65393, 65399, 65404, 65410, 65415, 65420, 65425, 65429, 65433,
    65438, 65442, 65445, 65449, 65453, 65456, 65459, 65462, 65465, 65468, 65471, 65474, 65476,
    65479, 65481, 65483, 65485, 65488, 65489, 65491, 65493, 65495, 65497, 65498, 65500, 65501,
    65503, 65504, 65505, 65507, 65508, 65509, 65510, 65511, 65512, 65513, 65514, 65515, 65516,
    65517, 65517, 65518, 65519, 65520, 65520, 65521, 65522, 65522, 65523, 65523, 65524, 65524,
    65525, 65525, 65526, 65526, 65526, 65527, 65527, 65528, 65528, 65528, 65529, 65529, 65529,
    65529, 65530, 65530, 65530, 65530, 65531, 65531, 65531, 65531, 65531, 65532, 65532, 65532,
    65532, 65532, 65532, 65533, 65533, 65533, 65533, 65533, 65533, 65533, 65533, 65534, 65534,
    65534, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65535,
  ]
}
