internal import Dispatch
package import Foundation

/// The first part of a server's answer.
package struct HTTPHead: Sendable {
  package let status: Int
  /// The address that answered, after all redirections.
  package let url: URL
  private let fields: [String: String]

  /// An answer.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - url: The address that answered.
  ///   - fields: The headers.
  init(status: Int, url: URL, fields: [String: String]) {
    self.status = status
    self.url = url
    self.fields = Dictionary(fields.map { ($0.lowercased(), $1) }) { first, _ in first }
  }

  /// A header, by its name in small letters.
  package subscript(_ name: String) -> String? { fields[name] }

  /// The length of the body, where the server states one that can be believed.
  var contentLength: Int? {
    self["content-length"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
  }

  /// Where the body begins in the whole file, and how long that is, after a request for a range.
  var contentRange: (start: Int, total: Int?)? {
    guard let match = self["content-range"]?.wholeMatch(of: /bytes (\d+)-\d+\/(\d+|\*)/)?.output,
      let start = Int(match.1)
    else { return nil }
    return (start, Int(match.2))
  }
}

/// What comes from a server, in this order: a head, any number of pieces, an end.
enum HTTPEvent: Sendable {
  case head(HTTPHead)
  case body(Data)
  /// The answer is complete.
  case end
  /// The connection failed; the words follow "because".
  case failed(String)
}

/// Why an exchange cannot begin or go on; the words follow "because".
struct ExchangeFailure: Error {
  let words: String
}

/// One request and its answer, read event by event from the thread that downloads.
protocol HTTPExchange: AnyObject {
  /// The next event; nil when none came until the deadline, or after a cancellation.
  func next(until deadline: DispatchTime) -> HTTPEvent?

  /// Ends it; events that are on their way are dropped.
  func stop()
}

/// A request for something.
struct HTTPRequest: Sendable {
  var url: URL
  var headers: [String: String] = [:]
  /// The headers that other servers must not see after a redirection.
  var privateHeaders: [String: String] = [:]
  let allowsCellularAccess: Bool

  /// Begins the exchange.
  ///
  /// - Parameter flag: What ends all waiting early.
  /// - Returns: The exchange, whose first event is on its way.
  /// - Throws: An `NSError` where this build cannot download.
  func start(_ flag: CancellationFlag) throws -> any HTTPExchange {
    #if DOWNLOADS
    #if canImport(Darwin)
    return SessionExchange(self, flag)
    #else
    return try CurlExchange(self, flag)
    #endif
    #else
    throw Self.unavailable
    #endif
  }

  /// The headers to send, besides those that every request has.
  ///
  /// - Throws: Where one of them would not stay on its line.
  func fields() throws(ExchangeFailure) -> [(name: String, value: String)] {
    let all =
      [("Accept", "*/*"), ("Accept-Encoding", "identity")]
      + (headers.map { ($0, $1) } + privateHeaders.map { ($0, $1) })
    let isPlain = all.allSatisfy { name, value in
      (name + value).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
    guard isPlain else {
      throw ExchangeFailure(words: "a header of the request has a control character")
    }
    return all
  }

  /// What a build without the trait has to say.
  static var unavailable: NSError {
    .mlKit(
      .unimplemented,
      "This build cannot download models; build with the trait Downloads, or copy the model's files "
        + "here and use a local model.")
  }
}
