package import SwiftletTensor

/// The values that operands have while a graph is run node by node, and which of them were read.
///
/// Shapes and lowered steps may depend on values that are not constants (paddings, a new shape). A
/// step can be used again as long as the values that were read to make it are the same.
package final class RuntimeValues {
  private let values: [TensorBytes?]
  /// The operands whose values were asked for.
  package private(set) var readIndices: Set<Int> = []

  /// Offers the values of all operands.
  package init(_ values: [TensorBytes?]) {
    self.values = values
  }

  /// The value of an operand, which counts as read.
  package func read(_ index: Int) -> TensorBytes? {
    guard index < values.count, let value = values[index] else { return nil }
    readIndices.insert(index)
    return value
  }
}
