import Foundation
import SwiftletLabeling
import Testing

/// A test of another suite, to be done in another way.
struct Repeated: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let body: @Sendable () async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
    testDescription = name
    self.body = body
  }
}

@Suite(
  "The same by URLSession, which encrypted connections use",
  .enabled(if: ModelManager.canDownload))
struct SessionTests {
  static let tests = [
    Repeated("success") { try await DownloadTests().success() },
    Repeated("progress") { try await DownloadTests().progress() },
    Repeated("current") { try await DownloadTests().current() },
    Repeated("new version") { try await DownloadTests().newVersion() },
    Repeated("redirection") { try await DownloadTests().redirection() },
    Repeated("redirected file") { try await DownloadTests().redirectedFile() },
    Repeated("signed address") { try await DownloadTests().signedAddress("/file?sig=a%2Fb+c%20d") },
    Repeated("unknown length") { try await DownloadTests().unknownLength() },
    Repeated("expired link") { try await DownloadTests().expiredLink(400) },
    Repeated("refused token") { try await DownloadTests().refusedToken() },
    Repeated("retries") { try await DownloadTests().retries(503) },
    Repeated("merged") { try await DownloadTests().merged() },
    Repeated("wrong hash") { try await DownloadFailureTests().wrongHash() },
    Repeated("too short") { try await DownloadFailureTests().wrongLength(10_000) },
    Repeated("too long") { try await DownloadFailureTests().wrongLength(-10_000) },
    Repeated("stalled head") { try await DownloadFailureTests().stall(0, true) },
    Repeated("stalled body") { try await DownloadFailureTests().stall(20_000, false) },
    Repeated("drip") { try await DownloadFailureTests().drip() },
    Repeated("unreachable") { try await DownloadFailureTests().unreachable() },
    Repeated("many cuts") { try await InterruptionTests().manyCuts() },
    Repeated("changed file") { try await InterruptionTests().changedFile() },
    Repeated("cancellation") { try await InterruptionTests().cancellation() },
    Repeated("cancelled waits") { try await InterruptionTests().cancelledWaits() },
  ]

  @Test("Downloads", arguments: tests)
  func test(_ test: Repeated) async throws {
    try await Server.$prefersSession.withValue(true) { try await test.body() }
  }

  @Test("A connection cut at every tenth", arguments: 0..<10)
  func cut(_ tenth: Int) async throws {
    try await Server.$prefersSession.withValue(true) {
      try await InterruptionTests().cut(tenth, "close")
    }
  }

  @Test("Statuses", arguments: DownloadFailureTests.statuses)
  func status(_ status: Int, _ code: Int, _ text: String) async throws {
    try await Server.$prefersSession.withValue(true) {
      try await DownloadFailureTests().statusOfInfo(status, code, text)
    }
  }

  @Test("Strange answers", arguments: DownloadFailureTests.junk)
  func junk(_ raw: String) async throws {
    try await Server.$prefersSession.withValue(true) {
      try await DownloadFailureTests().strangeAnswer(raw)
    }
  }
}
