/// The logistic function and the hyperbolic tangent on 16-bit fixed-point numbers, as tables of all
/// arguments.
///
/// The algorithms are those of gemmlowp in 16 bits; results have 15 fractional bits.
enum WordFunctions {
  /// `1 / (1 + e^−x)` of arguments with 3 integer bits.
  static let logistic = table { logistic($0, integerBits: 3) }

  /// `tanh x` of arguments with some integer bits; nil where there is no such function.
  static func tanh(integerBits: Int) -> [Int16]? {
    switch integerBits {
    case 0: tanh0
    case 1: tanh1
    case 2: tanh2
    case 3: tanh3
    case 4: tanh4
    case 5: tanh5
    case 6: tanh6
    default: nil
    }
  }

  private static let tanh0 = table { tanh($0, integerBits: 0) }
  private static let tanh1 = table { tanh($0, integerBits: 1) }
  private static let tanh2 = table { tanh($0, integerBits: 2) }
  private static let tanh3 = table { tanh($0, integerBits: 3) }
  private static let tanh4 = table { tanh($0, integerBits: 4) }
  private static let tanh5 = table { tanh($0, integerBits: 5) }
  private static let tanh6 = table { tanh($0, integerBits: 6) }

  /// The result for each argument, at the place of its bits as an unsigned number.
  private static func table(_ function: (Int16) -> Int16) -> [Int16] {
    (0...UInt16.max).map { function(Int16(bitPattern: $0)) }
  }

  private static func logistic(_ a: Int16, integerBits: Int) -> Int16 {
    guard a != 0 else { return 1 << 14 }
    let power = power(a > 0 ? 0 &- a : a, integerBits: integerBits)
    let positive = saturatingShift(newtonReciprocal(onePlus: power), by: 1)
    return a > 0 ? positive : 32767 &- positive
  }

  private static func tanh(_ a: Int16, integerBits: Int) -> Int16 {
    guard a != 0 else { return 0 }
    // The bits of 2·a are those of `a` with one integer bit more.
    let power = power(a > 0 ? 0 &- a : a, integerBits: integerBits + 1)
    let magnitude = saturatingShift(newtonReciprocal(onePlus: power) &- 1 << 13, by: 2)
    return a > 0 ? magnitude : 0 &- magnitude
  }

  /// `e^a` in Q0.15 for `a ≤ 0` with some integer bits.
  private static func power(_ a: Int16, integerBits: Int) -> Int16 {
    guard a != 0 else { return .max }
    let fractionBits = 15 - integerBits
    guard fractionBits >= 2 else { return 0 }
    // Beyond −2^5 the exponential is below the last bit.
    if integerBits > 5, a < -(1 << (fractionBits + 5)) { return 0 }
    let quarter = Int16(1) << (fractionBits - 2)
    let reduced = (a & (quarter - 1)) - quarter
    var result = powerOfQuarter(saturatingShift(reduced, by: integerBits))
    let rest = reduced &- a
    // e^−2^k for k = −2 … 4, in Q0.31.
    let factors: InlineArray<7, Int32> = [
      1_672_461_947, 1_302_514_674, 790_015_084, 290_630_308, 39_332_535, 720_401, 242,
    ]
    for index in 0..<7 {
      let exponent = index - 2
      guard exponent < integerBits, rest & 1 << (fractionBits + exponent) != 0 else { continue }
      result = roundingDoublingHigh(result, word(factors[index]))
    }
    return result
  }

  /// `e^a` in Q0.15 for `a` in −1/4 ..< 0 in Q0.15.
  private static func powerOfQuarter(_ a: Int16) -> Int16 {
    let x = a &+ 1 << 12
    let x2 = roundingDoublingHigh(x, x)
    let x3 = roundingDoublingHigh(x2, x)
    let x4 = roundingDoublingHigh(x2, x2)
    let cubic = roundingDoublingHigh(roundingShift(x4, by: 2) &+ x3, word(715_827_883)) &+ x2
    let series = roundingShift(cubic, by: 1)
    let constant = word(1_895_147_668)
    let product = roundingDoublingHigh(constant, x &+ series)
    return Int16(clamping: Int32(constant) + Int32(product))
  }

  /// `2 / (1 + s)` in Q2.13 for `s` in Q0.15, not negative: Newton's method.
  private static func newtonReciprocal(onePlus s: Int16) -> Int16 {
    let sum = Int32(s) + 32767
    let half = Int16((sum + 1) / 2)
    var x = word(1_515_870_810) &+ roundingDoublingHigh(half, word(-1_010_580_540))
    for _ in 0..<3 {
      let error = (1 << 13) &- roundingDoublingHigh(half, x)
      x = x &+ saturatingShift(roundingDoublingHigh(x, error), by: 2)
    }
    return x
  }

  /// A constant in 32 bits cut down to the upper 16.
  private static func word(_ constant: Int32) -> Int16 {
    Int16(truncatingIfNeeded: roundingShift(constant, by: 16))
  }

  private static func saturatingShift(_ value: Int16, by count: Int) -> Int16 {
    Int16(clamping: Int32(value) << Int32(count))
  }
}
