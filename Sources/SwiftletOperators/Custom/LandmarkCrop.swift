internal import SwiftletFlatBuffers

/// How a crop follows from points of three coordinates.
struct LandmarkCrop: Sendable {
  /// What differs between the versions of the operator.
  private enum Scaling: Sendable {
    /// Points count from 0 to `range`; crops have a size of `multiplier` boxes.
    case first(multiplier: Float, range: Float, input: SIMD2<Float>)
    /// Points are pixels; two points are to stand at an angle; crops have a size of `factors` boxes.
    case second(target: Float, factors: SIMD2<Float>)
  }

  private let left: Int
  private let right: Int
  private let subset: [Int]
  private let output: SIMD2<Float>
  private let scaling: Scaling

  /// The largest index of a point.
  var lastPoint: Int { max(left, right, subset.max() ?? 0) }

  /// The dimensions that the points' tensor has.
  var inputRank: Int {
    switch scaling {
    case .first: 4
    case .second: 3
    }
  }

  /// Reads the options of version 1.
  init(first map: FlexValue) throws(OperatorError) {
    let size = try Self.sizes(map["output_hw"]?.elements?.map(\.integer) ?? [])
    let input = try Self.sizes(map["input_hw"]?.elements?.map(\.integer) ?? [])
    let range = map["landmarks_range"]?.integer ?? 0
    let multiplier = Float(map["bbox_size_multiplier"]?.double ?? 0)
    guard range > 0, multiplier != 0, map["dimensions"]?.integer == 3 else {
      throw .invalid("has a range, a multiplier or dimensions that cannot be")
    }
    try self.init(
      map, subset: map["subset"], output: size,
      .first(multiplier: multiplier, range: Float(range), input: input))
  }

  /// Reads the options of version 2.
  init(second map: FlexValue) throws(OperatorError) {
    let size = try Self.sizes([map["output_height"]?.integer, map["output_width"]?.integer])
    let factors = SIMD2(
      Float(map["scale_x"]?.double ?? 0), Float(map["scale_y"]?.double ?? 0))
    guard factors.x > 0, factors.y > 0 else { throw .invalid("has scales that are not positive") }
    let target = Float(map["target_rotation_radians"]?.double ?? 0)
    try self.init(
      map, subset: map["subset_idxs"], output: size, .second(target: target, factors: factors))
  }

  private init(
    _ map: FlexValue, subset: FlexValue?, output: SIMD2<Float>, _ scaling: Scaling
  ) throws(OperatorError) {
    left = map["left_rotation_idx"]?.integer ?? 0
    right = map["right_rotation_idx"]?.integer ?? 0
    self.subset = (subset?.elements ?? []).map { $0.integer ?? -1 }
    self.output = output
    self.scaling = scaling
    guard left >= 0, right >= 0, !self.subset.isEmpty, self.subset.allSatisfy({ $0 >= 0 }) else {
      throw .invalid("has no points to look at in its options")
    }
  }

  /// Width and height of a pair in the opposite order.
  private static func sizes(_ numbers: [Int?]) throws(OperatorError) -> SIMD2<Float> {
    guard numbers.count == 2, let height = numbers[0], let width = numbers[1], height > 0, width > 0
    else { throw .invalid("has no sizes in its options") }
    return SIMD2(Float(width), Float(height))
  }

  /// Computes the matrix.
  func write(of points: UnsafePointer<Float>, to matrix: UnsafeMutablePointer<Float>) {
    for index in 0..<16 { unsafe matrix[index] = index % 5 == 0 ? 1 : 0 }
    let (from, to) = unsafe (Self.point(left, points), Self.point(right, points))
    switch scaling {
    case .first(let multiplier, let range, let input):
      let slope: Float = (to.y - from.y) / (to.x - from.x)
      let angle = -Float.angle(y: slope, x: 1)
      let box = unsafe box(of: points, turnedBy: angle)
      let back = Rotation(-angle)
      let size: SIMD2<Float> = box.size * multiplier / range
      let middle: SIMD2<Float> = back.apply(box.middle) / range * 2 - 1
      let half: SIMD2<Float> = (input - 1) / 2
      let shift: SIMD2<Float> = half * (back.apply(-size) + middle) + half
      unsafe write(back, size * (2 / (output - 1)), half, shift, to: matrix)
      unsafe matrix[11] = 0
    case .second(let target, let factors):
      let angle = target - Float.angle(y: to.y - from.y, x: to.x - from.x)
      let box = unsafe box(of: points, turnedBy: angle)
      let back = Rotation(-angle)
      let factor: SIMD2<Float> = factors * box.size / output
      let shift: SIMD2<Float> = back.apply(factor * (output * -0.5)) + back.apply(box.middle)
      unsafe write(back, factor, SIMD2(1, 1), shift, to: matrix)
    }
  }

  private func write(
    _ rotation: Rotation, _ factor: SIMD2<Float>, _ scale: SIMD2<Float>, _ shift: SIMD2<Float>,
    to matrix: UnsafeMutablePointer<Float>
  ) {
    unsafe matrix[0] = scale.x * rotation.cosine * factor.x
    unsafe matrix[1] = scale.x * -rotation.sine * factor.y
    unsafe matrix[3] = shift.x
    unsafe matrix[4] = scale.y * rotation.sine * factor.x
    unsafe matrix[5] = scale.y * rotation.cosine * factor.y
    unsafe matrix[7] = shift.y
  }

  /// The box around the points of the subset after a rotation.
  private func box(
    of points: UnsafePointer<Float>, turnedBy angle: Float
  ) -> (middle: SIMD2<Float>, size: SIMD2<Float>) {
    let rotation = Rotation(angle)
    var low = SIMD2<Float>(repeating: .infinity)
    var high = -low
    for index in subset {
      let turned = rotation.apply(unsafe Self.point(index, points))
      low.replace(with: turned, where: turned .< low)
      high.replace(with: turned, where: turned .> high)
    }
    return ((low + high) / 2, high - low)
  }

  private struct Rotation {
    let cosine: Float
    let sine: Float

    init(_ angle: Float) {
      cosine = Float.cosine(angle)
      sine = Float.sine(angle)
    }

    func apply(_ point: SIMD2<Float>) -> SIMD2<Float> {
      SIMD2(point.x * cosine - point.y * sine, point.x * sine + point.y * cosine)
    }
  }

  private static func point(_ index: Int, _ points: UnsafePointer<Float>) -> SIMD2<Float> {
    unsafe SIMD2(points[3 * index], points[3 * index + 1])
  }
}
