internal import SwiftletFormat
internal import SwiftletTensor

/// `STABLEHLO_REDUCE_WINDOW`: what a subgraph of one operator makes of the elements in each window.
struct StablehloReduceWindow: Operator {
  static let code = BuiltinOperator.stablehloReduceWindow
  static let elementTypes = WindowReduction.elementTypes
  private let options: StablehloReduceWindowOptions
  private let function: ElementCombination

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    options = node.options(as: StablehloReduceWindowOptions.self)
    try WindowReduction.check(node)
    function = try Self.function(of: try node.body(options.bodySubgraphIndex))
  }

  private static func function(of body: Subgraph) throws(OperatorError) -> ElementCombination {
    guard body.operators.count == 1 else {
      throw .unsupported("has a body of \(body.operators.count) operators")
    }
    let code = body.operators[0].code
    switch code {
    case .add, .stablehloAdd: return .add
    case .mul, .stablehloMultiply: return .multiply
    case .maximum, .stablehloMaximum: return .maximumOfWindow
    case .minimum, .stablehloMinimum: return .minimumOfWindow
    case .logicalAnd, .stablehloAnd: return .all
    case .logicalOr, .stablehloOr: return .any
    default: throw .unsupported("has a body of \(code.schemaName)")
    }
  }

  private func reduction(_ operands: Operands) throws(OperatorError) -> WindowReduction {
    try WindowReduction(
      function, of: try operands.input(0).shape, window: options.windowDimensions,
      strides: options.windowStrides, baseDilations: options.baseDilations,
      windowDilations: options.windowDilations, padding: options.padding)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    [try reduction(operands).outputShape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try reduction(operands).step(operands)
  }
}
