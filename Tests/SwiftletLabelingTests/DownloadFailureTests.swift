import Foundation
import SwiftletLabeling
import Testing

/// A server whose first answers give an old version, so that a test sees it stay in place.
struct Upgrade {
  let old: Hosted
  let new: Hosted
  let server: Server
  let manager: ModelManager

  /// Downloads the old version.
  ///
  /// - Parameters:
  ///   - info: The answers about the new version; nil for those that lead to it.
  ///   - file: The answers to requests for its file.
  ///   - edit: Changes where and how the manager downloads.
  /// - Throws: What keeps even the old version from being downloaded.
  init(
    info: ((Hosted) -> [Server.Answer])? = nil, file: (Hosted) -> [Server.Answer] = { [$0.answer] },
    edit: (inout ModelHosting) -> Void = { _ in }
  ) async throws {
    old = try Hosted(version: 1)
    new = try Hosted(version: 2)
    server = try Server(
      info: [old.info] + (info?(new) ?? [new.info]), file: [old.answer] + file(new))
    manager = server.manager(edit)
    try await manager.downloadModel(flowers)
    #expect(try manager.modelBytes() == old.bytes)
  }

  /// Whether the old version is still in place, whole.
  func oldStays() throws -> Bool { try manager.modelBytes() == old.bytes }
}

/// What a failure is to be: code and text.
struct Expected: Sendable, CustomTestStringConvertible {
  let name: String
  let code: Int
  let text: String
  let answer: Server.Answer
  var testDescription: String { name }

  init(_ name: String, _ code: Int, _ text: String, _ answer: Server.Answer) {
    self.name = name
    self.code = code
    self.text = text
    self.answer = answer
  }
}

@Suite("Downloads that fail leave the old version in place", .enabled(if: ModelManager.canDownload))
struct DownloadFailureTests {
  static let statuses: [(Int, Int, String)] = [
    (400, 3, "The server refused the request for the model \"flowers\" as invalid."),
    (401, 7, "The server does not permit to download the model \"flowers\"."),
    (403, 7, "The server does not permit to download the model \"flowers\"."),
    (404, 5, "The server has no model \"flowers\"."),
    (418, 13, "Server returned with HTTP error code: 418."),
    (500, 13, "Server returned with HTTP error code: 500."),
  ]

  @Test("Statuses of the first request", arguments: statuses)
  func statusOfInfo(_ status: Int, _ code: Int, _ text: String) async throws {
    let upgrade = try await Upgrade { _ in [["status": status]] }
    let error = try #require(await upgrade.manager.failure())
    #expect(error.domain == "com.google.mlkit")
    #expect(error.code == code)
    #expect(error.localizedDescription == text)
    #expect(error.localizedFailureReason?.contains(upgrade.server.url()) == true)
    #expect(error.localizedFailureReason?.contains("key=") == false)
    #expect(try upgrade.oldStays())
    #expect(upgrade.server.requests.count == 3)
  }

  static let fileStatuses: [(Int, Int, String)] = [
    (400, 3, "The server refused the request for the file of the model \"flowers\" as invalid."),
    (401, 7, "The server does not permit to download the file of the model \"flowers\"."),
    (403, 7, "The server does not permit to download the file of the model \"flowers\"."),
    (404, 5, "The server has no file of the model \"flowers\"."),
    (500, 13, "Model download failed with HTTP error code: 500"),
  ]

  @Test("Statuses of the second request", arguments: fileStatuses)
  func statusOfFile(_ status: Int, _ code: Int, _ text: String) async throws {
    let upgrade = try await Upgrade(file: { _ in [["status": status, "body": "no"]] })
    let error = try #require(await upgrade.manager.failure())
    #expect(error.code == code)
    #expect(error.localizedDescription == text)
    #expect(try upgrade.oldStays())
  }

  @Test("Failures that may pass end after the last retry; others at once", arguments: [500, 404])
  func retries(_ status: Int) async throws {
    let upgrade = try await Upgrade(
      info: { _ in [["status": status]] }, edit: { $0.policy.retryCount = 3 })
    #expect(await upgrade.manager.failure() != nil)
    #expect(upgrade.server.requests.count == 2 + (status == 500 ? 4 : 1))
    #expect(try upgrade.oldStays())
  }

