internal import Foundation

/// Reads a server's answers, within the times that a download has.
struct ExchangeReader {
  let flag: CancellationFlag
  /// When the whole download has to be done.
  let deadline: Date
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
    let exchange = try request.start(flag)
    defer { exchange.stop() }
    var head: HTTPHead?
    while true {
      let silence = Date(timeIntervalSinceNow: policy.stallTimeout)
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
