package import SwiftletFormat
package import SwiftletTensor

/// FULLY_CONNECTED: the product of rows with the transpose of a matrix `[units, depth]`.
///
/// The input is read as one list of elements and cut into rows of the matrix's depth.
package struct FullyConnected: Operator {
  package static let code = BuiltinOperator.fullyConnected
  package static let elementTypes: [ElementType] = [.float32, .uint8, .int16, .int8]

  private let options: FullyConnectedOptions

  package init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...3)
    options = node.options(as: FullyConnectedOptions.self)
    guard options.weightsFormat == .default else {
      throw .unsupported("has shuffled weights, which are not implemented")
    }
    try ConvolutionTypes.check(node)
  }

  package func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let input = try operands.input(0)
    let geometry = try convolution(operands).geometry
    guard options.keepNumDims else { return [[geometry.outputWidth, geometry.outputChannels]] }
    var shape = input.shape
    guard shape.rank > 0, shape[shape.rank - 1] == geometry.inputChannels else {
      throw .invalid(
        "keeps the dimensions of an input \(input.shape) whose last one is not the depth "
          + "\(geometry.inputChannels)")
    }
    shape[shape.rank - 1] = geometry.outputChannels
    return [shape]
  }

  package func lower(
    _ operands: Operands, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    try convolution(operands).lowered(in: context)
  }

  private func convolution(_ operands: Operands) throws(OperatorError) -> Convolution {
    let input = try operands.input(0)
    let filter = try operands.input(1)
    guard filter.shape.rank == 2 else {
      throw .invalid("needs a 2-dimensional filter, found \(filter.shape)")
    }
    let (units, depth) = (filter.shape[0], filter.shape[1])
    let rows: Int
    if depth == 0 {
      rows = input.shape.dimensions.dropLast().reduce(1, *)
    } else {
      rows = input.elementCount / depth
    }
    guard rows * depth == input.elementCount else {
      throw .invalid("has an input \(input.shape) that does not divide into rows of \(depth)")
    }
    return try Convolution(
      kind: .fullyConnected,
      geometry: ConvolutionGeometry(rows: rows, depth: depth, columns: units),
      operands: operands, activation: options.fusedActivation)
  }
}
