import Foundation

/// A small web server for tests of downloads.
///
///     ModelServer SCRIPT LOG
///
/// It prints the port that it listens on at the loopback address, plays the script (see `Script`),
/// and ends when its standard input does, that is with the process that started it, or after five
/// minutes.
@main
struct ModelServer {
  /// More connections than any test makes.
  private static let limit = 100_000

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      say("usage: ModelServer SCRIPT LOG", to: .standardError)
      exit(2)
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
    let play = Play(try JSONDecoder().decode(Script.self, from: data), log: arguments[2])
    guard let listener = Listener() else {
      say("There is no port to listen on.", to: .standardError)
      exit(1)
    }
    say("\(listener.port)", to: .standardOutput)
    Thread.detachNewThread {
      while readLine() != nil {}
      exit(0)
    }
    alarm(300)
    for _ in 0..<limit {
      guard let socket = listener.next() else { continue }
      Thread.detachNewThread { Connection(socket: socket, play: play).serve() }
    }
  }
}

/// Writes a line at once.
private func say(_ line: String, to file: FileHandle) {
  file.write(Data("\(line)\n".utf8))
}

/// A socket that waits for connections.
struct Listener {
  private let socket: Int32
  /// The port, chosen by the system.
  let port: UInt16

  init?() {
    let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(socket, pointer, size) == 0 && listen(socket, 64) == 0
          && getsockname(socket, pointer, &size) == 0
      }
    }
    guard isBound else { return nil }
    self.socket = socket
    port = UInt16(bigEndian: address.sin_port)
  }

  /// The next connection.
  func next() -> Int32? {
    let socket = accept(socket, nil, nil)
    return socket < 0 ? nil : socket
  }
}
