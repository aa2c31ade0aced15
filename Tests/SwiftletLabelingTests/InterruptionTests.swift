import Foundation
import SwiftletLabeling
import Testing

@Suite("Interrupted downloads go on where they stopped", .enabled(if: ModelManager.canDownload))
struct InterruptionTests {
  @Test("A connection cut at every tenth", arguments: 0..<10, ["close", "break"])
  func cut(_ tenth: Int, _ end: String) async throws {
    let count = try Hosted(version: 2).bytes.count * tenth / 10
    let upgrade = try await Upgrade(file: { new in
      [new.answer.merging(["sends": count, "then": end]) { $1 }, new.answer]
    })
    let error = try #require(await upgrade.manager.failure())
    #expect(error.code == 2)
    #expect(error.localizedDescription == DownloadFailureTests.failed)
    #expect(try upgrade.oldStays())
    try await upgrade.manager.downloadModel(flowers)
    #expect(try upgrade.manager.modelBytes() == upgrade.new.bytes)
    #expect(upgrade.server.files == [".tflite", "entry.json"])
    let headers = try #require(upgrade.server.fileRequests.last).headers
    // A connection that breaks off may lose what was under way.
    if end == "close" { #expect(headers["range"] == (count > 0 ? "bytes=\(count)-" : nil)) }
    if headers["range"] != nil { #expect(headers["if-range"] == "\"v\"") }
  }

  @Test("Retries go on by themselves, as long as something comes")
  func manyCuts() async throws {
    // Each part of the file comes with a connection of its own, more than there may be retries.
    let upgrade = try await Upgrade(
      file: { new in
        [new.answer.merging(["sends": 2000]) { $1 }]
      }, edit: { $0.policy.retryCount = 1 })
    try await upgrade.manager.downloadModel(flowers)
    #expect(try upgrade.manager.modelBytes() == upgrade.new.bytes)
    #expect(upgrade.server.fileRequests.count > 10)
  }

  @Test("A file that changed meanwhile is fetched from its beginning")
  func changedFile() async throws {
    let upgrade = try await Upgrade(file: { new in
      [
        new.answer.merging(["sends": 9000, "headers": ["ETag": "\"before\""]]) { $1 }, new.answer,
      ]
    })
    #expect(await upgrade.manager.failure() != nil)
    try await upgrade.manager.downloadModel(flowers)
    #expect(try upgrade.manager.modelBytes() == upgrade.new.bytes)
    #expect(upgrade.server.fileRequests.last?.headers["if-range"] == "\"before\"")
  }

  @Test("A server without ranges is asked for the whole")
  func noRanges() async throws {
    let upgrade = try await Upgrade(file: { new in
      [new.answer.merging(["sends": 9000]) { $1 }, ["file": new.file.path]]
    })
    #expect(await upgrade.manager.failure() != nil)
    try await upgrade.manager.downloadModel(flowers)
    #expect(try upgrade.manager.modelBytes() == upgrade.new.bytes)
  }

  @Test("A server that sends another part, or says that there is none", arguments: [206, 416])
  func wrongPart(_ status: Int) async throws {
    let upgrade = try await Upgrade(file: { new in
      [
        new.answer.merging(["sends": 9000]) { $1 },
        ["status": status, "headers": ["Content-Range": "bytes 5-8/9"], "body": "abcd"], new.answer,
      ]
    })
    #expect(await upgrade.manager.failure() != nil)
    try await upgrade.manager.downloadModel(flowers)
    #expect(try upgrade.manager.modelBytes() == upgrade.new.bytes)
    #expect(upgrade.server.fileRequests.last?.headers["range"] == nil)
  }

  @Test("A first part that was damaged on the disk is found out, and all of it comes anew")
  func damagedPart() async throws {
    let upgrade = try await Upgrade(file: { new in
      [new.answer.merging(["sends": 9000]) { $1 }, new.answer]
    })
    #expect(await upgrade.manager.failure() != nil)
    let path = "\(upgrade.server.models)/flowers/partial"
    try Data(count: 9000).write(to: URL(fileURLWithPath: path))
    upgrade.manager.hosting.policy.retryCount = 1
    try await upgrade.manager.downloadModel(flowers)
    #expect(try upgrade.manager.modelBytes() == upgrade.new.bytes)
    #expect(
      upgrade.server.fileRequests.map { $0.headers["range"] != nil } == [false, false, true, false])
  }

  @Test("What has come of another version is not taken for this one's")
  func otherVersion() async throws {
    let newest = try Hosted(version: 3)
    let upgrade = try await Upgrade { new in
      [new.info, newest.info]
    } file: { new in
      [new.answer.merging(["sends": 9000]) { $1 }, newest.answer]
    }
    #expect(await upgrade.manager.failure() != nil)
    try await upgrade.manager.downloadModel(flowers)
    #expect(try upgrade.manager.modelBytes() == newest.bytes)
    #expect(upgrade.server.fileRequests.last?.headers["range"] == nil)
  }

  @Test("Cancelled at half through its progress")
  func cancellation() async throws {
    let half = try Hosted(version: 2).bytes.count / 2
    let upgrade = try await Upgrade(file: { new in
      [new.answer.merging(["sends": half, "then": "silence"]) { $1 }, new.answer]
    })
    let failure = Box<NSError?>()
    let progress = upgrade.manager.download(
      flowers, conditions: ModelDownloadConditions()
    ) { result in
      if case .failure(let error) = result {
        failure.value = error as NSError
      } else {
        failure.value = .some(nil)
      }
    }
    while progress.completedUnitCount < half, failure.value == nil {
      try await Task.sleep(for: .milliseconds(1))
    }
    progress.cancel()
    let error = try #require(failure.wait())
    #expect(error.code == 1)
    #expect(error.localizedDescription == "The download of the model \"flowers\" was cancelled.")
    #expect(!progress.isFinished)
    #expect(try upgrade.oldStays())
    try await upgrade.manager.downloadModel(flowers)
    #expect(try upgrade.manager.modelBytes() == upgrade.new.bytes)
    #expect(upgrade.server.fileRequests.last?.headers["range"] == "bytes=\(half)-")
  }

  @Test("Cancelled and begun again at once")
  func cancelledAndBegun() async throws {
    let upgrade = try await Upgrade(file: { new in
      [new.answer.merging(["sends": 100, "then": "silence"]) { $1 }, new.answer]
    })
    let failure = Box<NSError?>()
    let progress = upgrade.manager.download(
      flowers, conditions: ModelDownloadConditions()
    ) { result in
      if case .failure(let error) = result { failure.value = error as NSError }
    }
    while progress.completedUnitCount < 100 { try await Task.sleep(for: .milliseconds(1)) }
    progress.cancel()
    try await upgrade.manager.downloadModel(flowers)
    #expect(try upgrade.manager.modelBytes() == upgrade.new.bytes)
    #expect(failure.value??.code == 1)
  }

  @Test("A task that is cancelled leaves the download to the others who wait for it")
  func cancelledMember() async throws {
    let gate = try TemporaryFile([])
    try FileManager.default.removeItem(atPath: gate.path)
    let upgrade = try await Upgrade(file: { new in
      [new.answer.merging(["awaits": gate.path]) { $1 }]
    })
    let manager = upgrade.manager
    let tasks = (0..<2).map { _ in Task { try await manager.downloadModel(flowers) } }
    // Both take part before one leaves.
    let progress = manager.download(flowers, conditions: ModelDownloadConditions())
    while progress.completedUnitCount < upgrade.new.bytes.count - 1 {
      try await Task.sleep(for: .milliseconds(1))
    }
    tasks[0].cancel()
    let error = await #expect(throws: NSError.self) { try await tasks[0].value }
    #expect(error?.code == 1)
    try Data().write(to: URL(fileURLWithPath: gate.path))
    try await tasks[1].value
    #expect(try manager.modelBytes() == upgrade.new.bytes)
    #expect(upgrade.server.fileRequests.count == 2)
    // One that is cancelled beforehand does not even begin.
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      try await manager.downloadModel(flowers)
    }
    late.cancel()
    await #expect(throws: NSError.self) { try await late.value }
  }

