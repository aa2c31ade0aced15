import Foundation
import SwiftletLabeling
import SwiftletTestSupport
import Testing

/// The built command.
struct Swiftlet {
  static let path = ChildProcess.built("swiftlet", "SwiftletCommand")

  /// What a run left behind.
  struct Outcome {
    let status: Int32?
    let output: String
    let error: String

    /// The lines of standard output as JSON objects.
    var objects: [[String: Any]] {
      output.split(separator: "\n").compactMap { line in
        try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      }
    }
  }

  /// A run that goes on.
  final class Run: Sendable {
    let process: ChildProcess
    private let errors: String

    init(_ arguments: [String], _ environment: [String: String]) throws {
      errors = NSTemporaryDirectory() + "/swiftlet-errors-\(UUID().uuidString)"
      process = try ChildProcess(
        [Swiftlet.path] + arguments, environment: environment, errorFile: errors)
    }

    deinit { try? FileManager.default.removeItem(atPath: errors) }

    /// Waits for its end.
    func outcome() -> Outcome {
      let output = process.rest()
      let status = process.wait(seconds: 30)
      let error = FileManager.default.contents(atPath: errors) ?? Data()
      return Outcome(
        status: status, output: output, error: String(decoding: error, as: UTF8.self))
    }
  }

  static func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
    try Run(arguments, environment).outcome()
  }
}

extension Server {
  /// The variables that let the command use this server.
  var environment: [String: String] {
    [
      "SWIFTLET_MODELS_URL": url(), "SWIFTLET_MODELS_PROJECT": "garden",
      "SWIFTLET_MODELS_KEY": "key", "SWIFTLET_MODELS_DIR": models,
    ]
  }
}

@Suite("The commands label and models")
struct CommandTests {
  /// A picture file of the sample model's scores.
  private func picture() throws -> TemporaryFile {
    try TemporaryFile(Array("P6 2 2 255\n".utf8) + Array(1...12))
  }

