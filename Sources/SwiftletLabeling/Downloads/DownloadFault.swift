internal import Foundation

/// Why an attempt to download failed.
struct DownloadFault: Error {
  /// What to tell.
  let error: NSError
  /// Whether the same may succeed later.
  var mayPass = false
  /// Seconds that the server asks to wait.
  var retryAfter: TimeInterval?
  /// Whether the address of the file may have expired.
  var mayHaveExpired = false

  /// A failure that stays.
  static func lasting(_ error: any Error) -> DownloadFault {
    DownloadFault(error: NSError.mlKit(wrapping: error))
  }

  /// A connection that failed, or never was.
  static func connection(_ url: URL, _ words: String) -> DownloadFault {
    DownloadFault(
      error: .mlKit(
        .unknown, "Failed to download the model from the server.",
        reason: "\(server(of: url)) was asked, but \(words)."), mayPass: true)
  }

  /// A status that means no success.
  ///
  /// - Parameters:
  ///   - head: The answer.
  ///   - model: The name of the model.
  ///   - isFile: Whether the file was asked for, rather than its whereabouts.
  /// - Returns: What to tell, and whether to try again.
  static func status(_ head: HTTPHead, model: String, isFile: Bool) -> DownloadFault {
    let server = server(of: head.url)
    let asked = isFile ? "file of the model \"\(model)\"" : "model \"\(model)\""
    let error: NSError =
      switch head.status {
      case 400:
        .mlKit(
          .invalidArgument,
          "The server refused the request for the \(asked) as invalid.",
          reason: "\(server) answered with status 400; check project and name of the model.")
      case 401, 403:
        .mlKit(
          .permissionDenied, "The server does not permit to download the \(asked).",
          reason: "\(server) answered with status \(head.status); check key and token.")
      case 404:
        .mlKit(
          .notFound, "The server has no \(asked).",
          reason: "\(server) answered with status 404; check project and name of the model.")
      default:
        .mlKit(
          .internal,
          isFile
            ? "Model download failed with HTTP error code: \(head.status)"
            : "Server returned with HTTP error code: \(head.status).",
          reason: "\(server) was asked for the \(asked).")
      }
    var fault = DownloadFault(error: error)
    fault.mayPass = head.status == 408 || head.status == 429 || (500..<600).contains(head.status)
    fault.retryAfter = head["retry-after"].flatMap { Int($0) }.map { TimeInterval(max($0, 0)) }
    fault.mayHaveExpired = isFile && [400, 401, 403, 404, 410].contains(head.status)
    return fault
  }

  /// Scheme, host and port of an address; never its query, which may hold a key.
  private static func server(of url: URL) -> String {
    let port = url.port.map { ":\($0)" } ?? ""
    return "\(url.scheme ?? "http")://\(url.host ?? "")\(port)"
  }
}