  @Test(
    "Numbers that make no sense are bounded",
    arguments: [Double.nan, .infinity, -.infinity, -1, 1e300])
  func strangePolicy(_ number: Double) async throws {
    let upgrade = try await Upgrade(
      info: { [["status": 500], $0.info] },
      edit: { hosting in
        hosting.policy.stallTimeout = number > 0 || number.isNaN ? number : 20
        hosting.policy.totalTimeout = number > 0 || number.isNaN ? number : 60
        hosting.policy.retryCount = .max
        hosting.policy.longestRetryDelay = 0.01
        hosting.policy.firstRetryDelay = number
      })
    try await upgrade.manager.downloadModel(flowers)
    #expect(try upgrade.manager.modelBytes() == upgrade.new.bytes)
  }

  @Test("Cancelled while it waits: for a retry, for a silent server, for another process")
  func cancelledWaits() async throws {
    let upgrade = try await Upgrade { _ in
      [["status": 503, "headers": ["Retry-After": "30"]], ["raw": "", "then": "silence"]]
    } edit: {
      $0.policy.retryCount = 3
    }
    for _ in 0..<2 {
      let start = ContinuousClock.now
      let task = Task { try await upgrade.manager.downloadModel(flowers) }
      try await Task.sleep(for: .milliseconds(200))
      task.cancel()
      let error = await #expect(throws: NSError.self) { try await task.value }
      #expect(error?.code == 1)
      #expect(ContinuousClock.now - start < .seconds(15))
    }
    let lock = try OpenLock("\(upgrade.server.models)/flowers/transfer.lock")
    let task = Task { try await upgrade.manager.downloadModel(flowers) }
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    let error = await #expect(throws: NSError.self) { try await task.value }
    #expect(error?.code == 1)
    withExtendedLifetime(lock) {}
    #expect(try upgrade.oldStays())
  }
}

/// A lock on a file, as another process would hold it.
final class OpenLock: Sendable {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ChildProcess.Unusable("\(path) cannot be opened") }
    let deadline = ContinuousClock.now + .seconds(20)
    // A download that was cancelled may still be about to end.
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard ContinuousClock.now < deadline else {
        throw ChildProcess.Unusable("\(path) cannot be locked")
      }
      usleep(2000)
    }
  }

  deinit { close(descriptor) }
}
