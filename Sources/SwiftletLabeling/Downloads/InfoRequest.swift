internal import Foundation

/// The first request of a download: which version is the newest, and where it is.
struct InfoRequest {
  let hosting: ModelHosting
  let conditions: ModelDownloadConditions
  let reader: ExchangeReader

  /// The most bytes of an answer.
  private static let sizeLimit = 1 << 20

  /// Asks for the newest version.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - model: The model's name.
  ///   - installed: What is in place.
  /// - Returns: The newest version; nil when it is the one in place.
  /// - Throws: `DownloadFault`.
  func newest(_ url: URL, _ model: String, _ installed: StoredModel?) throws -> ModelInfo? {
    var (head, body) = try ask(url, installed, refusedBefore: false)
    if head.status == 401, hosting.tokenProvider != nil {
      (head, body) = try ask(url, installed, refusedBefore: true)
    }
    switch head.status {
    case 200:
      do {
        return try ModelInfo(body, tag: head["etag"], base: head.url)
      } catch {
        throw DownloadFault.lasting(error)
      }
    case 304 where installed != nil: return nil
    default: throw DownloadFault.status(head, model: model, isFile: false)
    }
  }

  private func ask(
    _ url: URL, _ installed: StoredModel?, refusedBefore: Bool
  ) throws -> (HTTPHead, [UInt8]) {
    var request = HTTPRequest(
      url: url, allowsCellularAccess: conditions.allowsCellularAccess)
    if let installed { request.headers["If-None-Match"] = installed.tag }
    if !hosting.bundleIdentifier.isEmpty {
      request.privateHeaders["X-Ios-Bundle-Identifier"] = hosting.bundleIdentifier
    }
    if let provider = hosting.tokenProvider {
      do {
        request.privateHeaders["X-Goog-Firebase-Installations-Auth"] = try provider(refusedBefore)
      } catch {
        throw DownloadFault.lasting(
          NSError.mlKit(
            .permissionDenied, "There is no token for the server.",
            reason: (error as NSError).localizedDescription))
      }
    }
    var body: [UInt8] = []
    let head = try reader.read(request) { head in
      head.status == 200
    } onBody: { data in
      guard body.count + data.count <= Self.sizeLimit else {
        throw DownloadFault.lasting(
          NSError.mlKit(.internal, "Unable to decode model info response from server."))
      }
      body += data
    }
    return (head, body)
  }
}
