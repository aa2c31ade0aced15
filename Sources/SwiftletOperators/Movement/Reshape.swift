internal import SwiftletFormat
internal import SwiftletTensor

/// `RESHAPE`: the same elements under another shape.
struct Reshape: Operator {
  static let code = BuiltinOperator.reshape
  static let elementTypes: [ElementType] = .fixedSize
  private let newShape: [Int]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...2)
    newShape = node.options(as: ReshapeOptions.self).newShape
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let input = try operands.input(0)
    guard let target = try target(operands) else { return nil }
    guard target.count <= Shape.maximumRank else {
      throw .unsupported("has a target of \(target.count) dimensions")
    }
    // An old way to write a scalar.
    if target == [0], input.elementCount == 1 { return [[]] }
    return [try Self.resolve(target, of: input.shape)]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try ViewLowering.step(operands)
  }

  /// The extents asked for; nil where they are known only while running.
  ///
  /// The input beats the option, unless it is no list.
  private func target(_ operands: Operands) throws(OperatorError) -> [Int]? {
    guard let info = operands.optionalInput(1), info.shape.rank == 1 else { return newShape }
    guard info.type == .int32 else {
      throw .invalid("has a shape of type \(info.type.name) instead of int32")
    }
    return try operands.integers(1)
  }

  /// Replaces the one extent of −1.
  private static func resolve(_ target: [Int], of shape: Shape) throws(OperatorError) -> Shape {
    var result = Shape(target)
    let unknown = target.indices.filter { target[$0] == -1 }
    guard unknown.count <= 1, target.allSatisfy({ $0 >= -1 }) else {
      throw .invalid("has a target of \(target), which may hold −1 once and nothing below")
    }
    if let axis = unknown.first {
      result[axis] = 1
      guard let rest = result.checkedElementCount else {
        throw .invalid("has a target of \(target), which is too large")
      }
      result[axis] = rest == 0 ? 0 : shape.elementCount / rest
    }
    guard result.checkedElementCount == shape.elementCount else {
      throw .invalid("cannot give \(shape) the shape \(target)")
    }
    return result
  }
}
