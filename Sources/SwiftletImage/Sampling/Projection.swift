/// The perspective transform from tensor pixels to source positions, as nine coefficients.
///
/// The rectangle is never in perspective, yet the transform is found and inverted the way OpenCV
/// finds and inverts a perspective one: its rounding errors are part of the result.
struct Projection: Equatable {
  /// Row by row; source x = row 0 · (x, y, 1) / row 2 · (x, y, 1), source y likewise with row 1.
  let coefficients: [Double]

  /// Nil when the rectangle is too thin for the equations to be solved.
  init?(_ rectangle: SampledRectangle, width: Int, height: Int) {
    let right = Float(width)
    let bottom = Float(height)
    let targets: [(x: Float, y: Float)] = [(0, bottom), (0, 0), (right, 0), (right, bottom)]
    var system = [[Double]](repeating: [Double](repeating: 0, count: 9), count: 8)
    for (row, (source, target)) in zip(rectangle.corners, targets).enumerated() {
      let (x, y) = (Double(source.x), Double(source.y))
      // The products are single precision before they enter the double precision system.
      system[row] = [
        x, y, 1, 0, 0, 0, Double(-source.x * target.x), Double(-source.y * target.x),
        Double(target.x),
      ]
      system[row + 4] = [
        0, 0, 0, x, y, 1, Double(-source.x * target.y), Double(-source.y * target.y),
        Double(target.y),
      ]
    }
    guard let forward = Self.solve(system), let inverse = Self.inverse(forward + [1]) else {
      return nil
    }
    coefficients = inverse
  }

  /// Gaussian elimination with partial pivoting; the last column is the right-hand side.
  private static func solve(_ system: [[Double]]) -> [Double]? {
    var rows = system
    let count = rows.count
    for pivot in 0..<count {
      var best = pivot
      for row in pivot + 1..<max(count, pivot + 1)
      where
        abs(rows[row][pivot]) > abs(rows[best][pivot])
      {
        best = row
      }
      guard abs(rows[best][pivot]) >= 100 * Double.ulpOfOne else { return nil }
      rows.swapAt(pivot, best)
      let factor = -1 / rows[pivot][pivot]
      for row in pivot + 1..<max(count, pivot + 1) {
        let alpha = rows[row][pivot] * factor
        for column in pivot + 1...count {
          rows[row][column] += alpha * rows[pivot][column]
        }
      }
    }
    var solution = [Double](repeating: 0, count: count)
    for row in (0..<count).reversed() {
      var value = rows[row][count]
      for column in row + 1..<max(count, row + 1) {
        value -= rows[row][column] * solution[column]
      }
      solution[row] = value / rows[row][row]
    }
    return solution.allSatisfy(\.isFinite) ? solution : nil
  }

  /// The inverse by the adjugate.
  private static func inverse(_ m: [Double]) -> [Double]? {
    let determinant =
      m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6])
      + m[2] * (m[3] * m[7] - m[4] * m[6])
    guard determinant != 0, determinant.isFinite else { return nil }
    let d = 1 / determinant
    let inverse = [
      (m[4] * m[8] - m[5] * m[7]) * d, (m[2] * m[7] - m[1] * m[8]) * d,
      (m[1] * m[5] - m[2] * m[4]) * d,
      (m[5] * m[6] - m[3] * m[8]) * d, (m[0] * m[8] - m[2] * m[6]) * d,
      (m[2] * m[3] - m[0] * m[5]) * d,
      (m[3] * m[7] - m[4] * m[6]) * d, (m[1] * m[6] - m[0] * m[7]) * d,
      (m[0] * m[4] - m[1] * m[3]) * d,
    ]
    return inverse.allSatisfy(\.isFinite) ? inverse : nil
  }
}
