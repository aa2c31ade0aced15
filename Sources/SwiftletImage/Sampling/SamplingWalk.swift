/// The source positions of a tensor's pixels, row by row, in 1/32 pixels.
struct SamplingWalk {
  /// Columns of the source.
  private(set) var xs: [Int32]
  /// Rows of the source.
  private(set) var ys: [Int32]
  private let m: [Double]
  private let blockWidth: Int
  /// Whether columns depend on columns alone and rows on rows alone, as for upright regions; then
  /// the columns are found once.
  private let isSeparable: Bool
  private var isStarted = false

  init(_ projection: Projection, width: Int, height: Int) {
    m = projection.coefficients
    xs = [Int32](repeating: 0, count: width)
    ys = xs
    // The walk restarts at each block's first column, which its rounding depends on.
    blockWidth = min(1024 / min(16, height), width)
    isSeparable = m[1] == 0 && m[3] == 0 && m[6] == 0 && m[7] == 0
  }

  /// Finds the positions of one row.
  mutating func move(to row: Int) {
    let y = Double(row)
    if isSeparable, isStarted {
      let position = Self.rounded((m[4] * y + m[5]) * Self.scale(m[8]))
      for column in ys.indices { ys[column] = position }
      return
    }
    isStarted = true
    for first in stride(from: 0, to: xs.count, by: blockWidth) {
      let x0 = Double(first)
      let startX = m[0] * x0 + m[1] * y + m[2]
      let startY = m[3] * x0 + m[4] * y + m[5]
      let startZ = m[6] * x0 + m[7] * y + m[8]
      var z = startZ
      var scale = Self.scale(z)
      for column in first..<min(first + blockWidth, xs.count) {
        let x1 = Double(column - first)
        // Rounding mostly makes it the same for the whole block, and a division is dear.
        let next = startZ + m[6] * x1
        if next != z {
          z = next
          scale = Self.scale(z)
        }
        xs[column] = Self.rounded((startX + m[0] * x1) * scale)
        ys[column] = Self.rounded((startY + m[3] * x1) * scale)
      }
    }
  }

  private static func scale(_ z: Double) -> Double { z != 0 ? 32 / z : 0 }

  /// Nearest integer, ties to even; beyond 32 bits the ends of that range.
  ///
  /// Adding 1.5 · 2^52 leaves the integer in the low bits of the sum: exact, and one addition where
  /// the baseline processor has no rounding instruction.
  @inline(__always)
  private static func rounded(_ value: Double) -> Int32 {
    let bounded = max(Double(Int32.min), min(Double(Int32.max), value))
    return Int32(truncatingIfNeeded: (bounded + 0x1.8p52).bitPattern)
  }
}
