internal import Foundation

/// A connection over TCP, whose waits end with a deadline or a cancellation.
final class Connection {
  private let flag: CancellationFlag
  private var socket: Int32 = -1

  /// Why a connection is of no use; the words follow "because".
  struct Failure: Error {
    let words: String

    static func broken(_ number: Int32) -> Failure {
      Failure(words: "the connection broke (\(unsafe String(cString: strerror(number))))")
    }
  }

  /// The deadline has passed, or the download is cancelled.
  struct TimeOut: Error {}

  init(_ flag: CancellationFlag) {
    self.flag = flag
  }

  deinit { close() }

  /// Ends it.
  func close() {
    if socket >= 0 { Foundation.close(socket) }
    socket = -1
  }

  /// Connects to the first address of a server that answers.
  func open(host: String, port: Int, until deadline: Date) throws {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Self.stream
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0, unsafe list != nil else {
      throw Failure(words: "the server's name is not known")
    }
    defer { unsafe freeaddrinfo(list) }
    var failure = Failure(words: "the server cannot be reached")
    while let address = unsafe list {
      do {
        return unsafe try open(address.pointee, until: deadline)
      } catch let other as Failure {
        failure = other
        close()
      }
      unsafe list = address.pointee.ai_next
    }
    throw failure
  }

  #if canImport(Darwin)
  private static let stream = SOCK_STREAM
  #else
  private static let stream = Int32(SOCK_STREAM.rawValue)
  #endif

  private func open(_ address: addrinfo, until deadline: Date) throws {
    socket = unsafe Foundation.socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard socket >= 0 else { throw Failure.broken(errno) }
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
    guard unsafe connect(socket, address.ai_addr, address.ai_addrlen) != 0 else { return }
    guard errno == EINPROGRESS else { throw Failure(words: "the server cannot be reached") }
    try wait(for: Int16(POLLOUT), until: deadline)
    var number: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard unsafe getsockopt(socket, SOL_SOCKET, SO_ERROR, &number, &size) == 0, number == 0 else {
      throw Failure(words: "the server cannot be reached")
    }
  }

  /// Sends all bytes.
  func send(_ bytes: [UInt8], until deadline: Date) throws {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes[sent...].withUnsafeBytes { part in
        unsafe Foundation.send(socket, part.baseAddress, part.count, Self.noSignal)
      }
      if count > 0 {
        sent += count
      } else if count < 0, errno == EAGAIN || errno == EWOULDBLOCK {
        try wait(for: Int16(POLLOUT), until: deadline)
      } else if count < 0, errno != EINTR {
        throw Failure.broken(errno)
      }
    }
  }

  #if canImport(Darwin)
  private static let noSignal: Int32 = 0
  #else
  /// A server that has gone must not end this process by a signal.
  private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif

  /// The next bytes; none at the end.
  func receive(until deadline: Date) throws -> [UInt8] {
    let limit = 1 << 16
    while true {
      var result = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        result = unsafe recv(socket, buffer.baseAddress, limit, 0)
        count = max(result, 0)
      }
      if result >= 0 { return bytes }
      switch errno {
      case EAGAIN, EWOULDBLOCK: try wait(for: Int16(POLLIN), until: deadline)
      case EINTR: continue
      default: throw Failure.broken(errno)
      }
    }
  }

  /// Waits until the socket is ready; in short steps, since a cancellation does not wake it.
  private func wait(for events: Int16, until deadline: Date) throws {
    while true {
      guard !flag.isCancelled else { throw TimeOut() }
      let rest = deadline.timeIntervalSinceNow
      guard rest > 0 else { throw TimeOut() }
      var state = pollfd(fd: socket, events: events, revents: 0)
      let step = Int32(min(rest, 0.05) * 1000) + 1
      let count = unsafe poll(&state, 1, step)
      if count > 0 { return }
      if count < 0, errno != EINTR { throw Failure.broken(errno) }
    }
  }
}
