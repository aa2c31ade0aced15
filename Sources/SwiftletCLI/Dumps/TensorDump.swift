internal import SwiftletOperators
internal import SwiftletRuntime
internal import SwiftletSIMD
internal import SwiftletTensor

/// Writes the tensors of one run into a folder, each when its step has run, and a manifest.
///
/// The memory needed is that of one tensor, and the plan is that of any other run: a tensor whose
/// memory is taken over later is in its file by then.
final class TensorDump {
  /// What to write besides the tensors of the main graph.
  struct Options: Hashable {
    /// Whether constants are written, too.
    var hasConstants = false
    /// How many calls of each subgraph are written; loops may make a million.
    var callLimit = 4
  }

  /// The folder's path, once it is there.
  var path: String { folder.path }
  /// The number of tensors written.
  var count: Int { entries.count }

  private let folder: StagedFolder
  private let plan: Plan
  private let main: Int
  private let options: Options
  private var entries: [JSON] = []
  private var names: Set<String> = []
  private var seen: Set<Place> = []
  private var missing: [JSON] = []
  private var calls: [Int: Int] = [:]
  private var failure: CommandError?

  private struct Place: Hashable {
    let subgraph: Int
    let index: Int
  }

  /// Prepares a dump of a run of the subgraph `main`.
  init(to path: String, plan: Plan, main: Int, options: Options) throws(CommandError) {
    folder = try StagedFolder(path, for: "The folder of the dump")
    self.plan = plan
    self.main = main
    self.options = options
  }

  /// Writes what a step wrote; a failure is kept for the end.
  func record(_ step: ObservedStep) {
    calls[step.subgraph] = step.call + 1
    guard failure == nil else { return }
    let isWritten = step.subgraph == main || step.call < options.callLimit
    var written: Set<Int> = []
    for tensor in step.tensors where written.insert(tensor.index).inserted {
      seen.insert(Place(subgraph: step.subgraph, index: tensor.index))
      // What was computed while planning may be an output, but no step writes it.
      guard isWritten, tensor.info.constant == nil else { continue }
      do throws(CommandError) {
        try write(DumpedTensor(tensor, of: step), tensor.bytes)
      } catch { failure = error }
    }
  }

  private func write(_ tensor: DumpedTensor, _ bytes: [UInt8]) throws(CommandError) {
    guard let file = tensor.file(of: bytes) else {
      note(
        tensor.index, of: tensor.subgraph, name: tensor.name,
        "no file can hold the type \(tensor.type.name)")
      return
    }
    var name = "\(tensor.stem(in: main)).\(file.suffix)"
    // Variables are written by several steps.
    if !names.insert(name).inserted {
      name = "\(tensor.stem(in: main))-step\(tensor.writer?.position ?? 0).\(file.suffix)"
      names.insert(name)
    }
    try folder.write(file.content, to: name)
    entries.append(tensor.json(file: name))
  }

  private func note(_ index: Int, of subgraph: Int, name: String, _ reason: String) {
    missing.append([
      "subgraph": .integer(subgraph), "index": .integer(index), "name": .string(name),
      "reason": .string(reason),
    ])
  }

  /// Writes constants if they are wanted, then the manifest, and gives the folder its name.
  func finish(model: String) throws(CommandError) {
    if let failure { throw failure }
    for subgraph in plan.reachedSubgraphs { try finish(subgraph) }
    let manifest: JSON = [
      "format": "swiftlet-dump", "version": 1, "model": .string(model),
      "isa": .string(plan.isa.rawValue), "threads": .integer(plan.options.threads),
      "arithmetic": .string(plan.options.arithmetic.rawValue), "subgraph": .integer(main),
      "tensors": .array(entries), "missing": .array(missing),
      "calls": .array(
        calls.filter { $0.key != main }.sorted { $0.key < $1.key }.map { subgraph, made in
          [
            "subgraph": .integer(subgraph), "made": .integer(made),
            "written": .integer(min(made, options.callLimit)),
          ]
        }),
    ]
    try folder.write(Array((manifest.description + "\n").utf8), to: "manifest.json")
    try folder.publish()
  }

  private func finish(_ subgraph: Int) throws(CommandError) {
    for (index, info) in plan.tensors(of: subgraph).enumerated() {
      if let constant = info.constant {
        if options.hasConstants {
          try write(
            DumpedTensor(constant: info, index: index, subgraph: subgraph),
            constant.elements(as: UInt8.self))
        } else {
          note(
            index, of: subgraph, name: info.name,
            info.isFolded ? "computed while planning" : "constant")
        }
      } else if !seen.contains(Place(subgraph: subgraph, index: index)) {
        note(index, of: subgraph, name: info.name, "not written in this run")
      }
    }
  }
}

extension JSON: ExpressibleByIntegerLiteral {
  /// An integer.
  package init(integerLiteral value: Int) { self = .integer(value) }
}
