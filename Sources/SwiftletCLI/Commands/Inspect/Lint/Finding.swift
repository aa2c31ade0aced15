internal import Foundation
internal import SwiftletFormat
internal import SwiftletRuntime

/// Something about a model that its user should know.
struct Finding: Hashable {
  let code: FindingCode
  /// The operator, tensor, buffer or file that it is about; nil for the model.
  let place: String?
  /// One sentence without its final period, in words that stand alone.
  let message: String
  /// What to do about it, in words that follow a semicolon.
  let remedy: String

  init(_ code: FindingCode, at place: String? = nil, _ message: String, remedy: String? = nil) {
    self.code = code
    self.place = place
    self.message = message
    self.remedy = remedy ?? code.remedy
  }

  var severity: FindingCode.Severity { code.severity }

  var json: JSON {
    [
      "code": .string(code.rawValue), "severity": .string(severity.rawValue),
      "place": .optional(place), "message": .string(message), "remedy": .string(remedy),
    ]
  }

  var text: String {
    let start = "\(severity.rawValue) [\(code.rawValue)]: "
    return start + (place.map { "\($0) " } ?? "") + "\(message); \(remedy)"
  }
}

/// Collects findings, each once, and no more of a kind than anybody reads.
struct FindingList {
  /// How many of one code are told one by one.
  static let limit = 20

  private var told: [Finding] = []
  private var seen: Set<Finding> = []
  private var counts: [FindingCode: Int] = [:]

  /// The findings by severity, then in the order in which they were found.
  var findings: [Finding] {
    let rest = FindingCode.allCases.compactMap { code -> Finding? in
      let more = (counts[code] ?? 0) - Self.limit
      return more > 0 ? Finding(code, "There are \(more) more findings of this kind") : nil
    }
    let all = told + rest
    return [.error, .warning, .note].flatMap { severity in all.filter { $0.severity == severity } }
  }

  mutating func add(_ finding: Finding) {
    // Those that keep a model from running are told to the last one.
    let limit = finding.severity == .error ? Int.max : Self.limit
    if counts[finding.code, default: 0] < limit {
      guard seen.insert(finding).inserted else { return }
      told.append(finding)
    }
    if limit == Self.limit { counts[finding.code, default: 0] += 1 }
  }

  mutating func add(
    _ code: FindingCode, at place: String? = nil, _ message: String, remedy: String? = nil
  ) {
    add(Finding(code, at: place, message, remedy: remedy))
  }

  /// Why a model cannot be loaded; the sentences name places and remedies themselves.
  mutating func addFaults(of reading: ModelReading) {
    for fault in reading.faults {
      let sentence =
        fault.description.hasSuffix(".")
        ? String(fault.description.dropLast()) : fault.description
      guard let end = sentence.range(of: "; ", options: .backwards) else {
        add(.invalidModel, sentence)
        continue
      }
      add(
        .invalidModel, String(sentence[..<end.lowerBound]),
        remedy: String(sentence[end.upperBound...]))
    }
    if reading.untoldFaults > 0 {
      add(.invalidModel, "There are \(reading.untoldFaults) more findings of this kind")
    }
  }

  /// An operator that is lacking.
  mutating func add(_ node: UnsupportedNode, _ code: FindingCode) {
    add(
      code, at: "\(node.place) version \(node.version) (\(node.types))", node.reason,
      remedy: node.remedy)
  }

  /// Why a graph cannot be planned; where the shapes of its inputs are open, others may do.
  mutating func add(_ failure: InspectedPlans.Failure) {
    switch failure.error {
    case .unsupported(let nodes):
      for node in nodes { add(node, .unsupportedOperator) }
    case .invalidNode(let place, let reason):
      add(failure.hasOpenInputs ? .shapeNeeded : .invalidOperator, at: "\(place)", reason)
    case .invalidInput(let reason), .tooLarge(let reason), .unavailable(let reason):
      add(.notPlanned, reason.hasSuffix(".") ? String(reason.dropLast()) : reason)
    }
  }
}

/// A tensor's place as findings name it.
func place(ofTensor tensor: Tensor, subgraph: Int) -> String {
  let name = tensor.name.isEmpty ? "" : " \"\(tensor.name)\""
  return "tensor \(tensor.index)\(name)" + (subgraph == 0 ? "" : " of subgraph \(subgraph)")
}
