import Foundation
import SwiftletLabeling
import Testing

/// What a test needs to download a model: its bytes in a file, and the answers about it.
struct Hosted {
  let bytes: [UInt8]
  let file: TemporaryFile
  var info: Server.Answer { Server.info(bytes) }
  var answer: Server.Answer { Server.file(file.path) }

  init(version: UInt8 = 1, padding: Int = 20_000, labels: [String]? = SampleModel.names) throws {
    bytes = SampleModel(labels: labels, padding: padding, version: version).bytes
    file = try TemporaryFile(bytes)
  }
}

let flowers = AutoMLImageLabelerRemoteModel(name: "flowers")

extension ModelManager {
  /// Downloads `flowers`; the error instead of the success.
  func failure() async -> NSError? {
    do {
      try await downloadModel(flowers)
      return nil
    } catch {
      return error as NSError
    }
  }

  /// The bytes of the model in place; nil where there is none.
  func modelBytes() throws -> [UInt8]? {
    guard isModelDownloaded(flowers) else { return nil }
    let model = try storedModel(named: "flowers")
    let bytes = [UInt8](FileManager.default.contents(atPath: model.path) ?? Data())
    return bytes.count == model.sizeBytes ? bytes : nil
  }
}

extension Server {
  /// The names of the files in the folder of the model `flowers`, unique parts left out, sorted.
  var files: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(models)/flowers")) ?? []
    return names.map { name in
      name.count > 36 ? String(name.dropFirst(36)) : name
    }.filter { !$0.hasSuffix(".lock") }.sorted()
  }
}

@Suite("Downloads that succeed", .enabled(if: ModelManager.canDownload))
struct DownloadTests {
  @Test("A model comes, with its request as Firebase wants it")
  func success() async throws {
    let hosted = try Hosted()
    let server = try Server(info: [hosted.info], file: [hosted.answer])
    let manager = server.manager {
      $0.bundleIdentifier = "org.example.garden"
      $0.tokenProvider = { _ in "token" }
    }
    #expect(!manager.isModelDownloaded(flowers))
    try await manager.downloadModel(flowers)
    #expect(try manager.modelBytes() == hosted.bytes)
    #expect(server.files == [".tflite", "entry.json"])
    let requests = server.requests
    #expect(requests.map(\.target) == ["\(Server.infoPath("flowers"))?key=key", "/file"])
    #expect(requests[0].headers["x-goog-firebase-installations-auth"] == "token")
    #expect(requests[0].headers["x-ios-bundle-identifier"] == "org.example.garden")
    #expect(requests[0].headers["if-none-match"] == nil)
    #expect(requests[1].headers["x-goog-firebase-installations-auth"] == nil)
    #expect(requests[1].headers["range"] == nil)
    // Another process, that is another manager, finds it.
    #expect(try server.manager().modelBytes() == hosted.bytes)
    #expect(try server.manager().storedModels().map(\.name) == ["flowers"])
  }

  @Test("Progress counts bytes and ends complete")
  func progress() async throws {
    let hosted = try Hosted()
    let answer = hosted.answer.merging(["piece": 2000]) { $1 }
    let server = try Server(info: [hosted.info], file: [answer])
    let progress: Progress = try await withCheckedThrowingContinuation { continuation in
      let box = Box<Progress>()
      let started = server.manager().download(
        flowers, conditions: ModelDownloadConditions()
      ) { result in
        continuation.resume(with: result.map { _ in box.wait() })
      }
      box.value = started
    }
    #expect(progress.totalUnitCount == Int64(hosted.bytes.count))
    #expect(progress.completedUnitCount == Int64(hosted.bytes.count))
    #expect(progress.fractionCompleted == 1)
    #expect(progress.isFinished)
  }

