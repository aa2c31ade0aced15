import Foundation

/// The head of a request.
struct Request {
  let target: String
  let headers: [String: String]

  /// The target without its query.
  var path: String { String(target.prefix { $0 != "?" }) }

  /// Reads `GET target HTTP/1.1` and headers, whose names become small letters.
  init?(_ text: String) {
    let lines = text.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3, words[0] == "GET" else { return nil }
    target = String(words[1])
    headers = Dictionary(
      lines.dropFirst().compactMap { line in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        return (line[..<colon].lowercased(), value)
      }, uniquingKeysWith: { $1 })
  }
}

/// One connection: one request and its answer.
struct Connection {
  let socket: Int32
  let play: Play

  func serve() {
    defer { close(socket) }
    guard let request = read() else { return }
    let answer = play.answer(to: request)
    if let raw = answer.raw {
      guard send(Array(raw.utf8)) else { return }
    } else {
      guard send(answer, to: request) else { return }
    }
    switch answer.then {
    case .close: drain()
    case .silence: sleep(60)
    case .break:
      // Closing with this option set resets the connection instead of ending it in order.
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }
  }

  /// The request's head, of at most 64 KiB.
  private func read() -> Request? {
    var bytes: [UInt8] = []
    while bytes.count < 1 << 16 {
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = recv(socket, &piece, piece.count, 0)
      guard count > 0 else { return nil }
      bytes += piece[..<count]
      if bytes.suffix(4) == [13, 10, 13, 10] {
        return Request(String(decoding: bytes.dropLast(4), as: UTF8.self))
      }
    }
    return nil
  }

  private func send(_ answer: Script.Answer, to request: Request) -> Bool {
    var status = answer.status
    var headers = answer.headers
    var body = Array((answer.body ?? "").utf8)
    if let file = answer.file {
      body = [UInt8](FileManager.default.contents(atPath: file) ?? Data())
    }
    if answer.ranges, status == 200, let range = request.headers["range"] {
      let start = Int(range.dropFirst("bytes=".count).prefix { $0.isNumber }) ?? 0
      let condition = request.headers["if-range"]
      if condition == nil || condition == headers["ETag"] {
        if start < body.count {
          status = 206
          headers["Content-Range"] = "bytes \(start)-\(body.count - 1)/\(body.count)"
          body = Array(body[start...])
        } else {
          status = 416
          headers["Content-Range"] = "bytes */\(body.count)"
          body = []
        }
      }
    }
    headers["Connection"] = "close"
    if !answer.hidesLength, headers["Content-Length"] == nil {
      headers["Content-Length"] = String(body.count)
    }
    var head = "HTTP/1.1 \(status) Status\r\n"
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
    guard send(Array((head + "\r\n").utf8)) else { return false }
    var rest = body.prefix(answer.sends ?? body.count)
    while !rest.isEmpty {
      var piece = rest.prefix(answer.piece ?? rest.count)
      if let file = answer.awaits {
        if rest.count == 1 {
          for _ in 0..<6000 where access(file, F_OK) != 0 { usleep(10_000) }
        } else if piece.count == rest.count {
          piece = piece.dropLast()
        }
      }
      guard send(Array(piece)) else { return false }
      rest = rest.dropFirst(piece.count)
      if answer.piece != nil { usleep(UInt32(answer.pause * 1_000_000)) }
    }
    return true
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Ends the answer, and waits until the client has seen it, for at most two seconds.
  private func drain() {
    shutdown(socket, Int32(SHUT_WR))
    var limit = timeval(tv_sec: 2, tv_usec: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout.size(ofValue: limit)))
    var piece = [UInt8](repeating: 0, count: 4096)
    while recv(socket, &piece, piece.count, 0) > 0 {}
  }
}
