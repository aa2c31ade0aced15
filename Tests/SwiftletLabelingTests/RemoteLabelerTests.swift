import Foundation
import SwiftletLabeling
import Testing

@Suite("Labelers of hosted models", .enabled(if: ModelManager.canDownload))
struct RemoteLabelerTests {
  private func labeler(_ manager: ModelManager) -> ImageLabeler {
    let options = AutoMLImageLabelerOptions(remoteModel: flowers)
    options.confidenceThreshold = 0
    options.modelManager = manager
    return ImageLabeler.imageLabeler(options: options)
  }

  @Test("Fail until the model is there, and then work")
  func notDownloaded() async throws {
    let hosted = try Hosted()
    let server = try Server(info: [hosted.info], file: [hosted.answer])
    let manager = server.manager()
    let labeler = labeler(manager)
    let error = #expect(throws: NSError.self) { try labeler.results(in: sampleImage()) }
    #expect(error?.domain == "com.google.mlkit")
    #expect(error?.code == 5)
    try await manager.downloadModel(flowers)
    #expect(try labeler.results(in: sampleImage()).texts == SampleModel.names.reversed())
  }

  @Test("Go on with the old version after a new one has come, and after deletion")
  func newVersion() async throws {
    let old = try Hosted(version: 1, labels: SampleModel.names)
    let new = try Hosted(version: 2, labels: SampleModel.names.map { "new \($0)" })
    let server = try Server(info: [old.info, new.info], file: [old.answer, new.answer])
    let manager = server.manager()
    try await manager.downloadModel(flowers)
    let first = labeler(manager)
    #expect(try first.results(in: sampleImage()).first?.text == "l")
    try await manager.downloadModel(flowers)
    #expect(try first.results(in: sampleImage()).first?.text == "l")
    let second = labeler(manager)
    #expect(try second.results(in: sampleImage()).first?.text == "new l")
    try await manager.deleteDownloadedModel(flowers)
    #expect(try second.results(in: sampleImage()).first?.text == "new l")
    #expect(throws: NSError.self) { try labeler(manager).results(in: sampleImage()) }
  }

  @Test("Open some whole version while new ones come")
  func changing() async throws {
    let versions = try (1...2).map { try Hosted(version: UInt8($0)) }
    // An array may be released behind its last use, and the files of its elements with it.
    defer { withExtendedLifetime(versions) {} }
    let turns = (0..<20).map { versions[$0 % 2] }
    let server = try Server(info: turns.map(\.info), file: turns.map(\.answer))
    let manager = server.manager()
    try await manager.downloadModel(flowers)
    let isDone = Box<Bool>()
    async let failures = Task.detached {
      var failures: [String] = []
      while isDone.value != true {
        do {
          let count = try labeler(manager).results(in: sampleImage()).count
          if count != 12 { failures.append("\(count) labels") }
        } catch {
          failures.append("\(error)")
        }
      }
      return failures
    }.value
    for _ in 1..<20 { try await manager.downloadModel(flowers) }
    isDone.value = true
    #expect(await failures == [])
  }

  @Test("Labels that came with the model win over its own")
  func labels() async throws {
    let hosted = try Hosted()
    let names = SampleModel.names.map { "\($0)?" }
    let server = try Server(
      info: [Server.info(hosted.bytes) { $0["labels"] = names }], file: [hosted.answer])
    let manager = server.manager()
    try await manager.downloadModel(flowers)
    #expect(try labeler(manager).results(in: sampleImage()).texts == names.reversed())
  }

  @Test("Notifications come on the main queue, with the model, and the error")
  func notifications() async throws {
    let name = "flowers"
    let hosted = try Hosted()
    let server = try Server(
      info: [hosted.info, ["status": 304], ["status": 403]], file: [hosted.answer])
    let manager = server.manager()
    // Each test has an object of its own, which it gets back.
    let mine = AutoMLImageLabelerRemoteModel(name: name)
    let found = Box<[String]>()
    func observe(_ event: Notification.Name) -> any NSObjectProtocol {
      NotificationCenter.default.addObserver(forName: event, object: nil, queue: nil) {
        notification in
        let userInfo = notification.userInfo ?? [:]
        let model = userInfo[ModelDownloadUserInfoKey.remoteModel.rawValue] as? RemoteModel
        guard model === mine else { return }
        dispatchPrecondition(condition: .onQueue(.main))
        let error = userInfo[ModelDownloadUserInfoKey.error.rawValue] as? NSError
        let text = "\(event == .mlkitModelDownloadDidSucceed) \(error?.code ?? 0)"
        found.update { ($0 ?? []) + [text] }
      }
    }
    let observers = [observe(.mlkitModelDownloadDidSucceed), observe(.mlkitModelDownloadDidFail)]
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    for count in 1...3 {
      manager.download(mine, conditions: ModelDownloadConditions())
      while (found.value?.count ?? 0) < count { try await Task.sleep(for: .milliseconds(1)) }
    }
    #expect(found.value == ["true 0", "true 0", "false 7"])
    #expect(
      Notification.Name.mlkitModelDownloadDidFail.rawValue
        == "com.google.mlkit.notif.model-download-did-fail")
    #expect(
      ModelDownloadUserInfoKey.remoteModel.rawValue == "MLKModelDownloadUserInfoKeyRemoteModel")
    #expect(ModelDownloadUserInfoKey.error.rawValue == "MLKModelDownloadUserInfoKeyError")
  }
}
