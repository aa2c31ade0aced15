import SwiftletTensor

/// Broadcasting by counting through every index.
enum ReferenceBroadcast {
  /// The positions in both operands of each element of the result.
  static func positions(_ a: Shape, _ b: Shape, _ output: Shape) -> [(a: Int, b: Int)] {
    (0..<output.elementCount).map { element in
      var rest = element
      var index = [Int](repeating: 0, count: output.rank)
      for axis in (0..<output.rank).reversed() {
        index[axis] = rest % output[axis]
        rest /= output[axis]
      }
      return (position(index, a), position(index, b))
    }
  }

  private static func position(_ index: [Int], _ shape: Shape) -> Int {
    var position = 0
    for (axis, extent) in shape.dimensions.enumerated() {
      let place = index[index.count - shape.rank + axis]
      position = position * extent + (extent == 1 ? 0 : place)
    }
    return position
  }

  /// Pairs of shapes that broadcast in every way that loops distinguish.
  static let shapes: [(Shape, Shape)] = [
    ([7], [7]), ([1], [1]), ([], []), ([], [3]), ([2, 33], [33]), ([3, 4, 5], [1]),
    ([1], [2, 70]), ([2, 3, 4, 17], [17]), ([2, 3, 4, 5], [1, 3, 1, 5]),
    ([1, 3, 1, 5], [2, 1, 4, 1]), ([2, 1, 16], [2, 9, 1]), ([2, 2, 3, 2, 3], [2, 1, 3, 1, 3]),
    ([4, 1, 1, 3], [4, 5, 6, 3]), ([0, 3], [3]), ([2, 0], [2, 0]), ([1, 1, 65], [1, 1, 65]),
  ]
}
