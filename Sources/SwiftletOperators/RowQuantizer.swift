/// A row of floats as signed bytes: `real ≈ scale · (q − zeroPoint)`.
struct QuantizedRow {
  let scale: Float
  let zeroPoint: Int32
}

/// How float activations become bytes while a model with quantised weights runs.
///
/// The arithmetic is LiteRT's: see "Hybrid kernels" in `docs/numerics.md`.
enum RowQuantizer: Sendable, Hashable {
  /// Within ±127 around 0.
  case symmetric
  /// Within −128 … 127 around a zero point.
  case asymmetric

  /// The kind that the option `asymmetric_quantize_inputs` asks for.
  init(asymmetric: Bool) { self = asymmetric ? .asymmetric : .symmetric }

  /// Writes the bytes of a row.
  func quantize(
    _ row: UnsafePointer<Float>, count: Int, to bytes: UnsafeMutablePointer<Int8>
  ) -> QuantizedRow {
    var low = Float.infinity
    var high = -Float.infinity
    for index in 0..<count {
      low = unsafe min(low, row[index])
      high = unsafe max(high, row[index])
    }
    let parameters: (row: QuantizedRow, inverse: Float)?
    switch self {
    case .symmetric: parameters = Self.symmetricParameters(low, high)
    case .asymmetric: parameters = Self.asymmetricParameters(low, high)
    }
    guard count > 0, let (result, inverse) = parameters else {
      unsafe bytes.initialize(repeating: 0, count: count)
      return QuantizedRow(scale: 1, zeroPoint: 0)
    }
    let lowest: Int32 = self == .symmetric ? -127 : -128
    // LiteRT's vector loop, over blocks of 8, adds a half and cuts off, which differs from rounding
    // just below a half.
    let blockEnd = count & ~7
    for index in 0..<count {
      let steps = unsafe row[index] * inverse
      let rounded =
        index < blockEnd
        ? (steps + (steps < 0 ? -0.5 : 0.5)).rounded(.towardZero)
        : steps.rounded(.toNearestOrAwayFromZero)
      let limited = Int32(saturating: min(max(rounded, -0x1p20), 0x1p20))
      unsafe bytes[index] = Int8(
        truncatingIfNeeded: min(max(limited + result.zeroPoint, lowest), 127))
    }
    return result
  }

  private static func symmetricParameters(
    _ low: Float, _ high: Float
  ) -> (row: QuantizedRow, inverse: Float)? {
    let range = max(abs(low), abs(high))
    guard range != 0 else { return nil }
    return (QuantizedRow(scale: range / 127, zeroPoint: 0), 127 / range)
  }

  private static func asymmetricParameters(
    _ low: Float, _ high: Float
  ) -> (row: QuantizedRow, inverse: Float)? {
    let low = Double(min(low, 0))
    let high = Double(max(high, 0))
    guard low != high else { return nil }
    let scale = (high - low) / 255
    let fromLow = -128 - low / scale
    let fromHigh = 127 - high / scale
    let zeroPoint = 128 + abs(low / scale) < 127 + abs(high / scale) ? fromLow : fromHigh
    let nudged = min(max(zeroPoint.rounded(.toNearestOrAwayFromZero), -128), 127)
    let row = QuantizedRow(scale: Float(scale), zeroPoint: Int32(saturating: nudged))
    return (row, 1 / row.scale)
  }
}
