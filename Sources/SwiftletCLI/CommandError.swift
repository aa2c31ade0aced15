/// Why a command ends early; each case has its exit status.
package enum CommandError: Error, Hashable {
  /// The command line itself is wrong: exit status 2.
  case usage(String)
  /// Something failed: exit status 1.
  case failure(Failure)
  /// Whoever read standard output has gone, so that there is nobody left to tell: exit status 1
  /// without a word.
  case outputClosed

  /// A failure from its parts.
  package static func failure(_ code: Failure.Code, _ message: String) -> CommandError {
    .failure(Failure(code, message))
  }
}

/// What went wrong, as `--json` prints it: a status number and one sentence.
package struct Failure: Error, Hashable {
  /// Status numbers, the same as those of the vision tasks (`TasksErrorCode`).
  package enum Code: Int, Sendable {
    case unknown = 2
    case invalidArgument = 3
    case notFound = 5
    case permissionDenied = 7
    case resourceExhausted = 8
    case unimplemented = 12
    case `internal` = 13
    case dataLoss = 15
  }

  /// The status number.
  package let code: Int
  /// One sentence: what, where and what to do.
  package let message: String
  /// The same for people where the sentence is a list.
  package let listing: Listing?

  /// A line that ends in a colon, and the lines that follow it.
  package struct Listing: Hashable, Sendable {
    let title: String
    let lines: [String]
  }

  /// Makes a failure.
  package init(_ code: Code, _ message: String, listing: Listing? = nil) {
    self.code = code.rawValue
    self.message = message
    self.listing = listing
  }

  /// Makes a failure with the number of another layer.
  package init(code: Int, message: String) {
    self.code = code
    self.message = message
    listing = nil
  }

  /// The value of the key `error`.
  package var json: JSON { ["code": .integer(code), "message": .string(message)] }
}
