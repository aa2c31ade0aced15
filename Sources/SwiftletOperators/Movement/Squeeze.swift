internal import SwiftletFormat
internal import SwiftletTensor

/// `SQUEEZE`: without the listed axes, or without all, whose extent is 1.
struct Squeeze: Operator {
  static let code = BuiltinOperator.squeeze
  static let elementTypes: [ElementType] = .fixedSize
  private let axes: [Int]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    axes = node.options(as: SqueezeOptions.self).squeezeDims
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let shape = try operands.input(0).shape
    guard !axes.isEmpty else { return [Shape(shape.dimensions.filter { $0 != 1 })] }
    var removed: Set<Int> = []
    for number in axes {
      guard let axis = shape.axis(number), shape[axis] == 1 else {
        throw .invalid("cannot remove axis \(number) of \(shape)")
      }
      removed.insert(axis)
    }
    let kept = shape.dimensions.indices.filter { !removed.contains($0) }
    return [Shape(kept.map { shape[$0] })]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try ViewLowering.step(operands)
  }
}
