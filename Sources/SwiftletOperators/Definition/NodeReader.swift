package import SwiftletFormat
internal import SwiftletTensor

/// What an operator reads of its node: options and operands, checked by small throwing accessors.
package struct NodeReader {
  /// The node in the file.
  package let node: Node
  /// The operands as planned so far; nil for an optional input that is left out.
  package let inputs: [TensorInfo?]
  /// The results as the file declares them: type, quantisation and the stored shape.
  package let outputs: [TensorInfo]
  /// Tensors that carry the quantisation of inner values; nil for none.
  package let intermediates: [TensorInfo?]
  /// The model, for other subgraphs and custom options; nil for a node that belongs to no file.
  package let model: Model?

  /// Makes a reader.
  package init(
    node: Node, inputs: [TensorInfo?], outputs: [TensorInfo], intermediates: [TensorInfo?] = [],
    model: Model? = nil
  ) {
    self.node = node
    self.inputs = inputs
    self.outputs = outputs
    self.intermediates = intermediates
    self.model = model
  }

  /// The options as one type; its defaults where the file has none, or those of another operator.
  package func options<Options: OperatorOptions>(as type: Options.Type) -> Options {
    node.options(as: type)
  }

  /// A required input.
  package func input(_ index: Int) throws(OperatorError) -> TensorInfo {
    guard index < inputs.count, let info = inputs[index] else {
      throw .invalid("needs an input \(index), which is missing")
    }
    return info
  }

  /// An input that may be left out.
  package func optionalInput(_ index: Int) -> TensorInfo? {
    index < inputs.count ? inputs[index] : nil
  }

  /// A required output.
  package func output(_ index: Int = 0) throws(OperatorError) -> TensorInfo {
    guard index < outputs.count else {
      throw .invalid("needs an output \(index), which is missing")
    }
    return outputs[index]
  }

  /// Throws unless the node has as many inputs and outputs as its definition allows.
  package func require(
    inputs inputRange: ClosedRange<Int>, outputs outputRange: ClosedRange<Int> = 1...1
  ) throws(OperatorError) {
    guard inputRange.contains(inputs.count) else {
      throw .invalid("has \(inputs.count) inputs instead of \(Self.text(inputRange))")
    }
    guard outputRange.contains(outputs.count) else {
      throw .invalid("has \(outputs.count) outputs instead of \(Self.text(outputRange))")
    }
  }

  /// Throws unless a condition holds, with words that follow the operator's name.
  package func require(
    _ condition: Bool, _ message: @autoclosure () -> String
  ) throws(OperatorError) {
    guard condition else { throw .invalid(message()) }
  }

  private static func text(_ range: ClosedRange<Int>) -> String {
    range.lowerBound == range.upperBound
      ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
  }
}