  @Test("The newest version is not transferred again: 304, or the same tag")
  func current() async throws {
    let hosted = try Hosted()
    let server = try Server(
      info: [hosted.info, ["status": 304], hosted.info], file: [hosted.answer])
    let manager = server.manager()
    for _ in 0..<3 { try await manager.downloadModel(flowers) }
    #expect(try manager.modelBytes() == hosted.bytes)
    #expect(server.fileRequests.count == 1)
    #expect(
      server.requests.map { $0.headers["if-none-match"] }
        == [nil, nil, Server.hash(hosted.bytes), Server.hash(hosted.bytes)])
  }

  @Test("Entity tags are sent back as they came", arguments: ["\"abc\"", "W/\"abc\"", "abc"])
  func tags(_ tag: String) async throws {
    let hosted = try Hosted()
    let server = try Server(
      info: [Server.info(hosted.bytes, tag: tag), ["status": 304]], file: [hosted.answer])
    let manager = server.manager()
    for _ in 0..<2 { try await manager.downloadModel(flowers) }
    #expect(server.requests.last?.headers["if-none-match"] == tag)
    #expect(try manager.storedModel(named: "flowers").hash == "abc")
  }

  @Test("A new version takes the place of the old one, whose file goes")
  func newVersion() async throws {
    let (old, new) = (try Hosted(version: 1), try Hosted(version: 2))
    let server = try Server(info: [old.info, new.info], file: [old.answer, new.answer])
    let manager = server.manager()
    try await manager.downloadModel(flowers)
    #expect(try manager.modelBytes() == old.bytes)
    try await manager.downloadModel(flowers)
    #expect(try manager.modelBytes() == new.bytes)
    #expect(server.files == [".tflite", "entry.json"])
  }

  @Test("Redirections are followed, without the token to other servers")
  func redirection() async throws {
    let hosted = try Hosted()
    let other = try Server(info: [hosted.info], file: [hosted.answer])
    let server = try Server(
      info: [["status": 307, "headers": ["Location": other.url(Server.infoPath("flowers"))]]])
    let manager = server.manager { $0.tokenProvider = { _ in "token" } }
    try await manager.downloadModel(flowers)
    #expect(try manager.modelBytes() == hosted.bytes)
    #expect(server.requests[0].headers["x-goog-firebase-installations-auth"] == "token")
    #expect(other.requests[0].headers["x-goog-firebase-installations-auth"] == nil)
    // A relative address counts from the server that answered.
    #expect(other.fileRequests.count == 1)
  }

  @Test("A redirected file comes whole")
  func redirectedFile() async throws {
    let hosted = try Hosted()
    let server = try Server(
      info: [hosted.info],
      file: [["status": 302, "headers": ["Location": "/elsewhere"], "body": "moved"]],
      others: ["/elsewhere": [hosted.answer]])
    let manager = server.manager()
    try await manager.downloadModel(flowers)
    #expect(try manager.modelBytes() == hosted.bytes)
  }

  @Test(
    "Signed addresses are asked for as they are written",
    arguments: ["/file?sig=a%2Fb+c%20d&x=%C3%A4%25", "/file?a=b?c/d:e@f#part", "/file?"])
  func signedAddress(_ target: String) async throws {
    let hosted = try Hosted()
    let server = try Server(
      info: [Server.info(hosted.bytes, path: target)], file: [hosted.answer])
    let manager = server.manager()
    try await manager.downloadModel(flowers)
    #expect(try manager.modelBytes() == hosted.bytes)
    #expect(server.requests.last?.target == String(target.prefix { $0 != "#" }))
  }

  @Test("A server may keep the length to itself")
  func unknownLength() async throws {
    let hosted = try Hosted()
    let server = try Server(
      info: [Server.info(hosted.bytes) { $0["sizeBytes"] = nil }],
      file: [hosted.answer.merging(["hidesLength": true]) { $1 }])
    let manager = server.manager()
    try await manager.downloadModel(flowers)
    #expect(try manager.modelBytes() == hosted.bytes)
  }

  @Test("A body may come in chunks, with a trailer")
  func chunks() async throws {
    let page = #"{"downloadUri": "/file"}"#
    let first = String(page.utf8.count - 5, radix: 16)
    let raw =
      "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
      + "HTTP/1.1 200 OK\nETag: \"t\"\r\nTransfer-Encoding: Chunked\r\n\r\n"
      + "\(first) ; x=y\r\n\(page.dropLast(5))\r\n5\r\n\(page.suffix(5))\r\n0\r\nX: y\r\n\r\n"
    let hosted = try Hosted()
    let server = try Server(info: [["raw": raw]], file: [hosted.answer])
    let manager = server.manager()
    try await manager.downloadModel(flowers)
    #expect(try manager.modelBytes() == hosted.bytes)
  }

  @Test("An expired link is fetched again", arguments: [400, 401, 403, 404, 410])
  func expiredLink(_ status: Int) async throws {
    let hosted = try Hosted()
    let expired = Server.info(hosted.bytes, path: "/old") {
      $0["expireTime"] = "2001-01-01T00:00:00Z"
    }
    let server = try Server(
      info: [expired, hosted.info], file: [hosted.answer], others: ["/old": [["status": status]]])
    let manager = server.manager()
    try await manager.downloadModel(flowers)
    #expect(try manager.modelBytes() == hosted.bytes)
    #expect(server.requests.count == 4)
  }

  @Test("A token that was refused is asked for anew")
  func refusedToken() async throws {
    let hosted = try Hosted()
    let server = try Server(info: [["status": 401], hosted.info], file: [hosted.answer])
    let manager = server.manager {
      $0.tokenProvider = { refusedBefore in refusedBefore ? "fresh" : "stale" }
    }
    try await manager.downloadModel(flowers)
    #expect(
      server.requests.prefix(2).map { $0.headers["x-goog-firebase-installations-auth"] }
        == ["stale", "fresh"])
  }

  @Test("Failures that may pass are tried again", arguments: [408, 429, 500, 503])
  func retries(_ status: Int) async throws {
    let hosted = try Hosted()
    let server = try Server(
      info: [["status": status], ["status": status], hosted.info, hosted.info],
      file: [["status": status], hosted.answer])
    let manager = server.manager { $0.policy.retryCount = 3 }
    try await manager.downloadModel(flowers)
    #expect(try manager.modelBytes() == hosted.bytes)
    #expect(server.requests.count == 6)
  }

  @Test("Labels of an AutoML model come with the answer", arguments: ["labels", "inferenceInfo"])
  func labels(_ key: String) async throws {
    let hosted = try Hosted(labels: nil)
    let names = SampleModel.names.map { "\($0) \(key)" }
    let server = try Server(
      info: [
        Server.info(hosted.bytes) { $0[key] = key == "labels" ? names : ["labels": names] }
      ], file: [hosted.answer])
    let manager = server.manager()
    try await manager.downloadModel(flowers)
    let path = try #require(try manager.storedModel(named: "flowers").labelsPath)
    let lines = names.map { "\($0)\n" }.joined()
    #expect(FileManager.default.contents(atPath: path) == Data(lines.utf8))
  }

  @Test("Requests for one model join the download that goes on")
  func merged() async throws {
    let hosted = try Hosted()
    let gate = try TemporaryFile([])
    try FileManager.default.removeItem(atPath: gate.path)
    let answer = hosted.answer.merging(["awaits": gate.path]) { $1 }
    let server = try Server(info: [hosted.info], file: [answer])
    let manager = server.manager()
    let results = Box<Int>()
    let progresses = (0..<5).map { _ in
      manager.download(flowers, conditions: ModelDownloadConditions()) { result in
        if case .success = result { results.update { ($0 ?? 0) + 1 } }
      }
    }
    #expect(Set(progresses.map(ObjectIdentifier.init)).count == 1)
    try Data().write(to: URL(fileURLWithPath: gate.path))
    let deadline = ContinuousClock.now + .seconds(60)
    while results.value != 5, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(results.value == 5)
    #expect(server.requests.count == 2)
  }

  @Test("Two managers of one folder both end well, with one transfer")
  func twoManagers() async throws {
    let hosted = try Hosted()
    let answer = hosted.answer.merging(["piece": 4000, "pause": 0.02]) { $1 }
    let server = try Server(info: [hosted.info], file: [answer])
    let managers = [server.manager(), server.manager()]
    async let first: Void = managers[0].downloadModel(flowers)
    async let second: Void = managers[1].downloadModel(flowers)
    _ = try await (first, second)
    for manager in managers { #expect(try manager.modelBytes() == hosted.bytes) }
    #expect(server.fileRequests.count == 1)
  }

  @Test("Deleting removes the files, and fails where there are none")
  func deletion() async throws {
    let hosted = try Hosted()
    let server = try Server(info: [hosted.info], file: [hosted.answer])
    let manager = server.manager()
    try await manager.downloadModel(flowers)
    try await manager.deleteDownloadedModel(flowers)
    #expect(!manager.isModelDownloaded(flowers))
    #expect(server.files.isEmpty)
    let error = await #expect(throws: NSError.self) {
      try await manager.deleteDownloadedModel(flowers)
    }
    #expect(error?.domain == "com.google.mlkit")
    #expect(error?.code == 5)
    #expect(
      error?.localizedDescription == "There is no downloaded model named \"flowers\".")
    // It can be downloaded again, all of it.
    try await manager.downloadModel(flowers)
    #expect(try manager.modelBytes() == hosted.bytes)
    #expect(server.requests.allSatisfy { $0.headers["if-none-match"] == nil })
  }

  @Test("Names lead nowhere else", arguments: ["../flowers", "a/b", ".", "..", "ö\u{0}", "%2e"])
  func names(_ name: String) async throws {
    let hosted = try Hosted()
    let escaped = name.addingPercentEncoding(
      withAllowedCharacters: .alphanumerics.intersection(.init(charactersIn: "!"..."~")))
    let model = AutoMLImageLabelerRemoteModel(name: name)
    let target = try #require(escaped).replacingOccurrences(of: "%2E", with: ".")
    let server = try Server(
      info: [], file: [hosted.answer], others: [Server.infoPath(target): [hosted.info]])
    let manager = server.manager()
    try await manager.downloadModel(model)
    #expect(manager.isModelDownloaded(model))
    #expect(try manager.storedModels().map(\.name) == [name])
    let folders = try FileManager.default.contentsOfDirectory(atPath: server.models)
    #expect(folders.count == 1)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: server.folder).sorted()
        == ["errors", "log", "models", "script.json"])
  }
}

/// A value that threads share.
final class Box<Value: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var stored: Value?

  var value: Value? {
    get { condition.withLock { stored } }
    set { update { _ in newValue } }
  }

  func update(_ change: (Value?) -> Value?) {
    condition.withLock {
      stored = change(stored)
      condition.broadcast()
    }
  }

  /// The value, waited for.
  func wait() -> Value {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let stored { return stored }
      condition.wait()
    }
  }
}