  @Test("label with a manifest")
  func manifest() throws {
    let (exported, picture) = (try ExportedModel(), try picture())
    var outcome = try Swiftlet.run("label", picture.path, "--manifest", exported.manifestPath)
    #expect(outcome.status == 0)
    #expect(
      outcome.output.hasPrefix(
        "\(exported.manifestPath)\n\(picture.path)\n  0.0469  l\n  0.0430  k\n"))
    outcome = try Swiftlet.run(
      "label", picture.path, "/no/such/picture", "--manifest", exported.manifestPath, "--json",
      "--confidence-threshold", "0.04")
    #expect(outcome.status == 1)
    #expect(
      outcome.output.hasPrefix(
        "{\"image\":\"\(picture.path)\",\"labels\":[{\"text\":\"l\",\"confidence\":0.046875,"
          + "\"index\":11},"))
    #expect(outcome.objects.count == 2)
    #expect((outcome.objects.first?["labels"] as? [Any])?.count == 2)
    #expect((outcome.objects.last?["error"] as? [String: Any])?["code"] as? Int == 5)
  }

  @Test("label refuses what makes no sense")
  func refusals() throws {
    let (exported, picture) = (try ExportedModel(), try picture())
    #expect(try Swiftlet.run("label", picture.path).status == 2)
    #expect(try Swiftlet.run("label", "--manifest", exported.manifestPath).status == 2)
    #expect(
      try Swiftlet.run("label", picture.path, "--manifest", "m", "--remote", "n").status == 2)
    #expect(try Swiftlet.run("label", picture.path, "--manifest", "m", "--model", "n").status == 2)
    var outcome = try Swiftlet.run(
      "label", picture.path, "--manifest", exported.manifestPath, "--confidence-threshold", "1.5")
    #expect(outcome.status == 1)
    #expect(
      outcome.error
        == "swiftlet: The confidence threshold is 1.5, but it has to be from 0 to 1.\n")
    outcome = try Swiftlet.run("label", picture.path, "--manifest", "/no/manifest.json", "--json")
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(
      outcome.error
        == "swiftlet: Local model path (/no/manifest.json) is invalid: /no/manifest.json cannot be "
        + "opened: No such file or directory.\n")
    outcome = try Swiftlet.run(
      "label", picture.path, "--manifest", exported.manifestPath, "--labels", picture.path)
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("but output 0 of the model has 12 classes"))
  }

  @Test("models says what a build without downloads lacks", .enabled(if: !ModelManager.canDownload))
  func noDownloads() throws {
    let folder = try ExportedModel()
    let outcome = try Swiftlet.run(
      "models", "download", "flowers",
      environment: [
        "SWIFTLET_MODELS_PROJECT": "garden", "SWIFTLET_MODELS_DIR": "\(folder.path)/models",
      ])
    #expect(outcome.status == 1)
    #expect(
      outcome.error
        == "swiftlet: This build cannot download models; build with the trait Downloads, or copy the "
        + "model's files here and use a local model.\n")
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/models"))
  }

  @Test(
    "models download, list and delete; label with a downloaded one",
    .enabled(if: ModelManager.canDownload))
  func models() throws {
    let hosted = try Hosted()
    let server = try Server(info: [hosted.info, ["status": 304]], file: [hosted.answer])
    let picture = try picture()
    let environment = server.environment
    var outcome = try Swiftlet.run("models", "list", "--json", environment: environment)
    #expect(outcome.status == 0)
    #expect(outcome.output == "")
    outcome = try Swiftlet.run(
      "label", picture.path, "--remote", "flowers", environment: environment)
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("The model \"flowers\" is not downloaded"))
    for _ in 0..<2 {
      outcome = try Swiftlet.run(
        "models", "download", "flowers", "--json", environment: environment)
      #expect(outcome.status == 0)
      #expect(outcome.error == "")
    }
    let list = try Swiftlet.run("models", "list", "--json", environment: environment)
    #expect(list.output == outcome.output)
    let row = try #require(list.objects.first)
    #expect(Set(row.keys) == ["name", "hash", "sizeBytes", "path"])
    #expect(row["name"] as? String == "flowers")
    #expect(row["hash"] as? String == Server.hash(hosted.bytes))
    #expect(row["sizeBytes"] as? Int == hosted.bytes.count)
    let path = try #require(row["path"] as? String)
    #expect(FileManager.default.contents(atPath: path) == Data(hosted.bytes))
    outcome = try Swiftlet.run(
      "label", picture.path, "--remote", "flowers", "--json", environment: environment)
    #expect(outcome.status == 0)
    #expect((outcome.objects.first?["labels"] as? [Any])?.count == 12)
    #expect(
      try Swiftlet.run("models", "delete", "flowers", environment: environment).status == 0)
    outcome = try Swiftlet.run("models", "delete", "flowers", environment: environment)
    #expect(outcome.status == 1)
    #expect(
      outcome.error == "swiftlet: There is no downloaded model named \"flowers\".\n")
  }

  @Test("models tells what is wrong in one sentence", .enabled(if: ModelManager.canDownload))
  func failures() throws {
    let server = try Server(info: [["status": 404]])
    var outcome = try Swiftlet.run("models", "download", "flowers", environment: server.environment)
    #expect(outcome.status == 1)
    #expect(
      outcome.error
        == "swiftlet: The server has no model \"flowers\": \(server.url()) answered with status 404; "
        + "check project and name of the model.\n")
    outcome = try Swiftlet.run("models", "download", "flowers")
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("set SWIFTLET_MODELS_PROJECT"))
    for words in [
      ["models"], ["models", "download"], ["models", "list", "x"], ["models", "eat"],
    ] {
      #expect(try Swiftlet.Run(words, [:]).outcome().status == 2)
    }
    outcome = try Swiftlet.run(
      "models", "list", environment: ["SWIFTLET_MODELS_CONFIG": "/no/such/file.json"])
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("/no/such/file.json cannot be opened"))
  }
}

