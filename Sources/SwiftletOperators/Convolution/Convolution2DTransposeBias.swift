internal import SwiftletFormat
internal import SwiftletTensor

/// `Convolution2DTransposeBias`, the transposed convolution of MediaPipe's segmentation networks,
/// whose output shape follows from its input's.
///
/// Its options are a structure of three 32-bit integers: padding (1 for SAME, 2 for VALID), and the
/// strides along width and height.
struct Convolution2DTransposeBias: Operator {
  static let code = BuiltinOperator.custom
  static let customName: String? = "Convolution2DTransposeBias"
  static let elementTypes: [ElementType] = [.float32]

  private let isSame: Bool
  private let stride: (height: Int, width: Int)

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 3...3)
    guard let model = node.model else { throw .invalid("has no options") }
    let options = model.bytes(of: node.node.customOptions).elements(as: Int32.self).map(Int.init)
    guard options.count >= 3 else {
      throw .invalid("has options of \(4 * options.count) bytes instead of 12")
    }
    try node.require(
      options[0] == 1 || options[0] == 2, "has the padding \(options[0]), which is neither 1 nor 2")
    isSame = options[0] == 1
    stride = (options[2], options[1])
    try node.require(
      stride.height > 0 && stride.width > 0,
      "has a stride of \(stride.height)×\(stride.width), which must be positive")
    for index in 0..<3 {
      let type = try node.input(index).type
      guard type == .float32 else {
        throw .unsupported("has an input \(index) of type \(type.name)")
      }
    }
    let type = try node.output().type
    guard type == .float32 else { throw .unsupported("has an output of type \(type.name)") }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (rows, columns) = try axes(operands)
    return [
      [
        try operands.input(0).shape[0], rows.output, columns.output,
        try operands.input(1).shape[0],
      ]
    ]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let (rows, columns) = try axes(operands)
    let filter = try operands.input(1)
    let bias = try operands.input(2)
    try TransposeConv.checkBias(bias, outputs: filter.shape[0])
    return try TransposedConvolution(
      rows: rows, columns: columns, input: try operands.input(0), inputPlace: .input(0),
      filter: filter, filterPlace: .input(1), bias: bias, biasPlace: .input(2),
      output: operands.outputs[0], activation: .none, origin: .kind
    ).lowered(in: context)
  }

  private func axes(
    _ operands: Operands
  ) throws(OperatorError) -> (rows: TransposedAxis, columns: TransposedAxis) {
    let (input, filter) = (try operands.input(0).shape, try operands.input(1).shape)
    guard input.rank == 4, filter.rank == 4 else {
      throw .invalid("needs 4-dimensional operands, found an input \(input), a filter \(filter)")
    }
    guard input[3] == filter[3] else {
      throw .invalid("has an input \(input) for a filter \(filter)")
    }
    return (
      try axis(input[1], kernel: filter[1], stride: stride.height),
      try axis(input[2], kernel: filter[2], stride: stride.width)
    )
  }

  private func axis(
    _ input: Int, kernel: Int, stride: Int
  ) throws(OperatorError) -> TransposedAxis {
    guard input > 0, kernel > 0 else {
      throw .invalid("has an input or a filter without pixels")
    }
    let padding = isSame ? max(0, kernel - (input - 1) % stride - 1) : 0
    let output = stride * (input - 1) + kernel - padding
    guard output > 0 else { throw .invalid("has no output along an axis of \(input) pixels") }
    return TransposedAxis(
      input: input, output: output, kernel: kernel, stride: stride, dilation: 1,
      padding: padding / 2)
  }
}
