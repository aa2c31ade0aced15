internal import Foundation

/// A line on a terminal's standard error that says how far a long command is.
///
/// It appears after two seconds and is wiped at the end; without a terminal nothing is written.
struct ProgressLine: ~Copyable {
  private let isShown = Console.errorIsTerminal
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now
  private var hasWritten = false

  /// Tells where the command is, at most ten times a second.
  mutating func update(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - start > .seconds(2), now - last > .milliseconds(100) else { return }
    last = now
    hasWritten = true
    Console.writeError("\r\u{1B}[K\(text())")
  }

  /// Wipes the line before other output.
  mutating func clear() {
    guard hasWritten else { return }
    hasWritten = false
    Console.writeError("\r\u{1B}[K")
  }

  deinit {
    if hasWritten { Console.writeError("\r\u{1B}[K") }
  }
}