  static let answers = [
    Expected(
      "no tag", 13, "Model hash missing in server response.",
      ["body": #"{"downloadUri": "/file", "sizeBytes": "5"}"#]),
    Expected(
      "no JSON", 13, "Unable to decode model info response from server.",
      ["body": "{", "headers": ["ETag": "t"]]),
    Expected(
      "nothing", 13, "Unable to decode model info response from server.",
      ["headers": ["ETag": "t"]]),
    Expected(
      "no address", 13, "Unable to decode model info response from server.",
      ["body": "{}", "headers": ["ETag": "t"]]),
    Expected(
      "endless", 13, "Unable to decode model info response from server.",
      ["body": String(repeating: " ", count: 2 << 20), "headers": ["ETag": "t"]]),
    Expected(
      "negative size", 13, "Unable to decode model info response from server.",
      ["body": #"{"downloadUri": "/file", "sizeBytes": "-5"}"#, "headers": ["ETag": "t"]]),
    Expected(
      "labels of two lines", 13, "Unable to decode model info response from server.",
      ["body": #"{"downloadUri": "/file", "labels": ["a\nb"]}"#, "headers": ["ETag": "t"]]),
    Expected(
      "empty address", 13, "Invalid model download URL from server.",
      ["body": #"{"downloadUri": ""}"#, "headers": ["ETag": "t"]]),
    Expected(
      "address of a file", 13, "Invalid model download URL from server.",
      ["body": #"{"downloadUri": "file:///etc/passwd"}"#, "headers": ["ETag": "t"]]),
    Expected(
      "bad time", 13, "Invalid download URL expiry time from server.",
      [
        "body": #"{"downloadUri": "/file", "expireTime": "tomorrow"}"#, "headers": ["ETag": "t"],
      ]),
  ]

  @Test("Answers that make no sense", arguments: answers)
  func badAnswers(_ expected: Expected) async throws {
    let upgrade = try await Upgrade { _ in [expected.answer] }
    let error = try #require(await upgrade.manager.failure())
    #expect(error.code == expected.code)
    #expect(error.localizedDescription == expected.text)
    #expect(try upgrade.oldStays())
  }

  @Test("A wrong hash")
  func wrongHash() async throws {
    let upgrade = try await Upgrade { new in
      [Server.info(new.bytes, tag: String(repeating: "0", count: 64))]
    }
    let error = try #require(await upgrade.manager.failure())
    #expect(error.code == 15)
    #expect(error.localizedDescription == "Hash does not match with expected.")
    #expect(try upgrade.oldStays())
    #expect(upgrade.server.files == [".tflite", "entry.json"])
  }

  @Test("Labels that do not fit the model")
  func wrongLabels() async throws {
    let upgrade = try await Upgrade { new in [Server.info(new.bytes) { $0["labels"] = ["a"] }] }
    let error = try #require(await upgrade.manager.failure())
    #expect(error.code == 15)
    #expect(error.localizedFailureReason?.contains("1 labels with it") == true)
    #expect(try upgrade.oldStays())
  }

  @Test("Progress is not finished where the file is complete but wrong")
  func unfinished() async throws {
    let upgrade = try await Upgrade { new in
      [Server.info(new.bytes, tag: String(repeating: "0", count: 64))]
    }
    let isDone = Box<Bool>()
    let progress = upgrade.manager.download(
      flowers, conditions: ModelDownloadConditions()
    ) { _ in isDone.value = true }
    while isDone.value != true { try await Task.sleep(for: .milliseconds(1)) }
    #expect(!progress.isFinished)
    #expect(progress.fractionCompleted < 1)
    #expect(progress.completedUnitCount == Int64(upgrade.new.bytes.count) - 1)
  }

  static let failed = "Failed to download the model from the server."

  @Test("A file of another length than announced", arguments: [-1, 1, -10_000, 10_000])
  func wrongLength(_ difference: Int) async throws {
    let upgrade = try await Upgrade { new in
      [Server.info(new.bytes) { $0["sizeBytes"] = String(new.bytes.count + difference) }]
    }
    let error = try #require(await upgrade.manager.failure())
    #expect(error.code == 2)
    #expect(error.localizedDescription == Self.failed)
    #expect(try upgrade.oldStays())
  }

  @Test("A page instead of a model")
  func notAModel() async throws {
    let page = "<html>Please log in.</html>"
    let upgrade = try await Upgrade { _ in
      [Server.info(Array(page.utf8), tag: "\"page\"")]
    } file: { _ in
      [["body": page]]
    }
    let error = try #require(await upgrade.manager.failure())
    #expect(error.code == 15)
    #expect(
      error.localizedDescription
        == "The file that the server sent for the model \"flowers\" cannot be used.")
    #expect(try upgrade.oldStays())
  }

  @Test("A body or a head that stalls", arguments: [0, 7, 20_000], [false, true])
  func stall(_ bytes: Int, _ isInfo: Bool) async throws {
    let silence: Server.Answer = ["sends": bytes, "then": "silence"]
    let upgrade = try await Upgrade { new in
      [isInfo ? new.info.merging(silence) { $1 } : new.info]
    } file: { new in
      [new.answer.merging(silence) { $1 }]
    } edit: {
      $0.policy.stallTimeout = 2
    }
    // More patience for the old version, which was there at once.
    upgrade.manager.hosting.policy.stallTimeout = 0.3
    let error = try #require(await upgrade.manager.failure())
    #expect(error.code == 2)
    #expect(error.localizedDescription == Self.failed)
    #expect(error.localizedFailureReason?.contains("nothing came for 0.3 seconds") == true)
    #expect(try upgrade.oldStays())
  }

  @Test("A server that drips ends with the time for the whole")
  func drip() async throws {
    let upgrade = try await Upgrade(file: {
      [$0.answer.merging(["piece": 10, "pause": 0.05]) { $1 }]
    })
    upgrade.manager.hosting.policy.totalTimeout = 0.5
    let error = try #require(await upgrade.manager.failure())
    #expect(error.localizedDescription == Self.failed)
    #expect(error.localizedFailureReason?.contains("not done after 0.5 seconds") == true)
    #expect(try upgrade.oldStays())
  }

  @Test(
    "Redirections without end, or to another kind of address",
    arguments: [
      "/file", "ftp://127.0.0.1/model", "",
    ])
  func badRedirections(_ location: String) async throws {
    let upgrade = try await Upgrade(file: { _ in
      [["status": 302, "headers": ["Location": location], "body": "moved"]]
    })
    let error = try #require(await upgrade.manager.failure())
    #expect(error.domain == "com.google.mlkit")
    #expect(try upgrade.oldStays())
    #expect(upgrade.server.requests.count < 40)
  }

  static let junk = [
    "", "x", "HTTP/1.1 \r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
    "HTTP/1.1 304 Not Modified\r\n\r\n", "HTTP/1.1 302 Found\r\n\r\n",
    "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 206 Part\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\nabcde",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
  ]

  @Test("Bytes that are no HTTP, or a strange kind of it", arguments: junk)
  func strangeAnswer(_ raw: String) async throws {
    let upgrade = try await Upgrade(file: { _ in [["raw": raw]] })
    let error = try #require(await upgrade.manager.failure())
    #expect(error.domain == "com.google.mlkit")
    #expect(try upgrade.oldStays())
  }

  /// Answers that break off within their head, or go on behind their body.
  static let brokenHeads = [
    "H", "HTTP/1.1", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nConte",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n",
    "HTTP/1.1 200 OK\r\n: x\r\n\r\n", "HTTP/1.1 200 OK\r\n x\r\n\r\n",
    "HTTP/1.1 200 OK\r\nA\u{0}B: x\r\n\r\n", "HTTP/1.1 101 Switch\r\nUpgrade: x\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nabc", "HTTP/2 200\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX: y\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-3\r\nabc\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nabc",
    "HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 100_000) + "\r\n\r\n",
    "HTTP/1.1 200 OK\r\n" + String(repeating: "X: y\r\n", count: 20_000) + "\r\n",
    String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 5000),
  ]

  @Test("Heads that break off, are too long or make no sense", arguments: brokenHeads)
  func brokenHead(_ raw: String) async throws {
    try await strangeAnswer(raw)
  }

  @Test("Nobody listens")
  func unreachable() async throws {
    let upgrade = try await Upgrade()
    upgrade.manager.hosting.serverURL = "http://127.0.0.1:1"
    let error = try #require(await upgrade.manager.failure())
    #expect(error.code == 2)
    #expect(error.localizedDescription == Self.failed)
    #expect(error.localizedFailureReason?.contains("http://127.0.0.1:1 was asked") == true)
    #expect(try upgrade.oldStays())
  }

  @Test(
    "No server or project is known", arguments: ["", "x", "file:///x", "http://", "http://[", "ok"])
  func noServer(_ url: String) async throws {
    let folder = NSTemporaryDirectory() + "/swiftlet-\(UUID().uuidString)"
    var hosting = ModelHosting(directory: folder)
    if url == "ok" {
      hosting.serverURL = "http://127.0.0.1:1"
    } else {
      hosting.serverURL = url
      hosting.project = "garden"
    }
    let error = try #require(await ModelManager(hosting: hosting).failure())
    #expect(error.code == 3)
    #expect(error.localizedDescription.contains("SWIFTLET_MODELS_PROJECT"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("A name that is empty or too long", arguments: ["", String(repeating: "ä", count: 99)])
  func badName(_ name: String) async throws {
    let upgrade = try await Upgrade()
    let error = await #expect(throws: NSError.self) {
      try await upgrade.manager.downloadModel(AutoMLImageLabelerRemoteModel(name: name))
    }
    #expect(error?.code == 3)
    #expect(error?.localizedDescription.hasPrefix("The name of the model") == true)
  }

  @Test("Not enough space, or a file beyond the limit")
  func space() async throws {
    let size = 1 << 60
    let upgrade = try await Upgrade { new in
      [Server.info(new.bytes) { $0["sizeBytes"] = String(size) }]
    }
    var error = try #require(await upgrade.manager.failure())
    #expect(error.code == 8)
    #expect(error.localizedDescription.contains("more than the 2147483648 that are allowed"))
    upgrade.manager.hosting.policy.maximumModelSize = .max
    error = try #require(await upgrade.manager.failure())
    #expect(error.code == 8)
    #expect(
      error.localizedDescription.hasPrefix("There is not enough space for the model \"flowers\""))
    #expect(upgrade.server.fileRequests.count == 1)
    #expect(try upgrade.oldStays())
  }

  @Test(
    "A length that only the file's answer tells is held to the limit as well",
    arguments: [true, false])
  func limit(_ hidesLength: Bool) async throws {
    let upgrade = try await Upgrade { new in
      [Server.info(new.bytes) { $0["sizeBytes"] = nil }]
    } file: {
      [$0.answer.merging(["hidesLength": hidesLength]) { $1 }]
    }
    upgrade.manager.hosting.policy.maximumModelSize = 1000
    let error = try #require(await upgrade.manager.failure())
    #expect(error.code == 8)
    #expect(try upgrade.oldStays())
  }

  @Test("A folder that cannot be made")
  func badFolder() async throws {
    let upgrade = try await Upgrade()
    upgrade.manager.hosting.directory = "\(upgrade.server.folder)/log/models"
    let error = try #require(await upgrade.manager.failure())
    #expect(error.domain == "com.google.mlkit")
    #expect(error.localizedDescription.contains("\(upgrade.server.folder)/log/models"))
    #expect(!upgrade.manager.isModelDownloaded(flowers))
  }

  @Test(
    "A damaged index counts as no model, and the next download mends it",
    arguments: [
      "", "{", "{}", #"{"name":"birds","tag":"t","sizeBytes":1,"model":"x.tflite"}"#,
      #"{"name":"flowers","tag":"t","sizeBytes":11,"model":"../../script.json"}"#,
    ])
  func damagedIndex(_ text: String) async throws {
    let upgrade = try await Upgrade()
    try Data(text.utf8).write(
      to: URL(fileURLWithPath: "\(upgrade.server.models)/flowers/entry.json"))
    #expect(!upgrade.manager.isModelDownloaded(flowers))
    #expect(try upgrade.manager.storedModels().isEmpty)
    try await upgrade.manager.downloadModel(flowers)
    #expect(try upgrade.manager.modelBytes() == upgrade.new.bytes)
    #expect(upgrade.server.files == [".tflite", "entry.json"])
  }
}
