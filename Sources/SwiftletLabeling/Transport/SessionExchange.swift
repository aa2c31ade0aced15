#if DOWNLOADS && canImport(Darwin)
internal import Dispatch
internal import Foundation

/// An exchange by `URLSession`, with a session of its own, where the system has it.
final class SessionExchange: NSObject, HTTPExchange, URLSessionDataDelegate, @unchecked Sendable {
  // Sendable: the flag's lock guards the events; the session is set before anything runs.
  private let flag: CancellationFlag
  private let request: HTTPRequest
  private var events: [HTTPEvent] = []
  private var isStopped = false
  private var session: URLSession?

  init(_ request: HTTPRequest, _ flag: CancellationFlag) {
    self.request = request
    self.flag = flag
    super.init()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.allowsCellularAccess = request.allowsCellularAccess
    // The thread that downloads keeps the time, for silence as well as for the whole.
    configuration.timeoutIntervalForRequest = 24 * 60 * 60
    configuration.timeoutIntervalForResource = 24 * 60 * 60
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    self.session = session
    var outgoing = URLRequest(url: request.url)
    outgoing.timeoutInterval = 24 * 60 * 60
    // What is hashed and counted is what is sent.
    outgoing.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    for (name, value) in request.headers.merging(request.privateHeaders, uniquingKeysWith: { $1 }) {
      outgoing.setValue(value, forHTTPHeaderField: name)
    }
    session.dataTask(with: outgoing).resume()
  }

  func next(until deadline: DispatchTime) -> HTTPEvent? {
    flag.wait(until: deadline) { events.isEmpty ? nil : events.removeFirst() }
  }

  func stop() {
    flag.update {
      isStopped = true
      events = []
    }
    // The session holds its delegate until then.
    session?.invalidateAndCancel()
  }

  private func add(_ event: HTTPEvent) {
    flag.update {
      if !isStopped { events.append(event) }
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    // Interim answers come here as well.
    if let response = response as? HTTPURLResponse, !(100..<200).contains(response.statusCode) {
      var fields: [String: String] = [:]
      for case (let name as String, let value as String) in response.allHeaderFields {
        fields[name] = value
      }
      let url = response.url ?? request.url
      add(.head(HTTPHead(status: response.statusCode, url: url, fields: fields)))
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    add(.body(data))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    // The answer itself is wanted: who reads it decides where to go next.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    completionHandler(.performDefaultHandling, nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let error = error as NSError? else {
      add(.end)
      return
    }
    add(.failed(Self.words(for: error)))
  }

  /// Why a connection failed, to follow "because".
  private static func words(for error: NSError) -> String {
    switch error.code {
    case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: "the server's name is not known"
    case NSURLErrorCannotConnectToHost: "the server cannot be reached"
    case NSURLErrorNotConnectedToInternet: "there is no network"
    case NSURLErrorSecureConnectionFailed, NSURLErrorServerCertificateUntrusted,
      NSURLErrorServerCertificateHasBadDate, NSURLErrorServerCertificateNotYetValid,
      NSURLErrorServerCertificateHasUnknownRoot:
      "no secure connection can be made (\(error.localizedDescription))"
    default: "the connection broke (\(error.localizedDescription))"
    }
  }
}
#endif
