package import SwiftletFormat
package import SwiftletOperators
internal import SwiftletTensor

/// Which nodes this engine has an operator for.
enum Support {
  /// What runs a node.
  enum Body {
    case lowered(any Operator.Type)
    case interpreted(any InterpretedOperator.Type)
    case registered(any CustomOperator)
  }

  /// The operator that runs a node.
  ///
  /// What depends on element types and options is for the operator itself to say.
  static func body(
    for node: Node, in graph: Subgraph, registered: [any CustomOperator]
  ) throws(OperatorError) -> Body {
    // The versions of custom operators are their own affair.
    let newest = node.code.newestVersion ?? node.version
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
    if isCustom, let custom = registered.first(where: { $0.name == node.customName }) {
      return .registered(custom)
    }
    guard
      let type = isCustom
        ? Registry.type(forCustom: node.customName) : Registry.type(for: node.code)
    else {
      throw .unsupported(
        isCustom
          ? "is a custom operator that is not registered" : missing(node.code))
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

  private static func missing(_ code: BuiltinOperator) -> String {
    if code == .placeholderForGreaterOpCodes { return "is an operator that is not known" }
    return code.newestVersion == nil
      ? "is an operator that no runtime has, but only converters"
      : "is an operator that is not there"
  }

  /// What the owner of a model can do about a node that is not supported.
  static func remedy(for node: Node, registered: [any CustomOperator]) -> String {
    if node.code == .custom {
      if node.customName.hasPrefix("Flex") {
        return "convert the model with built-in operators only, without SELECT_TF_OPS"
      }
      let isThere =
        Registry.type(forCustom: node.customName) != nil
        || registered.contains { $0.name == node.customName }
      return isThere
        ? "convert the model with operands and options that the operator takes"
        : "register a CustomOperator of this name in PlanOptions.customOperators"
    }
    let update = "use a newer version of this package, or convert the model with an older converter"
    guard node.code != .placeholderForGreaterOpCodes else { return update }
    guard let newest = node.code.newestVersion else {
      return "convert the model to the end, into operators of the runtime"
    }
    guard node.version <= newest else { return update }
    let isThere =
      Registry.type(for: node.code) != nil || Registry.interpretedType(for: node.code) != nil
    return isThere
      ? "convert the model with types and options that the operator takes"
      : "use a newer version of this package, or convert the model without the operator"
  }
}

extension UnsupportedNode {
  /// The nodes of a subgraph that no operator is there for.
  ///
  /// Unlike planning this asks for nothing that depends on shapes and constants.
  package static func all(
    in subgraph: Int, of model: Model, registered: [any CustomOperator]
  ) -> [UnsupportedNode] {
    let graph = model.subgraphs[subgraph]
    return graph.operators.compactMap { node -> UnsupportedNode? in
      do throws(OperatorError) {
        _ = try Support.body(for: node, in: graph, registered: registered)
        return nil
      } catch {
        return UnsupportedNode(
          place: NodePlace(
            subgraph: subgraph, index: node.index, operatorName: node.operatorCode.name),
          version: node.version,
          inputTypes: node.inputs.map { $0 < 0 ? nil : graph.tensors[$0].type },
          outputTypes: node.outputs.map { $0 < 0 ? nil : graph.tensors[$0].type },
          reason: error.words, remedy: Support.remedy(for: node, registered: registered))
      }
    }
  }
}
