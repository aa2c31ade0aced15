public import SwiftletTensor

/// Why a model cannot be planned.
public enum PlanError: Error, Hashable {
  /// Operators, types or versions that this engine lacks: every one in the model.
  case unsupported([UnsupportedNode])
  /// A node whose operands or options contradict its operator's definition.
  case invalidNode(place: NodePlace, reason: String)
  /// Shapes that a caller asked for and the model cannot have.
  case invalidInput(String)
  /// A plan beyond `PlanLimits`.
  case tooLarge(String)
  /// An instruction set or library that is not there.
  case unavailable(String)
}

/// Where an operator stands in a model.
public struct NodePlace: Sendable, Hashable, CustomStringConvertible {
  /// The subgraph's index.
  public let subgraph: Int
  /// The operator's index in the subgraph.
  public let index: Int
  /// The schema's name, such as `CONV_2D`; for custom operators theirs.
  public let operatorName: String

  /// As in `operator 3 (CONV_2D)`; the subgraph is named unless it is the main one.
  public var description: String {
    "operator \(index) (\(operatorName))" + (subgraph == 0 ? "" : " of subgraph \(subgraph)")
  }
}

/// A node that this engine cannot run, and why.
public struct UnsupportedNode: Sendable, Hashable, CustomStringConvertible {
  /// Where it stands.
  public let place: NodePlace
  /// The operator's version in the file.
  public let version: Int
  /// The types of its operands; nil for one that is left out.
  public let inputTypes: [ElementType?]
  /// The types of its results; nil for one that is left out.
  public let outputTypes: [ElementType?]
  /// What is lacking, in words that follow the place.
  public let reason: String
  /// What can be done about it, as an advice that follows a semicolon.
  public let remedy: String

  /// The types in words, as in `float32, int8 → float32`.
  public var types: String {
    "\(Self.text(inputTypes)) → \(Self.text(outputTypes))"
  }

  /// As in `operator 3 (CONV_2D) version 5 (int16, int8 → int16) has an odd stride`.
  public var description: String { "\(place) version \(version) (\(types)) \(reason)" }

  private static func text(_ types: [ElementType?]) -> String {
    types.isEmpty ? "none" : types.map { $0?.name ?? "–" }.joined(separator: ", ")
  }
}

extension PlanError: CustomStringConvertible {
  /// One sentence: what is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .unsupported(let nodes):
      let list = nodes.map { "\($0); \($0.remedy)" }.joined(separator: ". ")
      let count = nodes.count == 1 ? "1 operator" : "\(nodes.count) operators"
      return "The model needs \(count) that this version cannot run: \(list)."
    case .invalidNode(let place, let reason):
      return "The model is inconsistent: \(place) \(reason); convert the model again."
    case .invalidInput(let reason), .tooLarge(let reason), .unavailable(let reason):
      return reason
    }
  }
}
