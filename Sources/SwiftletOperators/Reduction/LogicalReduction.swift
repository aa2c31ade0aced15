internal import SwiftletFormat
internal import SwiftletTensor

/// REDUCE_ANY and REDUCE_ALL.
struct LogicalReduction: Sendable {
  private let isAll: Bool
  private let keepsAxes: Bool

  /// Checks the operands.
  init(reading node: NodeReader, isAll: Bool) throws(OperatorError) {
    try ReductionGeometry.check(node)
    let type = try node.input(0).type
    try node.require(type == .bool, "has an input of type \(type.name) instead of bool")
    self.isAll = isAll
    keepsAxes = node.options(as: ReducerOptions.self).keepDims
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard let geometry = try ReductionGeometry(operands) else { return nil }
    return [geometry.outputShape(keepsAxes: keepsAxes)]
  }

  func lower(_ operands: Operands) throws(OperatorError) -> Step {
    guard let geometry = try ReductionGeometry(operands) else {
      throw .unsupported("has axes that are not constant")
    }
    let isAll = isAll
    // Any byte but 0 is true.
    return ReductionLowering.step(
      isAll ? "reduce all" : "reduce any", on: UInt8.self, geometry, initial: isAll ? 1 : 0,
      join: { isAll ? $0 & min($1, 1) : $0 | min($1, 1) }, finish: { $0 })
  }
}
