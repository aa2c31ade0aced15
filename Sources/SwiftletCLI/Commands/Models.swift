internal import Foundation
internal import SwiftletLabeling
internal import SwiftletTensor

/// `swiftlet models`: the hosted models of the labeler.
struct Models: Command {
  static let syntax = CommandSyntax(
    name: "models", summary: "Downloads, lists and deletes hosted models of the labeler.",
    operands: "download NAME | list | delete NAME", operandCount: 1...2,
    operandHelp: "what to do, and the name that a model was published under",
    flags: CommonFlags.all)

  private let action: Action
  private let engine: EngineChoices

  private enum Action {
    case download(String)
    case list
    case delete(String)
  }

  init(_ arguments: ParsedArguments) throws(CommandError) {
    engine = try EngineChoices(arguments)
    let words = arguments.operands
    switch (words[0], words.count) {
    case ("download", 2): action = .download(words[1])
    case ("delete", 2): action = .delete(words[1])
    case ("list", 1): action = .list
    default:
      throw .usage(
        "It is not clear what to do: \(Self.syntax.operands); see \"swiftlet models --help\".")
    }
  }

  private var json: Bool { engine.json }

  func run() throws(CommandError) -> Bool {
    try engine.check()
    switch action {
    case .download(let name):
      let model = try download(name)
      try Console.print(json ? row(model).description : text(model))
    case .list:
      let models = try taskResult { try ModelManager.modelManager().storedModels() }
      for model in models { try Console.print(json ? row(model).description : text(model)) }
    case .delete(let name):
      let model = AutoMLImageLabelerRemoteModel(name: name)
      try taskResult { try ModelManager.modelManager().delete(named: model.name) }
      if json { try Console.print(["name": .string(name)]) }
    }
    return true
  }

  /// Downloads a model, with a bar on a terminal.
  private func download(_ name: String) throws(CommandError) -> StoredModel {
    let end = DispatchSemaphore(value: 0)
    let outcome = Locked<Result<StoredModel, any Error>?>(nil)
    let progress = ModelManager.modelManager().download(
      AutoMLImageLabelerRemoteModel(name: name), conditions: ModelDownloadConditions()
    ) { result in
      outcome.withLock { $0 = result }
      end.signal()
    }
    var bar = ProgressLine()
    while end.wait(timeout: .now() + 0.1) == .timedOut {
      bar.update(Self.bar(name, progress))
    }
    bar.clear()
    return try taskResult {
      guard let result = outcome.withLock({ $0 }) else { throw CancellationError() }
      return try result.get()
    }
  }

  /// A line such as `flowers [#####     ] 50% of 452182 bytes`.
  private static func bar(_ name: String, _ progress: Progress) -> String {
    let width = 30
    let share = min(max(progress.fractionCompleted, 0), 1)
    let filled = Int(share * Double(width))
    let bar =
      String(repeating: "#", count: filled) + String(repeating: " ", count: width - filled)
    return "\(printable(name)) [\(bar)] \(Int(share * 100))% of \(progress.totalUnitCount) bytes"
  }

  private func row(_ model: StoredModel) -> JSON {
    [
      "name": .string(model.name), "hash": .string(model.hash),
      "sizeBytes": .integer(model.sizeBytes), "path": .string(model.path),
    ]
  }

  private func text(_ model: StoredModel) -> String {
    printable("\(model.name)  \(model.sizeBytes) bytes  \(model.path)")
  }
}
