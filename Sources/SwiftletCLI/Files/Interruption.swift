internal import Foundation
internal import SwiftletTensor
internal import Synchronization

/// Removes folders that are not complete when a signal ends the process.
///
/// A handler may do next to nothing, so that it only wakes a thread, which removes the folders and
/// then lets the signal do what it does without a handler.
enum Interruption {
  /// The folders to remove, and whether they are still written to.
  private static let folders = Locked<Set<String>>([])
  /// The end of a pipe that the handler writes to; nothing before there is a thread.
  private static let pipeEnd = Atomic<Int32>(-1)

  /// Has a folder removed from now on if a signal comes.
  static func add(_ folder: String) {
    watch()
    folders.withLock { _ = $0.insert(folder) }
  }

  /// Changes the folder, while no signal ends the process.
  static func protect<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try folders.withLock { _ throws(Failure) in try body() }
  }

  /// Gives a folder its final state, by a name or by its removal; from then on signals leave it alone.
  static func settle<Result>(_ folder: String, _ body: () -> Result) -> Result {
    folders.withLock { folders in
      folders.remove(folder)
      return body()
    }
  }

  /// Begins to watch for signals, once.
  private static func watch() {
    guard pipeEnd.load(ordering: .relaxed) < 0 else { return }
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let readEnd = ends[0]
    pipeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    Thread.detachNewThread { wait(readEnd) }
    for number in [SIGHUP, SIGINT, SIGTERM] {
      let before = signal(number) { number in
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(Interruption.pipeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
      }
      // Whoever started the process may have meant it to go on, as `nohup` does.
      if unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        _ = signal(number, SIG_IGN)
      }
    }
  }

  /// Waits for a signal, and ends the process by it.
  private static func wait(_ readEnd: Int32) {
    var byte: UInt8 = 0
    while unsafe read(readEnd, &byte, 1) != 1 {
      guard errno == EINTR else { return }
    }
    let number = Int32(byte)
    // Never let go: nobody is to write a file into what is removed.
    folders.withLock { folders in
      for folder in folders { try? FileManager.default.removeItem(atPath: folder) }
      _ = signal(number, SIG_DFL)
      kill(getpid(), number)
      sleep(1)
      _exit(128 + number)
    }
  }
}
