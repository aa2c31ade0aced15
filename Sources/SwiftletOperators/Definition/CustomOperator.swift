public import SwiftletTensor

/// An operator of an application, which runs the nodes of a model that ask for its name.
///
/// `PlanOptions.customOperators` registers it:
///
/// ```swift
/// let options = PlanOptions(customOperators: [Scale(), DropEmpty()])
/// let interpreter = Interpreter(model: try Model(contentsOf: "model.tflite"), options: options)
/// ```
///
/// One value serves all nodes of that name, and all sessions, perhaps at the same time. What a node
/// needs beside its operands follows from `CustomOperatorNode`.
public protocol CustomOperator: Sendable {
  /// The name by which model files ask for the operator.
  var name: String { get }

  /// Checks operands and options, and tells the shapes of the results.
  ///
  /// Called while planning, and again when a caller resizes an input. A model in which all shapes are
  /// known keeps its fixed plan: then nothing is allocated around `run`.
  ///
  /// - Parameter node: Types, shapes, constants and options.
  /// - Returns: The shape of each result, or nil where only `run` can tell.
  /// - Throws: Anything, which refuses the node; `CustomOperatorError` carries a sentence.
  func prepare(_ node: CustomOperatorNode) throws -> [Shape]?

  /// Computes the results.
  ///
  /// - Parameters:
  ///   - node: What `prepare` saw, for the shapes of this run.
  ///   - inputs: The operands.
  ///   - outputs: The results, filled with anything.
  /// - Throws: Anything, which ends the run with `RunError.fault`; the session stays usable.
  func run(
    _ node: CustomOperatorNode, inputs: borrowing CustomOperatorInputs,
    outputs: inout CustomOperatorOutputs
  ) throws
}

/// Why a custom operator refuses a node or its data.
public struct CustomOperatorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in one sentence.
  public let description: String

  /// Makes an error of one sentence.
  public init(_ description: String) {
    self.description = description
  }
}
