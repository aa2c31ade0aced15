internal import SwiftletFormat
internal import SwiftletTensor

/// `SVDF`: filters of rank one in features and time, a few of which make up a unit.
///
/// Each filter remembers its last products of features; a unit's result is the sum of its filters'
/// memories weighted by time.
struct SVDF: Operator {
  static let code = BuiltinOperator.svdf
  static let elementTypes: [ElementType] = [.float32, .int8]
  static let isPure = false
  static let remarks =
    LSTMTypes.remarks + [
      "int8 inputs need a state and weights of time of type int16, and the activation RELU, which "
        + "the zero point −128 of the output stands for."
    ]

  private let options: SVDFOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 5...5)
    options = node.options(as: SVDFOptions.self)
    try node.require(options.rank > 0, "has the rank \(options.rank)")
    let input = try node.input(0).type
    let weights = try node.input(1).type
    let expected: [ElementType]
    switch (input, weights) {
    case (.float32, .float32): expected = [.float32, .float32, .float32, .float32]
    case (.float32, .int8), (.float32, .uint8):
      expected = [weights, .float32, .float32, .float32]
    case (.int8, .int8): expected = [.int16, .int32, .int16, .int8]
    default:
      throw .unsupported(
        "has an input of type \(input.name) and weights of type \(weights.name)")
    }
    let found = [
      try node.input(2).type, node.optionalInput(3)?.type ?? expected[1],
      try node.input(4).type, try node.output().type,
    ]
    if input == .int8, options.fusedActivation != .relu {
      throw .unsupported("has an int8 input and an activation other than RELU")
    }
    guard found == expected else {
      throw .unsupported(
        "has time weights, bias, state and output of the types "
          + found.map(\.name).joined(separator: ", "))
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let geometry = try SVDFGeometry(operands, rank: options.rank)
    return [[geometry.batches, geometry.units]]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let geometry = try SVDFGeometry(operands, rank: options.rank)
    if try operands.input(0).type == .int8 {
      return try IntegerSVDF(operands, geometry, in: context).step()
    }
    return try FloatSVDF(operands, geometry, options, in: context).step()
  }
}

/// The sizes of an SVDF, checked.
struct SVDFGeometry: Sendable {
  let batches: Int
  /// The elements of an input row.
  let depth: Int
  let rank: Int
  let units: Int
  /// The products that each filter remembers, the present one included.
  let memory: Int

  /// The filters of all units.
  var filters: Int { units * rank }

  /// Multiplications with accumulation in one run.
  var multiplyAccumulates: Int { .boundedProduct(batches, filters, depth + memory) }

  init(_ operands: Operands, rank: Int) throws(OperatorError) {
    let shapes = try [0, 1, 2, 4].map { index throws(OperatorError) in
      try operands.input(index).shape
    }
    guard shapes.allSatisfy({ $0.rank == 2 }) else {
      throw .invalid("needs matrices as inputs")
    }
    let filters = shapes[1][0]
    self.rank = rank
    (batches, depth, memory) = (shapes[0][0], shapes[0][1], shapes[2][1])
    guard filters % rank == 0 else {
      throw .invalid("has \(filters) filters, which do not divide into units of \(rank)")
    }
    units = filters / rank
    let (stateWidth, overflow) = filters.multipliedReportingOverflow(by: memory)
    guard memory > 0, !overflow, shapes[1] == [filters, depth], shapes[2] == [filters, memory],
      shapes[3] == [batches, stateWidth],
      operands.optionalInput(3).map({ $0.shape == [units] }) ?? true
    else {
      throw .invalid("has inputs whose shapes contradict each other")
    }
    _ = try operands.state(4)
  }
}
