import Foundation
import Testing

/// The clock on the wall may be set at any moment: no wait and no duration depends on it.
@Suite struct ClockTests {
  /// The one file that reads it: a server says until when its addresses can be used.
  private static let readers = ["ModelDownload.swift": 1]

  @Test func theWallClockIsReadForExpiryOnly() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
      .resolvingSymlinksInPath()
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    let pattern = try Regex(
      #"\bDate\(|\bDate\.now|\btimeIntervalSinceNow|DispatchWallTime|wallDeadline|gettimeofday"#
        + #"|CLOCK_REALTIME|\btime\(nil\)|NSCondition\b|pthread_cond_timedwait|lock\(before:"#)
    var found: [String: Int] = [:]
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      let uses = try String(contentsOf: file, encoding: .utf8).matches(of: pattern).count
      if uses > 0 { found[file.lastPathComponent] = uses }
    }
    #expect(count > 300)
    #expect(found == Self.readers)
  }
}
