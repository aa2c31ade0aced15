package import SwiftletFormat
package import SwiftletTensor

/// An operator that is not lowered: it looks at its operands' values, makes its results anew, and may
/// call other subgraphs, use resources and fail.
///
/// Control flow, state, strings and custom operators of users are of this kind. A graph that has one
/// is run node by node.
package protocol InterpretedOperator: InterpretedNode {
  /// Which operator of the schema.
  static var code: BuiltinOperator { get }

  /// The types that the operand with the data may have, in the order of the schema.
  static var elementTypes: [ElementType] { get }

  /// What a user should know besides, in sentences.
  static var remarks: [String] { get }

  /// Reads options, and checks the number and types of operands.
  init(reading node: NodeReader) throws(OperatorError)
}

/// What is run on values: an operator of the schema, or one of an application.
package protocol InterpretedNode: Sendable {
  /// Whether LiteRT notices that results have other shapes than in the run before, upon which it
  /// prepares the nodes behind anew.
  var announcesShapes: Bool { get }

  /// The results for operands; an error's words follow "operator 3 (NAME)".
  ///
  /// - Parameters:
  ///   - inputs: The operands; nil for one that is left out.
  ///   - host: What lies outside the operator.
  /// - Returns: One value for each output.
  /// - Throws: `OperatorError` when the values make the operator fail.
  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue]
}

/// What an interpreted operator may use of the session that runs it.
package protocol OperatorHost: AnyObject {
  /// Variables and tables that outlive a run, shared by all subgraphs.
  var resources: Resources { get }

  /// How often a loop may run its body.
  var iterationLimit: Int { get }

  /// The bytes that one result may take.
  var resultByteLimit: Int { get }

  /// Gives variables and random generators of another subgraph their initial values.
  ///
  /// LiteRT does so whenever an operator begins to call a subgraph, so that the state of recurrent
  /// operators lasts from one iteration of a loop to the next, but not from one loop to the next.
  func restart(_ subgraph: Int)

  /// Runs another subgraph and returns its outputs.
  ///
  /// The inputs are let go as soon as the subgraph has them.
  func call(
    subgraph: Int, with inputs: consuming [TensorValue]
  ) throws(OperatorError) -> [TensorValue]
}

extension InterpretedNode {
  /// Most kernels ask LiteRT for another size.
  package var announcesShapes: Bool { true }
}

extension OperatorHost {
  /// How many elements may be looked up in a table, with lists and tables of all of them reckoned.
  package var entryLimit: Int { resultByteLimit / 64 }
}

extension InterpretedOperator {
  /// Most operators need no remark.
  package static var remarks: [String] { [] }

  /// A required operand.
  package func operand(
    _ index: Int, of inputs: [TensorValue?]
  ) throws(OperatorError) -> TensorValue {
    guard index < inputs.count, let value = inputs[index] else {
      throw .invalid("needs an input \(index), which is missing")
    }
    return value
  }
}

extension NodeReader {
  /// Throws unless an input is a handle.
  package func requireResource(_ index: Int) throws(OperatorError) {
    let info = try input(index)
    guard info.type == .resource || info.type == .int32 else {
      throw .invalid("has an input \(index) of type \(info.type.name) instead of resource")
    }
  }
}

extension InterpretedOperator {
  /// The handle that a value of type `resource` carries.
  package func handle(of value: TensorValue) throws(OperatorError) -> Int32 {
    guard let handle = value.elements(as: Int32.self).first else {
      throw .invalid("has a handle without a value")
    }
    return handle
  }
}
