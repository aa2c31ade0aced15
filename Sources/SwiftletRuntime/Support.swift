internal import SwiftletFormat
internal import SwiftletOperators
internal import SwiftletTensor

/// Which nodes this engine has an operator for.
enum Support {
  /// What runs a node.
  enum Body {
    case lowered(any Operator.Type)
    case interpreted(any InterpretedOperator.Type)
  }

  /// The operator that runs a node.
  ///
  /// What depends on element types and options is for the operator itself to say.
  static func body(for node: Node, in graph: Subgraph) throws(OperatorError) -> Body {
    let newest = node.code.newestVersion ?? 1
    guard node.version <= newest else {
      throw .unsupported("is newer than version \(newest), the last one that is known")
    }
    for tensor in node.inputs where tensor >= 0 {
      let info = graph.tensors[tensor]
      guard info.sparsity == nil || SparseConstants.canExpand(info.type) else {
        throw .unsupported("reads a sparse constant of type \(info.type.name), \"\(info.name)\"")
      }
      guard info.externalBuffer == 0 else {
        throw .unsupported("reads a constant from another file, \"\(info.name)\"")
      }
    }
    if let type = Registry.interpretedType(for: node.code) { return .interpreted(type) }
    let isCustom = node.code == .custom
    guard
      let type = isCustom
        ? Registry.type(forCustom: node.customName) : Registry.type(for: node.code)
    else {
      throw .unsupported(
        isCustom
          ? "is a custom operator that is not registered" : "is an operator that is not there")
    }
    let operands = (node.inputs + node.outputs).filter { $0 >= 0 }
    if operands.contains(where: { graph.tensors[$0].type == .string }),
      let variant = Registry.stringVariant(of: node.code)
    {
      return .interpreted(variant)
    }
    for tensor in operands {
      guard graph.tensors[tensor].type.bitWidth != nil else {
        throw .unsupported("has an operand of type \(graph.tensors[tensor].type.name)")
      }
    }
    return .lowered(type)
  }
}
