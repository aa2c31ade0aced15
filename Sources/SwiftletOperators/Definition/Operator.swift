package import SwiftletFormat
package import SwiftletTensor

/// One TensorFlow Lite operator: how it is read, shaped and lowered to kernels.
///
/// The planner makes one value for each node, asks it for shapes and lets it lower itself, in that
/// order; it asks for shapes and lowers again when a caller resizes an input.
package protocol Operator: Sendable {
  /// Which operator of the schema.
  static var code: BuiltinOperator { get }

  /// The name by which a file asks for a custom operator; nil for an operator of the schema.
  static var customName: String? { get }

  /// The types that the operand with the data may have, in the order of the schema.
  static var elementTypes: [ElementType] { get }

  /// What a user should know besides, in sentences: types of weights, or where a peer is not followed.
  static var remarks: [String] { get }

  /// Whether equal operands always give equal results, so that a node whose inputs are all constant
  /// can be run while planning. False for state and randomness.
  static var isPure: Bool { get }

  /// Whether the results follow from the shapes of the operands, whatever their values are, so that
  /// a node can be run while planning although its inputs are not constant.
  static var readsShapesOnly: Bool { get }

  /// Reads options, and checks the number and types of operands; constants may be examined here.
  init(reading node: NodeReader) throws(OperatorError)

  /// The shapes of all outputs, or nil where they depend on values known only at run time.
  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]?

  /// How many of XNNPACK's nodes that map each element by itself LiteRT makes of the node; 0 for none.
  ///
  /// Chains of such nodes become one table there, which shows in one case of rounding.
  func elementwiseNodes(_ operands: Operands) -> Int

  /// Turns the operator into a step for exactly these shapes: packs weights, chooses kernels.
  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step
}

extension Operator {
  /// Most operators are functions of their operands.
  package static var isPure: Bool { true }
  /// Most operators read values.
  package static var readsShapesOnly: Bool { false }
  /// Most operators are those of the schema.
  package static var customName: String? { nil }
  /// Most operators need no remark.
  package static var remarks: [String] { [] }
}
