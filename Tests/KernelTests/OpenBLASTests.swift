import SwiftletKernels
import SwiftletTestSupport
import Testing

@Suite(.enabled(if: OpenBLAS.isAvailable)) struct OpenBLASTests {
  /// Both orders of the right side, single rows and strides, added to what is there.
  @Test(arguments: [false, true]) func accumulates(isRightTransposed: Bool) {
    var random = SplitMix64(seed: 41)
    for (rows, columns, depth) in [(1, 7, 5), (4, 1, 3), (13, 17, 19), (2, 0, 3), (3, 2, 0)] {
      let left = FloatMemory(random.floats(rows * (depth + 2), -1, 1))
      let rightStride = (isRightTransposed ? depth : columns) + 1
      let right = FloatMemory(
        random.floats((isRightTransposed ? columns : depth) * rightStride, -1, 1))
      let before = random.floats(rows * (columns + 3), -1, 1)
      let output = FloatMemory(before)
      OpenBLAS.accumulate(
        rows: rows, columns: columns, depth: depth, left: left.pointer, leftStride: depth + 2,
        right: right.pointer, rightStride: rightStride, isRightTransposed: isRightTransposed,
        output: output.pointer, outputStride: columns + 3)
      for row in 0..<rows {
        for column in 0..<columns + 3 {
          let place = row * (columns + 3) + column
          var sum = Double(before[place])
          for step in 0..<(column < columns ? depth : 0) {
            let index =
              isRightTransposed ? column * rightStride + step : step * rightStride + column
            sum += Double(left.pointer[row * (depth + 2) + step]) * Double(right.pointer[index])
          }
          #expect(abs(Double(output.pointer[place]) - sum) <= 1e-5)
        }
      }
    }
  }
}
