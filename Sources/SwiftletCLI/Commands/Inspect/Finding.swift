internal import SwiftletFormat
internal import SwiftletRuntime

/// Something about a model that its user should know.
struct Finding: Equatable {
  /// How much it matters.
  enum Severity: String {
    /// The model cannot be run by this version.
    case error
    /// The model runs, but something in it is not as it should be.
    case warning
    /// Worth knowing.
    case note
  }

  let severity: Severity
  /// The operator or file that it is about; nil for the model.
  let place: String?
  let message: String

  var json: JSON {
    [
      "severity": .string(severity.rawValue), "place": .optional(place),
      "message": .string(message),
    ]
  }

  var text: String {
    place.map { "\(severity.rawValue): \($0) \(message)" } ?? "\(severity.rawValue): \(message)"
  }

  /// Files that the metadata names and the archive lacks.
  static func missingFiles(in metadata: ModelMetadata?, among names: [String]) -> [Finding] {
    guard let metadata else { return [] }
    var files = metadata.associatedFiles
    for graph in metadata.subgraphs {
      files += graph.associatedFiles
      files += (graph.inputs + graph.outputs).flatMap(\.associatedFiles)
    }
    let missing = Set(files.compactMap(\.name)).subtracting(names).sorted()
    return missing.map { name in
      Finding(
        severity: .warning, place: nil,
        message: "The metadata names the file \"\(name)\", which is not in the archive.")
    }
  }

  /// Whether the engine can run a model, which only planning it can tell: the main graph, those that
  /// signatures name, and all that they call.
  static func support(of model: Model, options: PlanOptions) -> [Finding] {
    var findings: [Finding] = []
    let starts = Set([0] + model.signatures.map(\.subgraph)).sorted()
    for start in starts where model.subgraphs.indices.contains(start) {
      for finding in support(of: model, from: start, options) where !findings.contains(finding) {
        findings.append(finding)
      }
    }
    return findings
  }

  private static func support(
    of model: Model, from start: Int, _ options: PlanOptions
  ) -> [Finding] {
    do throws(PlanError) {
      _ = try Plan(for: model, options: options, subgraph: start)
      return []
    } catch {
      switch error {
      case .unsupported(let nodes):
        return nodes.map { node in
          Finding(
            severity: .error, place: "\(node.place) version \(node.version) (\(node.types))",
            message: "\(node.reason); \(node.remedy)")
        }
      case .invalidNode(let place, let reason):
        return [Finding(severity: .error, place: "\(place)", message: reason)]
      case .invalidInput, .tooLarge, .unavailable:
        return [Finding(severity: .error, place: nil, message: error.description)]
      }
    }
  }
}
