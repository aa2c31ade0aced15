import Foundation

/// What the server answers: for each path a list, whose last answer is repeated.
struct Script: Decodable {
  let answers: [String: [Answer]]

  /// One answer.
  struct Answer: Decodable {
    var status = 200
    var headers: [String: String] = [:]
    /// The body as text.
    var body: String?
    /// The body as the contents of a file.
    var file: String?
    /// Whether requests for a range get it, if their `If-Range` is the answer's `ETag`.
    var ranges = false
    /// The only bytes of the body to send, of as many as the headers claim.
    var sends: Int?
    /// A file to wait for before the last byte, for a minute at most.
    var awaits: String?
    /// After the last byte: close in order, break off, or keep silent.
    var then = End.close
    /// Bytes to send instead of everything else.
    var raw: String?
    /// The size of a piece of the body, each of which is followed by a pause.
    var piece: Int?
    /// The pause after a piece, in seconds.
    var pause = 0.01
    /// Whether the length is not told, so that the end of the connection is that of the body.
    var hidesLength = false

    /// What happens after the last byte.
    enum End: String, Decodable {
      case close
      case `break`
      case silence
    }

    private enum CodingKeys: String, CodingKey {
      case status, headers, body, file, ranges, sends, awaits, then, raw, piece, pause, hidesLength
    }

    init(status: Int) { self.status = status }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      func value<Value: Decodable>(_ key: CodingKeys, _ other: Value) throws -> Value {
        try values.decodeIfPresent(Value.self, forKey: key) ?? other
      }
      status = try value(.status, 200)
      headers = try value(.headers, [:])
      body = try value(.body, nil)
      file = try value(.file, nil)
      ranges = try value(.ranges, false)
      sends = try value(.sends, nil)
      awaits = try value(.awaits, nil)
      then = try value(.then, .close)
      raw = try value(.raw, nil)
      piece = try value(.piece, nil)
      pause = try value(.pause, 0.01)
      hidesLength = try value(.hidesLength, false)
    }
  }
}

/// The state of a script that is being played.
final class Play: @unchecked Sendable {
  // Sendable: the lock guards all of it.
  private let lock = NSLock()
  private let script: Script
  private let log: String
  private var counts: [String: Int] = [:]

  /// - Parameters:
  ///   - script: What to answer.
  ///   - log: The file that gets a JSON line for each request.
  init(_ script: Script, log: String) {
    self.script = script
    self.log = log
  }

  /// Notes a request and gives its answer.
  func answer(to request: Request) -> Script.Answer {
    lock.lock()
    defer { lock.unlock() }
    let object: [String: Any] = ["target": request.target, "headers": request.headers]
    if let line = try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys),
      let file = fopen(log, "a")
    {
      fputs(String(decoding: line, as: UTF8.self) + "\n", file)
      fclose(file)
    }
    guard let answers = script.answers[request.path], let last = answers.last else {
      return Script.Answer(status: 404)
    }
    let count = counts[request.path, default: 0]
    counts[request.path] = count + 1
    return count < answers.count ? answers[count] : last
  }
}
