/// The extent of a tensor along each axis, outermost first.
///
/// No dimensions: a scalar.
public struct Shape: Sendable, Hashable {
  /// The largest rank that a tensor may have.
  public static let maximumRank = 8

  /// The extents, none negative in a tensor that can be planned.
  public var dimensions: [Int]

  /// Makes a shape of the given extents.
  public init(_ dimensions: [Int]) {
    self.dimensions = dimensions
  }

  /// The number of axes.
  public var rank: Int { dimensions.count }

  /// The extent along one axis.
  public subscript(axis: Int) -> Int {
    get { dimensions[axis] }
    set { dimensions[axis] = newValue }
  }

  /// The product of the extents, or nil where a tensor cannot have them.
  ///
  /// Nil means that one is negative or beyond 32 bits, or that the product of those that are not 0
  /// overflows: loops and strides run over them even where there is no element.
  public var checkedElementCount: Int? {
    guard let bound = elementBound else { return nil }
    return dimensions.contains(0) ? 0 : bound
  }

  /// The product of the extents with 1 in place of 0, or nil as for `checkedElementCount`.
  package var elementBound: Int? {
    var count = 1
    for extent in dimensions {
      guard 0...Int(Int32.max) ~= extent else { return nil }
      let (product, overflow) = count.multipliedReportingOverflow(by: max(extent, 1))
      guard !overflow else { return nil }
      count = product
    }
    return count
  }

  /// The product of the extents, 1 for a scalar.
  ///
  /// - Precondition: `checkedElementCount` is not nil, which loading and planning establish.
  public var elementCount: Int { dimensions.contains(0) ? 0 : dimensions.reduce(1, *) }

  /// For each axis the distance, in elements, between neighbours along it in row-major order.
  public var strides: [Int] {
    var strides = [Int](repeating: 1, count: rank)
    for axis in stride(from: rank - 2, through: 0, by: -1) {
      strides[axis] = strides[axis + 1] * dimensions[axis + 1]
    }
    return strides
  }

  /// The axis that a possibly negative number means, or nil where it is outside the rank.
  public func axis(_ number: Int) -> Int? {
    let axis = number < 0 ? number + rank : number
    return axis >= 0 && axis < rank ? axis : nil
  }

  /// The shape that two operands have together under NumPy's broadcasting rule, or nil where
  /// their extents differ and neither is 1.
  public func broadcast(with other: Shape) -> Shape? {
    let rank = max(self.rank, other.rank)
    var result = [Int](repeating: 1, count: rank)
    for axis in 0..<rank {
      let mine = axis < rank - self.rank ? 1 : dimensions[axis - (rank - self.rank)]
      let theirs = axis < rank - other.rank ? 1 : other.dimensions[axis - (rank - other.rank)]
      guard mine == theirs || mine == 1 || theirs == 1 else { return nil }
      result[axis] = mine == 1 ? theirs : mine
    }
    return Shape(result)
  }
}

extension Shape: ExpressibleByArrayLiteral {
  /// Makes a shape of the given extents.
  public init(arrayLiteral elements: Int...) {
    self.init(elements)
  }
}

extension Shape: CustomStringConvertible {
  /// The extents, as in `1×224×224×3`; `scalar` where there is none.
  ///
  /// Of a shape whose extents are wrong data there may be millions; a few are shown.
  public var description: String {
    let shown = dimensions.prefix(2 * Self.maximumRank).map(String.init).joined(separator: "×")
    guard dimensions.count <= 2 * Self.maximumRank else {
      return "\(shown)×… (\(dimensions.count) extents)"
    }
    return dimensions.isEmpty ? "scalar" : shown
  }
}
