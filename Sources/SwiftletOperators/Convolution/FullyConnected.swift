package import SwiftletFormat
package import SwiftletTensor

/// FULLY_CONNECTED: the product of rows with the transpose of a matrix `[units, depth]`.
///
/// The input is read as one list of elements and cut into rows of the matrix's depth.
package struct FullyConnected: Operator {
  package static let code = BuiltinOperator.fullyConnected
  package static let elementTypes: [ElementType] = [.float32, .uint8, .int16, .int8]

  package static let remarks = [
    "Filters of float32 with float32; of int8, int4 or int2 with float32 (brought to 8 bits at run "
      + "time), int8 and int16; of uint8 with uint8, whose output may be int16, and float32; of "
      + "int16 with int16.",
    "Filters of int4 may have scales of blocks; LiteRT's reference kernel ignores these scales, "
      + "and is not followed.",
    "Filters and biases may be computed by the model; filters may be sparse, or shuffled in blocks "
      + "of 4 by 16.",
    "As in LiteRT, the zero point of int16 outputs of uint8 inputs is used for the activation's "
      + "limits only, unless the arithmetic is that of the reference kernels, and a depth of 0 "
      + "gives bytes of 0.",
    "Where LiteRT's built-in kernels meet a hybrid filter of −128, or of −8 in 4 bits, they may "
      + "compute something else than the product, as docs/numerics.md explains; here it "
      + "is the product.",
  ]

  private let options: FullyConnectedOptions

  package init(reading node: NodeReader) throws(OperatorError) {
    options = node.options(as: FullyConnectedOptions.self)
    let isShuffled = options.weightsFormat == .shuffled4x16Int8
    try node.require(inputs: 2...3, outputs: isShuffled ? 2...2 : 1...1)
    try ConvolutionTypes.check(node, biasType: options.quantizedBiasType)
    let (input, filter) = (try node.input(0).type, try node.input(1).type)
    let isHybrid = input == .float32 && filter != .float32
    if !isHybrid, options.fusedActivation == .tanh || options.fusedActivation == .signBit {
      throw .unsupported("has the activation \(options.fusedActivation.schemaName)")
    }
    if isShuffled {
      let (output, workspace) = (try node.output().type, try node.output(1).type)
      guard output == .int16, workspace == .uint8 else {
        throw .unsupported(
          "has shuffled weights with outputs of \(output.name) and \(workspace.name)")
      }
    }
  }

  package func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let input = try operands.input(0)
    let geometry = try convolution(operands).geometry
    let workspace = operands.outputs.dropFirst().map { _ in input.shape }
    guard options.keepNumDims else {
      return [[geometry.outputWidth, geometry.outputChannels]] + workspace
    }
    var shape = input.shape
    guard shape.rank > 0, shape[shape.rank - 1] == geometry.inputChannels else {
      throw .invalid(
        "keeps the dimensions of an input \(input.shape) whose last one is not the depth "
          + "\(geometry.inputChannels)")
    }
    shape[shape.rank - 1] = geometry.outputChannels
    return [shape] + workspace
  }

  package func lower(
    _ operands: Operands, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let convolution = try convolution(operands)
    guard convolution.geometry.inputChannels > 0 else {
      // All of LiteRT's kernels give bytes of zero then, whatever the bias and the zero point.
      let zeros = FillLowering.phase(count: operands.outputs[0].byteCount, size: 1, pattern: 0)
      return Step(kernel: "zeros", phases: [zeros])
    }
    return try convolution.lowered(in: context)
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
    var convolution = try Convolution(
      kind: .fullyConnected,
      geometry: ConvolutionGeometry(rows: rows, depth: depth, columns: units),
      operands: operands, activation: options.fusedActivation,
      biasType: options.quantizedBiasType)
    convolution.quantizesAsymmetrically = options.asymmetricQuantizeInputs
    convolution.isShuffled = options.weightsFormat == .shuffled4x16Int8
    return convolution
  }
}