@Suite("Downloads in several processes", .enabled(if: ModelManager.canDownload))
struct ProcessTests {
  @Test("A process killed in the middle: the old version works, and the next one goes on")
  func killed() async throws {
    let half = try Hosted(version: 2).bytes.count / 2
    let upgrade = try await Upgrade(file: { new in
      [new.answer.merging(["sends": half, "then": "silence"]) { $1 }, new.answer]
    })
    let run = try Swiftlet.Run(["models", "download", "flowers"], upgrade.server.environment)
    let partial = "\(upgrade.server.models)/flowers/partial"
    let deadline = ContinuousClock.now + .seconds(30)
    while FileManager.default.contents(atPath: partial)?.count != half {
      try #require(ContinuousClock.now < deadline)
      try await Task.sleep(for: .milliseconds(2))
    }
    run.process.kill()
    #expect(run.process.wait(seconds: 10) == 128 + SIGKILL)
    #expect(try upgrade.oldStays())
    let options = AutoMLImageLabelerOptions(remoteModel: flowers)
    options.confidenceThreshold = 0
    options.modelManager = upgrade.manager
    #expect(try ImageLabeler.imageLabeler(options: options).results(in: sampleImage()).count == 12)
    let outcome = try Swiftlet.run(
      "models", "download", "flowers", environment: upgrade.server.environment)
    #expect(outcome.status == 0)
    #expect(try upgrade.manager.modelBytes() == upgrade.new.bytes)
    #expect(upgrade.server.fileRequests.last?.headers["range"] == "bytes=\(half)-")
    #expect(upgrade.server.files == [".tflite", "entry.json"])
  }

  @Test("Killed again and again at any moment, there is always a whole version")
  func killedOften() async throws {
    let upgrade = try await Upgrade(file: { new in
      [new.answer.merging(["piece": 1000, "pause": 0.005]) { $1 }]
    })
    for moment in 0..<12 {
      let run = try Swiftlet.Run(["models", "download", "flowers"], upgrade.server.environment)
      try await Task.sleep(for: .milliseconds(10 * moment))
      run.process.kill()
      _ = run.process.wait(seconds: 10)
      let bytes = try upgrade.manager.modelBytes()
      #expect(bytes == upgrade.old.bytes || bytes == upgrade.new.bytes)
    }
    try await upgrade.manager.downloadModel(flowers)
    #expect(try upgrade.manager.modelBytes() == upgrade.new.bytes)
    #expect(upgrade.server.files == [".tflite", "entry.json"])
  }

  @Test(
    "A file that may not grow, as on a full disk: the old version works, and the next one goes on",
    .enabled(if: !Watch.threads, "ThreadSanitizer writes a file of its own")
  )
  func fullDisk() async throws {
    let upgrade = try await Upgrade()
    let limited = "trap '' XFSZ; ulimit -f 8; exec \"$0\" models download flowers"
    let run = try ChildProcess(
      ["/bin/sh", "-c", limited, Swiftlet.path], environment: upgrade.server.environment,
      errorFile: "\(upgrade.server.folder)/stderr")
    #expect(run.wait(seconds: 30) == 1)
    let error = FileManager.default.contents(atPath: "\(upgrade.server.folder)/stderr") ?? Data()
    #expect(
      String(decoding: error, as: UTF8.self)
        == "swiftlet: \(upgrade.server.models)/flowers/partial cannot be written: File too large.\n"
    )
    #expect(try upgrade.oldStays())
    try await upgrade.manager.downloadModel(flowers)
    #expect(try upgrade.manager.modelBytes() == upgrade.new.bytes)
    #expect(upgrade.server.fileRequests.last?.headers["range"] != nil)
  }

  @Test("Two at once both end well, with one transfer")
  func two() throws {
    let hosted = try Hosted()
    let answer = hosted.answer.merging(["piece": 2000, "pause": 0.02]) { $1 }
    let server = try Server(info: [hosted.info], file: [answer])
    let runs = try (0..<2).map { _ in
      try Swiftlet.Run(["models", "download", "flowers", "--json"], server.environment)
    }
    let outcomes = runs.map { $0.outcome() }
    #expect(outcomes.map(\.status) == [0, 0])
    #expect(outcomes[0].output == outcomes[1].output)
    #expect(try server.manager().modelBytes() == hosted.bytes)
    #expect(server.fileRequests.count == 1)
  }

  @Test("The server ends with its input, as when its parent has gone")
  func serverEnds() throws {
    let folder = try ExportedModel()
    let script = "\(folder.path)/script.json"
    try Data(#"{"answers": {}}"#.utf8).write(to: URL(fileURLWithPath: script))
    let server = try ChildProcess(
      [ChildProcess.built("ModelServer"), script, "\(folder.path)/log"],
      errorFile: "\(folder.path)/errors")
    #expect(try Int(#require(server.line())) != nil)
    #expect(server.wait(seconds: 0) == nil)
    server.end()
    #expect(server.wait(seconds: 20) == 0)
  }
}
