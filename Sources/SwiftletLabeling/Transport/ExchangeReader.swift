internal import Dispatch
internal import Foundation

/// Reads a server's answers, within the times that a download has.
struct ExchangeReader {
  let flag: CancellationFlag
  /// When the whole download has to be done.
  let deadline: DispatchTime
  let policy: DownloadPolicy

  /// Asks, and hands over what comes.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - onHead: Takes the head; false to end there.
  ///   - onBody: Takes the pieces of the body, in order.
  /// - Returns: The head.
  /// - Throws: `DownloadFault`, and whatever the closures throw.
  func read(
    _ request: HTTPRequest, onHead: (HTTPHead) throws -> Bool, onBody: (Data) throws -> Void
  ) throws -> HTTPHead {
    var request = request
    for _ in 0...Self.redirectionLimit {
      var next: URL?
      let head = try readOne(request) { head in
        next = try Self.redirection(head)
        return try next == nil && onHead(head)
      } onBody: { data in
        try onBody(data)
      }
      guard let next else { return head }
      request = request.redirected(to: next)
    }
    throw DownloadFault.connection(request.url, "it redirects without end")
  }

  /// The most redirections, as in browsers.
  private static let redirectionLimit = 20

  /// Where an answer redirects to; nil for other answers.
  private static func redirection(_ head: HTTPHead) throws -> URL? {
    guard [301, 302, 303, 307, 308].contains(head.status) else { return nil }
    guard let location = head["location"], !location.isEmpty,
      let url = URL(string: location, relativeTo: head.url)?.absoluteURL, url.isWeb,
      !url.isLessSecure(than: head.url)
    else {
      throw DownloadFault.connection(head.url, "it redirects to where this may not go")
    }
    return url
  }

  /// Asks one server, and hands over what comes.
  private func readOne(
    _ request: HTTPRequest, onHead: (HTTPHead) throws -> Bool, onBody: (Data) throws -> Void
  ) throws -> HTTPHead {
    let exchange = try request.start(flag)
    defer { exchange.stop() }
    var head: HTTPHead?
    while true {
      let silence = DispatchTime.now() + policy.stallTimeout
      guard let event = exchange.next(until: min(silence, deadline)) else {
        let words =
          silence < deadline
          ? "nothing came for \(policy.stallTimeout) seconds"
          : "the download was not done after \(policy.totalTimeout) seconds"
        throw DownloadFault.connection(request.url, words)
      }
      switch event {
      case .head(let new):
        head = new
        guard try onHead(new) else { return new }
      case .body(let data):
        guard head != nil else { continue }
        try onBody(data)
      case .end:
        guard let head else {
          throw DownloadFault.connection(request.url, "its answer makes no sense")
        }
        return head
      case .failed(let words):
        throw DownloadFault.connection(request.url, words)
      }
    }
  }
}

extension HTTPRequest {
  /// The same request to another address, which must not see what is meant for one server only.
  fileprivate func redirected(to other: URL) -> HTTPRequest {
    var request = self
    let isSameServer =
      other.host == url.host && other.port == url.port && other.scheme == url.scheme
    if !isSameServer { request.privateHeaders = [:] }
    request.url = other
    return request
  }
}
