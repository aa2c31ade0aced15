internal import SwiftletFormat
internal import SwiftletTensor

/// VAR_HANDLE: the handle of a variable, the same for the same names.
struct VarHandle: InterpretedOperator {
  static let code = BuiltinOperator.varHandle
  static let elementTypes: [ElementType] = []
  private let options: VarHandleOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 0...0)
    options = node.options(as: VarHandleOptions.self)
  }

  func run(
    _ inputs: [TensorValue?], in host: any OperatorHost
  ) throws(OperatorError) -> [TensorValue] {
    let handle = host.resources.variable(container: options.container, name: options.sharedName)
    return [TensorValue([handle], type: .resource, shape: [1])]
  }
}
