/// A row of floats as signed bytes: `real ≈ scale · (q − zeroPoint)`.
struct QuantizedRow {
  let scale: Float
  let zeroPoint: Int32
}

/// How rows of float activations become bytes inside the steps of recurrent operators.
struct RowQuantizer: Sendable {
  private let quantizer: HybridQuantizer

  /// The kind that the option `asymmetric_quantize_inputs` asks for.
  init(asymmetric: Bool) {
    quantizer = HybridQuantizer(kind: asymmetric ? .asymmetric : .symmetric)
  }

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
    let parameters = quantizer.parameters(from: low, through: high)
    // The limits are those of signed bytes less the zero point.
    let zeroPoint = quantizer.kind == .asymmetric ? -128 - parameters.low : 0
    let vectors = quantizer.vectorCount(of: count)
    for index in 0..<count {
      let steps = unsafe row[index] * parameters.factor
      let rounded =
        index < vectors
        ? (steps + (steps < 0 ? -0.5 : 0.5)).rounded(.towardZero)
        : steps.rounded(.toNearestOrAwayFromZero)
      let limited = min(max(Int32(saturating: rounded), parameters.low), parameters.high)
      unsafe bytes[index] = Int8(truncatingIfNeeded: limited + zeroPoint)
    }
    return QuantizedRow(scale: parameters.scale, zeroPoint: zeroPoint)
  }
}
