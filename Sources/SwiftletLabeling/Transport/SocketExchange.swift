internal import Foundation

/// An exchange without encryption, by HTTP/1.1 over a socket.
///
/// On Linux `URLSession` ends the whole process when a server breaks off within the head of an answer,
/// or sends trailers behind its body; see `docs/workarounds.md`. Encrypted connections have to use it all the same.
final class SocketExchange: HTTPExchange {
  private let request: HTTPRequest
  private let connection: Connection
  private var phase = Phase.start

  private enum Phase {
    case start
    case head(HTTPHeadParser)
    case body(HTTPBodyParser, [UInt8])
    case end
  }

  init(_ request: HTTPRequest, _ flag: CancellationFlag) {
    self.request = request
    connection = Connection(flag)
  }

  func next(until deadline: Date) -> HTTPEvent? {
    do {
      return try step(until: deadline)
    } catch is Connection.TimeOut {
      return nil
    } catch {
      phase = .end
      let words = (error as? Connection.Failure)?.words ?? "its answer makes no sense"
      return .failed(words)
    }
  }

  func stop() { connection.close() }

  private func step(until deadline: Date) throws -> HTTPEvent {
    while true {
      switch phase {
      case .start:
        try begin(until: deadline)
        phase = .head(HTTPHeadParser())
      case .head(var parser):
        let piece = try connection.receive(until: deadline)
        guard !piece.isEmpty else {
          throw Connection.Failure(
            words: parser.isEmpty ? "it said nothing" : "the connection broke within the head")
        }
        parser.append(piece)
        phase = .head(parser)
        guard let (head, rest) = try parser.head(url: request.url) else { continue }
        phase = .body(try HTTPBodyParser(head), rest)
        return .head(head)
      case .body(var parser, let early):
        if parser.isDone {
          phase = .end
          return .end
        }
        let piece = early.isEmpty ? try connection.receive(until: deadline) : early
        guard !piece.isEmpty else {
          guard parser.mayEnd else {
            throw Connection.Failure(words: "the connection broke within the body")
          }
          phase = .end
          return .end
        }
        let body = try parser.take(piece)
        phase = .body(parser, [])
        if !body.isEmpty { return .body(Data(body)) }
      case .end: return .end
      }
    }
  }

  private func begin(until deadline: Date) throws {
    guard var host = request.url.host else {
      throw Connection.Failure(words: "the server's name is missing")
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    let port = request.url.port ?? 80
    guard var target = URLComponents(url: request.url, resolvingAgainstBaseURL: true) else {
      throw Connection.Failure(words: "its address makes no sense")
    }
    (target.scheme, target.host, target.port, target.fragment) = (nil, nil, nil, nil)
    (target.user, target.password) = (nil, nil)
    let path = target.string ?? ""
    var lines = ["GET \(path.hasPrefix("/") ? path : "/\(path)") HTTP/1.1"]
    let name = host.contains(":") ? "[\(host)]" : host
    lines.append("Host: \(name)\(request.url.port.map { ":\($0)" } ?? "")")
    lines += ["Accept: */*", "Accept-Encoding: identity", "Connection: close"]
    lines += request.headers.map { "\($0): \($1)" } + request.privateHeaders.map { "\($0): \($1)" }
    guard lines.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }) else {
      throw Connection.Failure(words: "a header of the request has a control character")
    }
    try connection.open(host: host, port: port, until: deadline)
    try connection.send(Array((lines + ["", ""]).joined(separator: "\r\n").utf8), until: deadline)
  }
}
