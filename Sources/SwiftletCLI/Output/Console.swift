internal import Foundation

/// The two output streams of the process.
///
/// Standard output is written straight through, one call a line, so that a reader at the other end
/// of a pipe sees each result when it is there, and so that a failed write is noticed.
package enum Console {
  /// Lets writes to a pipe without reader, or beyond the largest file allowed, fail instead of ending
  /// the process.
  static func ignoreFailedWrites() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Has standard streams that are closed refuse whatever is done with them.
  ///
  /// The next file that is opened would take their place, and results would be written into it.
  static func occupyClosedStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // What is free at the lowest place is taken, so that it is this one.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Ends the process with a sentence where a mapped file was shortened while it was in use; the
  /// system's own way would be a core dump.
  static func explainShortenedFiles() {
    _ = signal(SIGBUS) { _ in
      let sentence: StaticString =
        "swiftlet: A file was shortened while it was in use; leave models alone while they run.\n"
      _ = unsafe Foundation.write(STDERR_FILENO, sentence.utf8Start, sentence.utf8CodeUnitCount)
      _exit(1)
    }
  }

  /// Writes a line of text to standard output.
  package static func print(_ line: String) throws(CommandError) {
    guard let error = write(line + "\n", to: STDOUT_FILENO) else { return }
    if error == EPIPE { throw .outputClosed }
    throw .failure(.dataLoss, "Standard output cannot be written: \(SystemError(error)).")
  }

  /// Writes a JSON value as a line to standard output.
  package static func print(_ json: JSON) throws(CommandError) {
    try print(json.description)
  }

  /// Writes one sentence to standard error.
  ///
  /// Line breaks inside become spaces: scripts count lines. If even this write fails, only the exit
  /// status is left to tell.
  package static func report(_ sentence: String) {
    _ = write("swiftlet: \(line(sentence))\n", to: STDERR_FILENO)
  }

  /// Writes what went wrong to standard error: one sentence, or a list with a line for each entry.
  static func report(_ failure: Failure) {
    guard let listing = failure.listing else { return report(failure.message) }
    let lines = listing.lines.map { "  \(line($0))\n" }.joined()
    _ = write("swiftlet: \(line(listing.title))\n\(lines)", to: STDERR_FILENO)
  }

  private static func line(_ sentence: String) -> String {
    printable(sentence.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// Writes text to standard error, as it is.
  static func writeError(_ text: String) {
    _ = write(text, to: STDERR_FILENO)
  }

  /// Whether a person watches standard error.
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes all of a text; the error number if the system refuses.
  private static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { bytes in
      unsafe writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)
    }
  }
}

/// The system's words for an error number.
struct SystemError: CustomStringConvertible {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  var description: String { unsafe String(cString: strerror(number)) }
}

/// Writes all bytes; the error number if the system refuses.
@unsafe func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
  var rest = unsafe bytes[...]
  while unsafe !rest.isEmpty {
    let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
    let written = unsafe write(descriptor, part.baseAddress, part.count)
    if written < 0 {
      let error = errno
      if error == EINTR { continue }
      return error
    }
    unsafe rest = rest.dropFirst(written)
  }
  return nil
}
