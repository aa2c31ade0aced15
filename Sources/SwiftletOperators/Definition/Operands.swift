package import SwiftletTensor

/// The operands of a node at lowering: shapes are those of the coming runs.
package struct Operands {
  /// Nil for an optional input that is left out.
  package var inputs: [TensorInfo?]
  /// Type and quantisation from the file; at lowering with the shapes that
  /// `Operator.outputShapes(for:)` gave.
  package var outputs: [TensorInfo]
  /// What a convolution has to add around input 0, in place of a PAD before it.
  package var padding = FoldedPadding.none
  /// Whether the bytes of input 0 have the other sign than its type: a QUANTIZE before it is left out.
  package var hasOtherSign = false
  /// The values of operands that are not constants, while a graph is run node by node.
  private let values: RuntimeValues?
  /// Whether LiteRT evaluates the node while it makes a table of a chain of nodes.
  package var isInTable = false

  /// Makes operands, with values where they are known.
  package init(
    inputs: [TensorInfo?], outputs: [TensorInfo], values: RuntimeValues? = nil
  ) {
    self.inputs = inputs
    self.outputs = outputs
    self.values = values
  }

  /// The bytes of an operand on which shapes or the step depend, or nil where they are not known
  /// before the graph runs.
  package func value(_ index: Int) throws(OperatorError) -> TensorBytes? {
    try input(index).constant ?? values?.read(index)
  }

  /// Whether LiteRT's delegate takes the quantisation of all operands.
  package var areDelegable: Bool {
    inputs.allSatisfy { $0?.isDelegable ?? true } && outputs.allSatisfy(\.isDelegable)
  }

  /// Whether LiteRT's delegate takes the operands of a node that maps or joins elements.
  package var areDelegableElements: Bool {
    areDelegable && inputs.allSatisfy { $0?.statesElements ?? true }
  }

  /// A required input; that it is there was checked when the node was read.
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

  /// The most numbers of an input that says how an operator works, such as axes or extents of parts.
  private static let mostIntegers = 1 << 16

  /// The integers of an input on which shapes or the step depend, or nil where they are not known
  /// before the graph runs.
  package func integers(_ index: Int) throws(OperatorError) -> [Int]? {
    let info = try input(index)
    guard let constant = try value(index) else { return nil }
    guard info.elementCount <= Self.mostIntegers else {
      throw .invalid(
        "has \(info.elementCount) numbers as input \(index), of which it reads at most "
          + "\(Self.mostIntegers)")
    }
    switch info.type {
    case .int32: return constant.elements(as: Int32.self).prefix(info.elementCount).map(Int.init)
    case .int64: return constant.elements(as: Int64.self).prefix(info.elementCount).map(Int.init)
    case .int16: return constant.elements(as: Int16.self).prefix(info.elementCount).map(Int.init)
    default: throw .unsupported("has \(info.type.name) where it needs int32 or int64 values")
    }
  }
}
